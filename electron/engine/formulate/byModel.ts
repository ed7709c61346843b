/** A chat model that writes the issues that the facts of a case raise. */
import type { ExtractorId, Lang } from '../../../shared/domain';
import type { RemoteUsage } from '../../../shared/endpoints';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { PHRASES } from '../../../shared/formulation';
import type { ChatModel } from '../chat/chatModel';
import { fitText } from '../chat/fitText';
import type { Prompt } from '../chat/prompt';
import type { FormulationDraft, Formulator } from './formulator';
import { ISSUES_SCHEMA, readIssues } from './reply';

/** Changes with anything in this file or in reply.ts that changes phrases: it goes into the key. */
const VERSION = '1';
const ANSWER_TOKENS = 256;
/** At temperature 0 the same question gives the same answer. */
const RETRY_TEMPERATURE = 0.4;
const SEED = 7;
const SMALLEST_TEXT = 64;

export interface ModelFormulatorOptions {
  readonly id: ExtractorId;
  readonly modelId: string;
  /** '' where there is no file to look at. */
  readonly modelSha256: string;
  readonly lanes: number;
  /** More that changes the answers. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly prompts: Readonly<Record<Lang, Prompt>>;
  readonly usage?: () => RemoteUsage;
}

/** @throws BAD_INPUT where the context has no room for a query beside the prompt */
export function formulatorByModel(model: ChatModel, options: ModelFormulatorOptions): Formulator {
  const { id, modelId, modelSha256, lanes, prompts, usage } = options;
  for (const lang of ['pt', 'en'] as const) roomFor(model, prompts[lang]);
  return {
    id,
    version: VERSION,
    model: { id: modelId, sha256: modelSha256 },
    prompts: { pt: prompts.pt.sha256, en: prompts.en.sha256 },
    params: {
      context_size: model.contextSize,
      max_tokens: ANSWER_TOKENS,
      temperature: 0,
      seed: SEED,
      chat_template: model.template,
      ...options.params,
    },
    lanes,
    ...(usage && { usage }),
    formulate: ({ lang, text }, signal) => formulate(model, prompts[lang], text, signal),
    dispose: () => model.dispose(),
  };
}

/** What asking about a query takes at most: for an estimate, nothing is asked. */
export function planFormulation(model: Pick<ChatModel, 'contextSize' | 'countMessages' | 'count'>, prompt: Prompt, text: string) {
  const head = fitText(text, roomFor(model, prompt), model.count);
  return { prompt: model.countMessages({ system: prompt.system, user: prompt.user(head) }), answer: ANSWER_TOKENS };
}

function roomFor(model: Pick<ChatModel, 'contextSize' | 'countMessages'>, prompt: Prompt): number {
  const room = model.contextSize - model.countMessages({ system: prompt.system, user: prompt.user('') }) - ANSWER_TOKENS - 8;
  if (room >= SMALLEST_TEXT) return room;
  throw new AppError(
    'BAD_INPUT',
    `A context of ${model.contextSize} tokens has no room for a query beside the prompt.`,
    `It needs at least ${model.contextSize - room + SMALLEST_TEXT}: use a model with a longer context.`,
  );
}

async function formulate(model: ChatModel, prompt: Prompt, text: string, signal?: AbortSignal): Promise<FormulationDraft> {
  const count = (await model.counterFor?.(text, signal)) ?? model.count;
  const head = fitText(text, roomFor(model, prompt), count);
  const messages = { system: prompt.system, user: prompt.user(head) };
  const words = `${prompt.system}\n${prompt.user('')}`;
  const ask = async (temperature: number) => {
    throwIfAborted(signal);
    const answer = await model.ask(messages, {
      schema: ISSUES_SCHEMA,
      maxTokens: ANSWER_TOKENS,
      temperature,
      seed: SEED,
      ...(signal && { signal }),
    });
    return { answer, read: readIssues(answer.raw, words) };
  };
  const first = await ask(0);
  const tries = first.read.phrases.length < PHRASES ? [first, await ask(RETRY_TEMPERATURE)] : [first];
  // Of two the first with most phrases: what was found by itself goes before what had to be asked for again.
  const best = tries.reduce((kept, next) => (next.read.phrases.length > kept.read.phrases.length ? next : kept));
  const notes = [
    head.length < text.length ? `only the first ${head.length} of ${text.length} characters fit the context` : '',
    best.read.phrases.length < PHRASES ? `${best.read.phrases.length} of ${PHRASES} phrases (${best.answer.stop})` : '',
    best.read.note,
  ];
  return {
    phrases: best.read.phrases,
    note: notes.filter(Boolean).join('; '),
    raw: tries.map(({ answer }) => answer.raw).join('\n--- asked again\n'),
    stop: tries.map(({ answer }) => answer.stop).join(' | '),
    attempts: tries.length,
    facts: {
      prompt_tokens: tries.reduce((sum, { answer }) => sum + answer.promptTokens, 0),
      answer_tokens: tries.reduce((sum, { answer }) => sum + answer.answerTokens, 0),
      ...Object.assign({}, ...tries.map(({ answer }) => answer.facts)),
    },
  };
}
