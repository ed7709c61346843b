/** Asks a chat model whether a text bears a statement; the answer is bound to one of three words, and checked all the same. */

import type { Lang } from '../../../shared/domain';
import type { ChatModel, Messages } from '../chat/chatModel';

const VERDICTS = ['support', 'partial', 'no_support'] as const;
export type Verdict = (typeof VERDICTS)[number];

const SCHEMA = {
  type: 'object',
  properties: { verdict: { type: 'string', enum: [...VERDICTS] } },
  required: ['verdict'],
  additionalProperties: false,
};
const ANSWER_TOKENS = 48;

const SYSTEM: Readonly<Record<Lang, string>> = {
  en: 'You check whether a text of a court decision bears a statement. Answer in JSON. "support": the text says all of it. "partial": the text says a part of it, or with a condition that the statement leaves out. "no_support": the text does not say it.',
  pt: 'Você verifica se um trecho de uma decisão judicial sustenta uma afirmação. Responda em JSON. "support": o trecho diz tudo o que ela diz. "partial": o trecho diz uma parte, ou com condição que a afirmação omite. "no_support": o trecho não diz isso.',
};

const messagesFor = (statement: string, text: string, lang: Lang): Messages => ({
  system: SYSTEM[lang],
  user: lang === 'pt' ? `Trecho:\n${text}\n\nAfirmação:\n${statement}` : `Text:\n${text}\n\nStatement:\n${statement}`,
});

/** @returns null where the statement does not fit the model's context, or its answer is none of the three */
export async function askEntailment(
  model: ChatModel,
  { statement, text, lang }: { statement: string; text: string; lang: Lang },
  signal?: AbortSignal,
): Promise<Verdict | null> {
  let shown = text;
  // The middle is the evidence: what is too much goes from both ends.
  while (shown.length > 0 && model.countMessages(messagesFor(statement, shown, lang)) + ANSWER_TOKENS > model.contextSize) {
    const cut = Math.ceil(shown.length / 8);
    shown = shown.slice(cut, shown.length - cut).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  }
  if (shown.trim() === '') return null;
  const options = { schema: SCHEMA, maxTokens: ANSWER_TOKENS, temperature: 0, seed: 1, ...(signal ? { signal } : {}) };
  const { raw } = await model.ask(messagesFor(statement, shown, lang), options);
  try {
    const { verdict } = JSON.parse(raw) as { verdict?: unknown };
    return VERDICTS.find((one) => one === verdict) ?? null;
  } catch {
    return null;
  }
}
