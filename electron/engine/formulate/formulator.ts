/** Who puts queries in other words: rules, or a language model wherever it runs. */
import type { ExtractorId, Lang } from '../../../shared/domain';
import type { RemoteUsage } from '../../../shared/endpoints';
import { sha256Hex } from '../text/hash';

/** What was made of one query. */
export interface FormulationDraft {
  /** At most three. */
  readonly phrases: readonly string[];
  readonly note: string;
  readonly raw: string;
  readonly stop: string;
  readonly attempts: number;
  /** What a reader of the trace must know beside, JSON-safe. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface Formulator {
  readonly id: ExtractorId;
  readonly version: string;
  readonly model: { readonly id: string; readonly sha256: string };
  /** SHA-256 of the prompt of each language, or of the rules. */
  readonly prompts: Readonly<Record<Lang, string>>;
  /** Everything else that changes the phrases, JSON-safe. */
  readonly params: Readonly<Record<string, unknown>>;
  /** How many queries it can be given at once. */
  readonly lanes: number;
  usage?(): RemoteUsage;
  formulate(query: { readonly lang: Lang; readonly text: string }, signal?: AbortSignal): Promise<FormulationDraft>;
  dispose(): Promise<void>;
}

/** Names everything that changes what is made of a text: it is made again only when this changes. */
export function formulationKey({ id, version, model, prompts, params }: Formulator): string {
  // A model elsewhere has no file: host and name are among the parameters.
  return sha256Hex(JSON.stringify([id, version, model.sha256, prompts.pt, prompts.en, params])).slice(0, 10);
}
