/** A language model that answers by rule, behind the real windows, evidence and traces: each answer quotes the window it was asked about. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChatModel, Messages } from '../../electron/engine/chat/chatModel';
import type { Prompt } from '../../electron/engine/chat/prompt';
import { createChatExtractor } from '../../electron/engine/extract/chatExtractor';
import { THESES } from '../../electron/engine/extract/itemForm';
import { loadProfile } from '../../electron/engine/extract/loadProfile';
import type { NuggetProfile, SummaryProfile } from '../../electron/engine/extract/profile';
import type { Extractor } from '../../electron/engine/ports';

const prompt: Prompt = { lang: 'pt', system: 'Extraia teses.', sha256: 'p'.repeat(64), user: (text) => `Trecho: ${text}` };
const NUGGETS: NuggetProfile = {
  kind: 'nuggets',
  id: 'teste',
  sha256: 'f'.repeat(64),
  prompts: { pt: prompt, en: prompt },
  form: THESES,
  checks: ['evidence', 'length'],
  length: { least: 20, most: 400 },
};

export interface ChatScript {
  readonly makes?: 'nuggets' | 'summary';
  readonly lanes?: number;
  readonly seed?: number;
  /** Hears of each question and may wait, or throw. @param n from 0 on */
  readonly onAsk?: (n: number, signal: AbortSignal | undefined) => Promise<void> | void;
}

/** Paragraphs of their own words: about 30 make a window. */
export const longText = (paragraphs: number, name = 'a'): string =>
  Array.from(
    { length: paragraphs },
    (_, i) => `Parágrafo ${i} de ${name}: a obrigação número ${i} cabe a quem a assumiu por escrito.`,
  ).join('\n\n');

/** Every third answer is cut, so that its window is asked about again in two halves. */
export async function chatExtractor({
  makes = 'nuggets',
  lanes = 1,
  seed = 7,
  onAsk,
}: ChatScript = {}): Promise<Extractor & { readonly asked: string[] }> {
  const asked: string[] = [];
  const count = (text: string) => Math.ceil(text.length / 4);
  const countMessages = ({ system, user }: Messages) => count(system) + count(user) + 10;
  const summary = (await loadProfile('resources/prompts/summary-v4.json')).profile as SummaryProfile;
  const model: ChatModel = {
    contextSize: 4000,
    template: 'script',
    count,
    countMessages,
    async ask(messages, { signal }) {
      const text = messages.user.slice('Trecho: '.length);
      const n = asked.push(text) - 1;
      await onAsk?.(n, signal);
      const quote = text.trim().slice(0, 60);
      const whole =
        makes === 'nuggets'
          ? JSON.stringify({ nuggets: [{ text: `A tese: ${quote}`, quotes: [quote] }] })
          : JSON.stringify({
              facts: [{ text: `O fato: ${quote}`, quote }],
              issues: [],
              reasoning: [],
              new_legal_principle: [],
              important_subjects: [],
              citation_principles: [],
            });
      // What is cut hangs on the text, as a model's answers do.
      const raw = text.length % 3 === 0 ? whole.slice(0, -4) : whole;
      return {
        raw,
        stop: raw === whole ? 'complete' : 'maxTokens',
        promptTokens: countMessages(messages),
        answerTokens: count(raw),
        facts: { served: 'script-1' },
      };
    },
    dispose: async () => undefined,
  };
  const profile = makes === 'nuggets' ? NUGGETS : { ...summary, id: 'resumo', prompts: { pt: prompt, en: prompt } };
  const limits = { maxTokens: 400, windowTokens: 600, overlap: 0.1, seed };
  const extractor = createChatExtractor(model, profile, { lanes, modelId: 'script.gguf', modelSha256: 'm'.repeat(64), limits });
  return { ...extractor, asked };
}

/** Waits, and ends at once where it is aborted, as a model does. */
export const slowly =
  (ms: number): NonNullable<ChatScript['onAsk']> =>
  (_, signal) =>
    pause(ms, undefined, signal ? { signal } : {});
