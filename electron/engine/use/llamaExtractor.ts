/** A chat GGUF with a prompt profile → an extractor. */
import { basename } from 'node:path';
import { createChatExtractor } from '../extract/chatExtractor';
import { loadProfile } from '../extract/profile';
import { type ChatModelOptions, openChatModel } from '../llama/openChatModel';
import type { Extractor } from '../ports';

export interface LlamaOptions extends ChatModelOptions {
  readonly modelSha256: string;
  readonly profileDir: string;
  readonly profile: string;
  /** Tokens of one answer. */
  readonly maxTokens?: number;
  /** Tokens of text in one window. */
  readonly windowTokens?: number;
}

const SEED = 7;

/** @throws MODEL_FAILED where the file does not load, NOT_FOUND or BAD_INPUT where the profile does not, BAD_INPUT where the context is too small for the prompt */
export async function createLlamaExtractor(options: LlamaOptions): Promise<Extractor> {
  const profile = await loadProfile(options.profileDir, options.profile);
  const model = await openChatModel(options);
  const maxTokens = options.maxTokens ?? 1536;
  const windowTokens = options.windowTokens ?? 3072;
  try {
    return createChatExtractor(model, profile, {
      modelId: basename(options.modelPath),
      modelSha256: options.modelSha256,
      limits: { maxTokens, windowTokens, overlap: 0.1, seed: SEED },
    });
  } catch (error) {
    await model.dispose();
    throw error;
  }
}
