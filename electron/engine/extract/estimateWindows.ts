/** The windows that a text would be read in, before any model is there to count its tokens. */
import type { Lang } from '../../../shared/domain';
import type { Profile } from './profile';
import { budgets, READING } from './readDocument';
import { cutWindows, type Window } from './windows';

/** About so many characters of legal Portuguese or English are a token of today's models. */
const CHARS_A_TOKEN = 3.6;
const CONTEXT = 8192;

export interface EstimatedWindow extends Window {
  /** Of the whole prompt with this window in it. */
  readonly promptTokens: number;
}

export function estimateWindows(profile: Profile, lang: Lang, text: string): EstimatedWindow[] {
  const prompt = profile.prompts[lang];
  const count = (part: string) => Math.ceil(part.length / CHARS_A_TOKEN);
  const countMessages = ({ system, user }: { system: string; user: string }) => count(system) + count(user) + 16;
  const { text: budget } = budgets({ contextSize: CONTEXT, countMessages }, prompt, READING);
  return cutWindows(text, budget, Math.floor(budget * READING.overlap), count)
    .filter(({ start, end }) => /\S/.test(text.slice(start, end)))
    .map(({ start, end }) => {
      const user = prompt.user(text.slice(start, end));
      return { start, end, promptTokens: countMessages({ system: prompt.system, user }) };
    });
}
