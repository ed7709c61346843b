/** A chat model with a prompt profile, behind the Extractor port. */
import type { ExtractorId } from '../../../shared/domain';
import type { ChatModel } from '../chat/chatModel';
import { recalling } from '../chat/recalling';
import type { Extractor, TraceDraft } from '../ports';
import type { WindowRecord } from './askWindow';
import type { Profile } from './profile';
import { budgets, type ReadingLimits, readDocument } from './readDocument';
import { readSummary } from './summary/readSummary';

/** Changes with anything in this folder that changes nuggets: it goes into the extraction key. */
const VERSION = '3';

export interface ChatExtractorOptions {
  /** Default: `llama`. */
  readonly id?: ExtractorId;
  /** How many documents the model reads at once; default 1. */
  readonly lanes?: number;
  /** More that changes the answers: it goes into the extraction key and the traces. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly modelId: string;
  /** SHA-256 of the model file; '' where there is no file to look at. */
  readonly modelSha256: string;
  readonly limits: ReadingLimits;
}

/** @throws BAD_INPUT where the context is too small for a prompt of the profile */
export function createChatExtractor(model: ChatModel, profile: Profile, options: ChatExtractorOptions): Extractor {
  const { id = 'llama', lanes = 1, modelId, modelSha256, limits } = options;
  for (const lang of ['pt', 'en'] as const) budgets(model, profile.prompts[lang], limits);
  // Threads and lanes are left out: they change the time, not the answers.
  const params = {
    context_size: model.contextSize,
    max_tokens: limits.maxTokens,
    window_tokens: limits.windowTokens,
    overlap: limits.overlap,
    temperature: 0,
    seed: limits.seed,
    chat_template: model.template,
    prompt_sha256: { pt: profile.prompts.pt.sha256, en: profile.prompts.en.sha256 },
    ...options.params,
  };
  return {
    id,
    makes: profile.kind,
    version: VERSION,
    model: { id: modelId, sha256: modelSha256 },
    profile: { id: profile.id, sha256: profile.sha256 },
    params,
    lanes,
    async extract(document, { onTrace, answers, ...call }) {
      const asked = answers ? recalling(model, answers) : model;
      const { lang } = document;
      const prompt = profile.prompts[lang];
      const toTrace = (window: WindowRecord, i: number): TraceDraft => ({
        extractor: id,
        extractor_version: VERSION,
        model_id: modelId,
        model_sha256: modelSha256,
        profile_id: profile.id,
        profile_sha256: prompt.sha256,
        params: JSON.stringify({
          ...params,
          lang,
          prompt_tokens: window.promptTokens,
          answer_tokens: window.answerTokens,
          ...window.facts,
        }),
        window: i,
        window_start: window.start,
        window_end: window.end,
        raw: window.raw,
        stop_reason: window.stop,
        attempts: window.attempts,
      });
      const onRecord = (record: WindowRecord, i: number) => onTrace?.(toTrace(record, i));
      const how = { ...call, onRecord };
      const { windows, ...reading } = await (profile.kind === 'nuggets'
        ? readDocument(asked, profile, document, limits, how)
        : readSummary(asked, profile, document, limits, how));
      return { ...reading, traces: windows.map(toTrace) };
    },
    dispose: () => model.dispose(),
  };
}
