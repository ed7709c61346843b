/** Messages about keys: the page gives one, the engine asks for one. Neither is passed on to the other. */
import { hasKey, hasKeychain, keepKey, readKey } from './keychain';

interface Question {
  readonly id: number;
  readonly ask: 'find' | 'read';
  readonly name: string;
  readonly origin: string;
}

const word = (value: unknown): value is string => typeof value === 'string' && value.length < 1000;

/** The answer to a frame of the page, undefined where it is about something else. */
export function answerPage(frame: unknown): object | undefined {
  const { t, id, name, origin, value } = (frame ?? {}) as Record<string, unknown>;
  if (t !== 'key') return undefined;
  const whole = typeof id === 'number' && word(name) && word(origin) && word(value);
  let kept = false;
  try {
    kept = whole && keepKey(name, origin, value.trim());
  } catch {
    // A full disk, a folder that can't be written: the page says that it was not kept.
  }
  return { t: 'key', id, kept, keychain: hasKeychain() };
}

/** The answer to a message of the engine, undefined where it is about something else. */
export function answerEngine(message: unknown): object | undefined {
  const { key } = (message ?? {}) as { key?: Question };
  if (key === undefined) return undefined;
  const { id, ask, name, origin } = key;
  return { key: { id, value: ask === 'find' ? hasKey(name, origin) : readKey(name, origin) } };
}
