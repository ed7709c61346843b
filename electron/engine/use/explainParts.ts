/** For each document of a ranking, what each part makes its score of: its units, with their words and contributions. */
import type { PartEvidence } from '../../../shared/contract';
import type { RankingConfig } from '../../../shared/domain';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import type { CombinedDocument } from '../aggregate/combine';
import { type Explanation, explain } from '../aggregate/explain';
import type { EngineContext } from './context';
import { unitReader } from './unitReader';

/** Units of a document that are told for each part. */
const TOLD = 5;

/** @param maps and lists of each part, in the configuration's order */
export async function explainParts(
  context: EngineContext,
  collection: string,
  config: RankingConfig,
  maps: readonly UnitMap[],
  lists: readonly (readonly UnitHits[])[],
  shown: readonly CombinedDocument[],
): Promise<(docId: string) => PartEvidence[]> {
  const ids = shown.map(({ doc_id }) => doc_id);
  const parts: ((docId: string) => PartEvidence)[] = [];
  for (const [i, part] of config.parts.entries()) {
    const explained = explain(part.aggregate, lists[i]!, maps[i]!, ids);
    const words = await unitReader(context, collection, part.unit, [...explained.keys()], '');
    parts.push((docId) => ({
      part: part.name,
      unit: part.unit,
      aggregate: part.aggregate,
      ...told(explained.get(docId), (unit) => words(unit)?.text ?? ''),
    }));
  }
  return (docId) => parts.map((part) => part(docId));
}

function told(found: Explanation | undefined, text: (unit: { id: string; score: number }) => string) {
  if (!found) return { score: null, matched: 0, units: [], others: 0, rest: 0 };
  const others = found.units.slice(TOLD).reduce((sum, { contribution }) => sum + contribution, 0);
  const score = found.units.reduce((sum, { contribution }) => sum + contribution, found.rest);
  return {
    score,
    matched: found.units.length,
    units: found.units.slice(0, TOLD).map((unit) => ({ ...unit, text: text(unit) })),
    others,
    rest: found.rest,
  };
}
