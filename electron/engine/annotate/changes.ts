/** What an annotator changes, held against the text. Pure. */
import { type JudgedChanges, type JudgedValues, type MarkedSpan, Problem } from '../../../shared/annotation';
import type { ParsedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';

type Given = ParsedInput<'annotate'>['changes'];

/** @throws BAD_INPUT where a marked span is no place of the text */
export function checkChanges({ evidence, problems, note, tags, text, ...labels }: Given, source: string, original: string): JudgedChanges {
  // A field that is absent stays; one that is `undefined` is absent too.
  const said = Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== undefined)) as JudgedChanges;
  return {
    ...said,
    ...(problems === undefined ? {} : { problems: Problem.options.filter((problem) => problems.includes(problem)) }),
    ...(note === undefined ? {} : { note: note.trim() }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    // The original itself is no edit.
    ...(text === undefined ? {} : { text: text === null || text === original || text.trim() === '' ? null : text.trim() }),
    ...(evidence === undefined ? {} : { evidence: evidence === null ? null : evidence.map((span) => markedSpan(span, source)) }),
  };
}

export function markedSpan({ start, end, quote }: { start: number; end: number; quote?: string | undefined }, text: string): MarkedSpan {
  const words = text.slice(start, end);
  const fault =
    end > text.length
      ? `the text has only ${text.length} characters`
      : start >= end
        ? 'it ends before it begins'
        : splitsCharacter(text, start) || splitsCharacter(text, end)
          ? 'it splits a character'
          : quote !== undefined && quote !== words
            ? `the text reads "${shorten(words)}" there, not "${shorten(quote)}"`
            : undefined;
  if (fault) {
    throw new AppError(
      'BAD_INPUT',
      `The span ${start}–${end} can't be evidence: ${fault}.`,
      'Offsets count UTF-16 code units of the stored text. Mark the words anew.',
    );
  }
  return { start, end, quote: words };
}

const shorten = (words: string): string => (words.length > 80 ? `${words.slice(0, 80)}…` : words);

/** Whether a place lies between the halves of a surrogate pair. */
const splitsCharacter = (text: string, at: number): boolean =>
  /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) && /[\ud800-\udbff]$/.test(text.slice(Math.max(0, at - 1), at));

/** The part of the changes that would change something. */
export function realChanges(before: JudgedValues, changes: JudgedChanges): JudgedChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof JudgedValues])),
  ) as JudgedChanges;
}
