/** The one importer of yaml: a file as checked data, its faults at their line and column. */
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { AppError } from '../../../shared/errors';

/** From 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Fault extends Place {
  readonly message: string;
}

export interface ReadYaml<T> {
  /** Undefined where there are faults. */
  readonly data: T | undefined;
  readonly faults: readonly Fault[];
  /** Where the value at a path stands, or the nearest above it that is there. */
  placeOf(path: readonly PropertyKey[]): Place;
}

export function readYaml<T>(source: string, schema: z.ZodType<T>): ReadYaml<T> {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const placeOf = (path: readonly PropertyKey[]) => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return at(0);
  };
  const broken = document.errors.map(({ pos, message }) => ({ ...at(pos[0]), message: message.split('\n')[0]! }));
  if (broken.length > 0) return { data: undefined, faults: broken, placeOf };
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (parsed.success) return { data: parsed.data, faults: [], placeOf };
  const faults = parsed.error.issues.map(({ path, message }) => {
    const where = path.map(String).join('.');
    return { ...placeOf(path), message: `${where ? `${where}: ` : ''}${message}` };
  });
  return { data: undefined, faults, placeOf };
}

/**
 * @param file its name, for messages
 * @throws BAD_INPUT with the first fault's line and column, all of them in `details.faults`
 */
export function parseYaml<T>(source: string, file: string, schema: z.ZodType<T>, remedy: string): T {
  const { data, faults } = readYaml(source, schema);
  if (data !== undefined) return data;
  const reason = ({ line, column, message }: Fault) => `${file}, line ${line}, column ${column}: ${message}`;
  const told = faults.map(reason);
  throw new AppError('BAD_INPUT', told.length > 1 ? `${told[0]} (and ${told.length - 1} more)` : told[0]!, remedy, { faults: told });
}
