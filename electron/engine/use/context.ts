/** What every use case gets: the open workspace, the models, and the caches that live as long as the engine. */
import type { Clock, DotScorer, Encoder, Extractor, Store } from '../ports';
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
}

export interface ExtractorChoice {
  readonly extractor?: 'extractive' | 'llama';
  readonly model?: string;
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
  /** The caller disposes of it. */
  extractor(choice: ExtractorChoice): Promise<Extractor>;
  readonly spaces: SearchSpaces;
}

export type Emit<P> = (event: P) => void;
