/** A chat GGUF with a prompt profile → an extractor. */
import { basename } from 'node:path';
import { createChatExtractor } from '../extract/chatExtractor';
import type { Profile } from '../extract/profile';
import { READING } from '../extract/readDocument';
import { type ChatModelOptions, type LlamaChatModel, openChatModel } from '../llama/openChatModel';
import type { Extractor } from '../ports';

export interface LlamaOptions extends ChatModelOptions {
  readonly modelSha256: string;
  readonly profile: Profile;
  /** Tokens of one answer. */
  readonly maxTokens?: number;
  /** Tokens of text in one window. */
  readonly windowTokens?: number;
}

/** @throws MODEL_FAILED where the file does not load, BAD_INPUT where the context is too small for the prompt */
export async function createLlamaExtractor(
  options: LlamaOptions,
  open: (options: LlamaOptions) => Promise<LlamaChatModel> = openChatModel,
): Promise<Extractor> {
  const model = await open(options);
  const { maxTokens = READING.maxTokens, windowTokens = READING.windowTokens } = options;
  try {
    return createChatExtractor(model, options.profile, {
      modelId: basename(options.modelPath),
      modelSha256: options.modelSha256,
      lanes: model.lanes,
      params: { flash_attention: model.flashAttention },
      limits: { ...READING, maxTokens, windowTokens },
    });
  } catch (error) {
    await model.dispose();
    throw error;
  }
}
