/** How faithful nuggets are: TREC's scores by extractor, profile, court and length, and which extractor is ahead. */
import type { JudgedNugget, NuggetAnnotation } from '../../../shared/annotation';
import type { ParsedInput, ScoreGroup, ScoreGrouping, ScoresOutput, TrecScores } from '../../../shared/contract';
import type { DocumentHead } from '../../../shared/domain';
import { compareBytes } from '../../../shared/ties';
import { foldAnnotations } from '../annotate/fold';
import { groupBy } from '../annotate/groupBy';
import { isScored, meanScores, SCORE_NAMES, type Scored, scoresByDocument, trecScores } from '../annotate/scores';
import { settle } from '../annotate/settle';
import { bootstrapMean } from '../compare/bootstrap';
import { atOnce } from '../pieces';
import { judgedNugget, profilesIn, versionOf } from './annotationParts';
import type { EngineContext } from './context';
import { requireCollection } from './require';

type Input = ParsedInput<'annotationScores'>;
type Interval = [number, number] | null;

/** A judged nugget with what it is grouped by. */
export interface ScoredNugget extends Scored {
  readonly nugget: NuggetAnnotation['nugget'];
  readonly by: NuggetAnnotation['by'];
  readonly disputed: boolean;
  readonly head: DocumentHead | undefined;
}

export async function annotationScores(context: EngineContext, input: Input): Promise<ScoresOutput> {
  const { collection, annotator, samples, seed } = input;
  const nuggets = await scoredNuggets(context, collection, annotator);
  const empty = await readWithoutNuggets(context, collection, nuggets);
  const interval = (values: readonly number[]): Interval => (values.length < 2 ? null : atOnce(bootstrapMean(values, { samples, seed })));
  const documentsOf = (own: readonly ScoredNugget[], name: string, by: ScoreGrouping) => {
    const documents = groupBy<Scored>(own.filter(isScored), ({ doc_id }) => doc_id);
    // A system that found nothing in a document that was judged scores 0 there.
    if (by === 'extractor') for (const doc_id of empty.get(name) ?? []) documents.set(doc_id, documents.get(doc_id) ?? []);
    return scoresByDocument(documents);
  };
  const groups = input.by.flatMap((by) =>
    [...groupBy(nuggets, (one) => nameIn(one, by))]
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([name, own]) => scoreGroup(by, name, own, documentsOf(own, name, by), interval)),
  );
  const extractors = [...groupBy(nuggets, (one) => nameIn(one, 'extractor'))].map(
    ([name, own]) => [name, documentsOf(own, name, 'extractor')] as const,
  );
  const pairs = pairsOf(extractors, interval);
  return { collection, judged_by: annotator ?? 'settled', groups, pairs, most_faithful: leader(extractors, pairs), samples, seed };
}

/** Judged nuggets with what holds of them, document by document. */
export async function scoredNuggets(context: EngineContext, collection: string, annotator?: string): Promise<ScoredNugget[]> {
  const { store, spaces } = context;
  await requireCollection(store, collection);
  const heads = await spaces.heads(collection);
  const { items } = foldAnnotations((await store.annotationEvents(collection)).events);
  const makers = await makersOf(context, collection, items);
  const scored = [...items.values()].flatMap(({ nugget, by }): ScoredNugget[] => {
    const all = [...by.values()];
    const own = annotator === undefined ? undefined : all.find((one) => one.annotator === annotator && one.role === 'annotator')?.values;
    const settled = settle(all);
    const values =
      annotator === undefined
        ? { faithful: settled.faithful.value, importance: settled.importance.value }
        : { faithful: own?.faithful ?? null, importance: own?.importance ?? null };
    const disputed = annotator === undefined && settled.faithful.how === 'disputed';
    if (values.faithful === null && !disputed) return [];
    // What two extractors say alike is judged once and counts for both.
    const others = (makers.get(nugget.version) ?? []).filter(({ extractor }) => extractor !== nugget.extractor);
    return [nugget, ...others].map((one) => ({
      doc_id: nugget.doc_id,
      ...values,
      nugget: one,
      by: all,
      disputed,
      head: heads.get(nugget.doc_id),
    }));
  });
  return scored.sort((x, y) => compareBytes(x.doc_id, y.doc_id) || compareBytes(x.nugget.id, y.nugget.id));
}

