/** What every use case gets: the open workspace, the models, and the caches that live as long as the engine. */
import type { ExtractorId } from '../../../shared/domain';
import type { LlamaChatModel } from '../llama/openChatModel';
import type { Clock, DotScorer, Encoder, Extractor, Store } from '../ports';
import type { Endpoints } from './endpoints';
import type { HeldChat } from './heldChat';
import type { SearchSpaces } from './searchSpaces';

export interface EngineConfig {
  /** Folder of the workspace; made where it is not there and the mode is write. */
  readonly workspace: string;
  readonly mode: 'write' | 'read';
  /** The product's own `resources` and `models` folders. */
  readonly resources: string;
  readonly models: string;
  /** More folders in which encoders and GGUF files are looked for. */
  readonly modelFolders: readonly string[];
  readonly version: string;
  readonly threads?: number;
  /** Where the keys of remote endpoints are; they are never written to the workspace. */
  readonly keys: KeySource;
}

export interface KeySource {
  /** Whether this host has a keychain; else the environment alone holds keys. */
  readonly keychain: boolean;
  /** Whether there is one, without reading it. */
  find(name: string, origin: string): Promise<'environment' | 'keychain' | 'none'>;
  /** @param origin that the key may be sent to: one that was kept for another is not given */
  read(name: string, origin: string): Promise<string | undefined>;
}

export interface ExtractorChoice {
  readonly extractor?: ExtractorId;
  readonly model?: string;
  /** Name of a remote endpoint. */
  readonly endpoint?: string;
  readonly profile?: string;
  /** Whose remembered profile is taken where none is named. */
  readonly collection?: string;
}

export interface EngineContext {
  readonly config: EngineConfig;
  readonly store: Store;
  readonly clock: Clock;
  readonly threads: number;
  readonly defaultEncoder: string;
  /** Opens once and keeps; without an id, the default encoder. */
  encoder(id?: string): Promise<Encoder>;
  /** The encoder's files have changed: the next use opens them anew, what still uses the old ones may go on. */
  reopenEncoder(id: string): void;
  dot(): Promise<DotScorer>;
  /** Where every chat model of this machine is opened. */
  readonly chats: HeldChat<LlamaChatModel>;
  /** The caller disposes of it. */
  extractor(choice: ExtractorChoice, signal?: AbortSignal): Promise<Extractor>;
  readonly spaces: SearchSpaces;
  /** Vectors of one unit from which on an approximate index is offered. */
  readonly approximateFrom: number;
  readonly endpoints: Endpoints;
}

export type Emit<P> = (event: P) => void;
