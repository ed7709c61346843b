/** The one importer of yaml: an experiment file as data, its faults at their line and column. */
import { isNode, LineCounter, parseDocument } from 'yaml';
import { AppError } from '../../../shared/errors';
import { ExperimentFile } from '../../../shared/experiment';

const REMEDY = 'docs/experiments.md shows every key with an example.';

/**
 * @param file its name, for messages
 * @throws BAD_INPUT with the first fault's line and column, all of them in `details.faults`
 */
export function parseExperiment(source: string, file: string): ExperimentFile {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}, line ${line}, column ${col}`;
  };
  const broken = document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message.split('\n')[0]}`);
  if (broken.length > 0) throw refuse(broken);
  const parsed = ExperimentFile.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (parsed.success) return parsed.data;
  throw refuse(
    parsed.error.issues.map(({ path, message }) => {
      const where = path.map(String).join('.');
      return `${at(offsetOf(path))}: ${where ? `${where}: ` : ''}${message}`;
    }),
  );

  /** Of the node at the path, or of the nearest above it that is there. */
  function offsetOf(path: readonly PropertyKey[]): number {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return 0;
  }
}

function refuse(faults: readonly string[]): AppError {
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new AppError('BAD_INPUT', `${faults[0]}${more}`, REMEDY, { faults });
}
