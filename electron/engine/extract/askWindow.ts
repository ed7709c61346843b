/** One window of a text and its answers: a first one, and where that is not whole, one more about the rest. */
import type { Answer } from '../chat/chatModel';
import type { Window } from './windows';

/** A text that can't usefully be halved is asked about again as it is, less deterministically. */
const SMALLEST_HALF = 200;
const RETRY_TEMPERATURE = 0.4;

/** What one window gave: as much of a trace as the window knows. */
export interface WindowRecord extends Window {
  readonly raw: string;
  readonly stop: string;
  readonly attempts: number;
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** Of all its answers. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A stretch that was asked about, and what was answered. */
export interface Asked {
  readonly asked: Window;
  readonly answer: Answer;
}

/**
 * @param onRecord hears what was answered, also of what came before a fault
 * @param how.rest what is to be asked about again after a first answer; [] where that is whole
 */
export async function askWindow<A extends Asked>(
  window: Window,
  onRecord: (record: WindowRecord) => void,
  how: { ask(asked: Window, temperature: number): Promise<A>; rest(first: A): readonly Window[] },
): Promise<{ attempts: readonly A[]; record: WindowRecord }> {
  const attempts: A[] = [];
  try {
    const first = await how.ask(window, 0);
    attempts.push(first);
    for (const part of how.rest(first)) {
      // At temperature 0 the same text gives the same answer.
      const same = part.start === window.start && part.end === window.end;
      attempts.push(await how.ask(part, same ? RETRY_TEMPERATURE : 0));
    }
  } catch (fault) {
    const answered = recordOf(window, attempts);
    onRecord({ ...answered, stop: [answered.stop, 'failed'].filter(Boolean).join(' | '), attempts: attempts.length + 1 });
    throw fault;
  }
  const record = recordOf(window, attempts);
  onRecord(record);
  return { attempts, record };
}

/** Both halves of a window, cut before a word; the window itself where it is too short for that. */
export function halves({ start, end }: Window, text: string): Window[] {
  if (end - start < 2 * SMALLEST_HALF) return [{ start, end }];
  const space = text.lastIndexOf(' ', (start + end) >> 1);
  const cut = space > start ? space + 1 : (start + end) >> 1;
  return [
    { start, end: cut },
    { start: cut, end },
  ];
}

/** What was asked about a window and answered, as one record. */
const recordOf = (window: Window, attempts: readonly Asked[]): WindowRecord => ({
  ...window,
  raw: attempts.length === 1 ? attempts[0]!.answer.raw : attempts.map(headed).join('\n'),
  stop: attempts.map(({ answer }) => answer.stop).join(' | '),
  attempts: attempts.length,
  promptTokens: sum(attempts.map(({ answer }) => answer.promptTokens)),
  answerTokens: sum(attempts.map(({ answer }) => answer.answerTokens)),
  facts: Object.assign({}, ...attempts.map(({ answer }) => answer.facts)),
});
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const headed = ({ asked, answer }: Asked): string => `--- characters ${asked.start}–${asked.end}, ${answer.stop}\n${answer.raw}`;
