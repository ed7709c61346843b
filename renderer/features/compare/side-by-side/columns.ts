/** Columns of the comparison: where each comes from, and its documents in one shape. Pure. */
import type { RerankedPlace, RescoreOutput, ResultDocument, SearchOutput } from '../../../../shared/contract';
import type { Lang } from '../../../../shared/domain';
import { type Move, rankMoves } from '../../../../shared/moves';
import type { Ranking } from './ranking';

/** A ranking that is searched for now, or a kept run (by its entry's key). */
export type Source = { readonly kind: 'live'; readonly ranking: Ranking } | { readonly kind: 'run'; readonly key: string };

export interface ColumnRow {
  readonly rank: number;
  readonly doc_id: string;
  readonly title: string;
  readonly facts: string;
  readonly date: string;
  readonly lang: Lang;
  readonly score: number;
  readonly tied: boolean;
  /** The words that brought it there; '' for a whole document. */
  readonly words: string;
  /** Of a run that a model read anew. */
  readonly reranked: RerankedPlace | null;
}

const factsOf = ({ court, class: kind }: { court: string; class: string }): string => [court, kind].filter(Boolean).join(' · ');

export const searchedRows = ({ results, config }: SearchOutput): ColumnRow[] =>
  results.map((result: ResultDocument) => {
    const { rank, doc_id, title, date, lang, score, tied, units } = result;
    return {
      rank,
      doc_id,
      title,
      facts: factsOf(result),
      date,
      lang,
      score,
      tied,
      words: config.unit === 'document' ? '' : (units[0]?.text ?? ''),
      reranked: null,
    };
  });

/** The words are those of the first part that has any that are not the whole document. */
export const rescoredRows = ({ ranking }: RescoreOutput): ColumnRow[] =>
  (ranking ?? []).map((result) => {
    const { rank, doc_id, title, date, lang, score, tied, evidence, reranked } = result;
    const part = evidence.find(({ unit, units }) => unit !== 'document' && units.length > 0);
    return { rank, doc_id, title, facts: factsOf(result), date, lang, score, tied, words: part?.units[0]?.text ?? '', reranked };
  });

const ids = (rows: readonly ColumnRow[]) => rows.map(({ doc_id }) => doc_id);

/** How each document of a ranking stands against the first column's. */
export function movesAgainst(base: readonly ColumnRow[], rows: readonly ColumnRow[]): ReadonlyMap<string, Move> {
  return new Map(rankMoves(ids(base), ids(rows)).moves.map(({ doc_id, move }) => [doc_id, move]));
}

export interface Tally {
  /** Relevant documents among the first ten. */
  readonly found: number;
  readonly relevant: number;
  /** Rank of the first relevant document, null where none is in the ranking. */
  readonly first: number | null;
}

export const SHOWN = 10;

export function tallyOf(rows: readonly ColumnRow[], grades: ReadonlyMap<string, number>): Tally {
  const isRelevant = ({ doc_id }: ColumnRow) => (grades.get(doc_id) ?? 0) >= 1;
  return {
    found: rows.slice(0, SHOWN).filter(isRelevant).length,
    relevant: [...grades.values()].filter((grade) => grade >= 1).length,
    first: rows.find(isRelevant)?.rank ?? null,
  };
}
