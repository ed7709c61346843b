/**
 * What a language model has answered about a document that is not finished: a pause, a crash or a fault costs the answer
 * that was under way, and the next reading goes on behind the last one.
 */
import { z } from 'zod';
import type { Document } from '../../../shared/domain';
import type { Answer } from '../chat/chatModel';
import type { AnswerLog } from '../chat/recalling';
import { once } from '../once';
import type { Extractor, Store } from '../ports';
import { sha256Hex } from '../text/hash';

const Kept = z.object({
  question: z.string(),
  answer: z.object({
    raw: z.string(),
    stop: z.enum(['eog', 'complete', 'maxTokens', 'loop']),
    promptTokens: z.number(),
    answerTokens: z.number(),
    facts: z.record(z.string(), z.unknown()).optional(),
  }),
});

export interface ReadingLog extends AnswerLog {
  /** Whether the last answer was one of an earlier reading: it took no time and no tokens. */
  readonly recalled: boolean;
  /** The document is committed, or what was answered is of no use. A file that stays is harmless: its name tells what it came before. */
  drop(): Promise<void>;
}

/** What reads, and what its readings are told apart by. */
type Reading = { readonly key: string } & Pick<Extractor, 'id' | 'makes'>;

/** Nothing is read or written before the first question: an extractor without a model asks none. */
export function readingLog(store: Store, document: Document, how: Reading): ReadingLog {
  let asked = false;
  const open = once(async () => {
    asked = true;
    const name = await nameOf(store, document, how);
    return { name, lines: (await store.keptAnswers(name)).map((line) => Kept.safeParse(line)) };
  });
  /** Answers of the file that are in use. */
  let used = 0;
  let isNew = false;
  return {
    get recalled() {
      return used > 0 && !isNew;
    },
    async recall(question) {
      const next = (await open()).lines[used]?.data;
      // Once a question is new, what follows it is.
      isNew ||= next?.question !== question;
      if (isNew) return undefined;
      used++;
      return next!.answer as Answer;
    },
    async keep(question, answer) {
      const { name, lines } = await open();
      // What was asked in another way is not to stand between this answer and those before it.
      if (lines.length > used)
        await store.cutAnswers(
          name,
          lines.splice(0, used).map(({ data }) => data),
        );
      lines.length = 0;
      await store.keepAnswer(name, { question, answer });
    },
    async drop() {
      if (!asked) return;
      await open()
        .then(({ name }) => store.cutAnswers(name, []))
        .catch(() => {});
    },
  };
}

/** The questions about a document whose answers are kept, in order: what a reading would not ask again. Changes nothing. */
export async function questionsKept(store: Store, document: Document, how: Reading): Promise<string[]> {
  const lines = (await store.glanceAtAnswers(await nameOf(store, document, how))).map((line) => Kept.safeParse(line));
  return lines.flatMap(({ data }) => data?.question ?? []);
}

/**
 * Names text, language and extraction, and the reading that is there already, so that what was answered for that one is never
 * taken for a second one.
 */
async function nameOf(store: Store, { collection, doc_id, lang, sha256 }: Document, { key, id, makes }: Reading): Promise<string> {
  const lines = makes === 'summary' ? await store.summaries(collection, doc_id) : await store.extractions(collection, doc_id);
  const finished = lines.find((line) => line.extractor === id && line.key === key && line.status !== 'failed');
  return sha256Hex(JSON.stringify([collection, doc_id, lang, sha256, id, key, finished?.at ?? ''])).slice(0, 32);
}