/** Version → the nuggets that read so now, one an extractor, where there are several. */
async function makersOf(
  { store, spaces }: EngineContext,
  collection: string,
  judged: ReadonlyMap<string, unknown>,
): Promise<Map<string, JudgedNugget[]>> {
  const heads = await spaces.heads(collection);
  const all = [...(await spaces.nuggets(collection)).values()].filter(({ doc_id }) => heads.has(doc_id));
  const makers = new Map<string, JudgedNugget[]>();
  for (const [version, own] of groupBy(all, (nugget) => versionOf(nugget, heads.get(nugget.doc_id)!.sha256))) {
    const byExtractor = new Map(own.map((nugget) => [nugget.extractor, nugget]));
    if (byExtractor.size < 2 || !judged.has(version)) continue;
    const { doc_id } = own[0]!;
    const profiles = await profilesIn(store, collection, doc_id);
    makers.set(
      version,
      [...byExtractor.values()].map((nugget) => judgedNugget(nugget, heads.get(doc_id)!, profiles.get(nugget.trace_id) ?? '')),
    );
  }
  return makers;
}

/** Ends of the bands of lengths, in characters. */
const LENGTHS = [5_000, 20_000, 50_000];

/** What a nugget is grouped under. */
export function nameIn({ nugget, head }: ScoredNugget, by: ScoreGrouping): string {
  if (by === 'extractor') return nugget.extractor;
  if (by === 'profile') return nugget.profile;
  if (by === 'system') return nugget.profile === '' ? nugget.extractor : `${nugget.extractor} / ${nugget.profile}`;
  if (by === 'court') return head?.court ?? '';
  const band = LENGTHS.filter((end) => (head?.chars ?? 0) >= end).length;
  // A number first, so that the bands come in their order.
  return band === LENGTHS.length ? `${band + 1}: ${LENGTHS[band - 1]}+` : `${band + 1}: ${LENGTHS[band - 1] ?? 0}–${LENGTHS[band]! - 1}`;
}

function scoreGroup(
  by: ScoreGrouping,
  name: string,
  own: readonly ScoredNugget[],
  documents: ReadonlyMap<string, TrecScores>,
  interval: (values: readonly number[]) => Interval,
): ScoreGroup {
  const count = (value: Scored['faithful']) => own.filter(({ faithful }) => faithful === value).length;
  const scored = own.filter(isScored);
  const ends = SCORE_NAMES.map((score) => [score, interval([...documents.values()].map((one) => one[score]))] as const);
  return {
    by,
    name,
    documents: documents.size,
    nuggets: scored.length,
    vital_nuggets: scored.filter(({ importance }) => importance === 'vital').length,
    support: count('support'),
    partial: count('partial'),
    no_support: count('no_support'),
    unknown: count('unknown'),
    disputed: own.filter(({ disputed }) => disputed).length,
    mean: meanScores(documents.values()),
    pooled: trecScores(own),
    ci95: Object.fromEntries(ends) as ScoreGroup['ci95'],
  };
}

/** Extractor → documents that were judged, that it has read, and in which it found nothing. */
async function readWithoutNuggets(
  { store }: EngineContext,
  collection: string,
  nuggets: readonly ScoredNugget[],
): Promise<Map<string, Set<string>>> {
  const judged = new Set(nuggets.filter(isScored).map(({ doc_id }) => doc_id));
  const lines = (await store.extractions(collection)).filter(
    (line) => judged.has(line.doc_id) && line.status === 'done' && line.nuggets === 0,
  );
  return new Map([...groupBy(lines, ({ extractor }) => extractor)].map(([name, own]) => [name, new Set(own.map(({ doc_id }) => doc_id))]));
}

type ByExtractor = readonly (readonly [string, ReadonlyMap<string, TrecScores>])[];

function pairsOf(extractors: ByExtractor, interval: (values: readonly number[]) => Interval): ScoresOutput['pairs'] {
  const inOrder = [...extractors].sort(([a], [b]) => compareBytes(a, b));
  return inOrder.flatMap(([a, mine], i) =>
    inOrder.slice(i + 1).map(([b, theirs]) => {
      const differences = [...mine].flatMap(([doc, { all }]) => (theirs.has(doc) ? [all - theirs.get(doc)!.all] : []));
      const mean = differences.reduce((sum, x) => sum + x, 0) / differences.length;
      return { a, b, documents: differences.length, difference: differences.length === 0 ? null : mean, ci95: interval(differences) };
    }),
  );
}

/** Nobody where two are too close, or have no documents in common. */
function leader(extractors: ByExtractor, pairs: ScoresOutput['pairs']): string | null {
  if (extractors.length < 2) return null;
  const isAhead = (name: string) =>
    pairs.filter(({ a, b }) => a === name || b === name).every(({ a, ci95 }) => ci95 !== null && (a === name ? ci95[0] > 0 : ci95[1] < 0));
  return extractors.map(([name]) => name).find(isAhead) ?? null;
}
