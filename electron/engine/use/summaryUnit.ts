/** A summary as a search shows it: the fields that speak of what was asked for, with their places in the text. */
import type { ResultUnit } from '../../../shared/contract';
import type { Summary, SummaryItem } from '../../../shared/domain';
import { fold } from '../text/fold';
import { FUNCTION_WORDS } from '../text/language';

/** Shorter words are mostly numbers of provisions and bits of names. */
const LEAST_LETTERS = 4;

/**
 * The fields that share most words with the query come first, in the form's order among equals; each tells the words.
 * Whole words are compared, accents and case aside: it explains a rank, it does not make it.
 */
export function summaryUnit(summary: Summary, score: number, query: string): ResultUnit {
  const asked = wordsOf(query);
  const fields = summary.fields
    .filter(({ ranked, items }) => ranked && items.length > 0)
    .map(({ name, items }) => {
      const words = wordsOf(items.map(({ text }) => text).join(' '));
      return { name, items, words: [...asked].filter((word) => words.has(word)) };
    })
    .sort((a, b) => b.words.length - a.words.length);
  const best = fields[0];
  return {
    id: summary.id,
    text: best ? textOf(best.items) : '',
    score,
    spans: best?.items.flatMap(({ spans }) => spans) ?? [],
    tier: null,
    extractor: summary.extractor,
    status: null,
    fields: fields.map(({ name, items, words }) => ({ name, text: textOf(items), words })),
  };
}

/** Sentences follow each other; phrases are told apart. */
const textOf = (items: readonly SummaryItem[]): string =>
  items.map(({ text }, i) => (i === items.length - 1 ? text : /[.!?:;]["”’)]*$/.test(text) ? `${text} ` : `${text}; `)).join('');

function wordsOf(text: string): Set<string> {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= LEAST_LETTERS && !FUNCTION_WORDS.has(word)));
}
