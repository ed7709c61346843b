/** An extractor that does what a test says, over the real store: each paragraph of a text is a nugget. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Extractor, Store, TraceDraft } from '../../electron/engine/ports';
import type { EngineContext } from '../../electron/engine/use/context';
import { createSearchSpaces } from '../../electron/engine/use/searchSpaces';
import { AppError } from '../../shared/errors';

export interface Script {
  readonly lanes?: number;
  /** Milliseconds that a document takes. */
  readonly takes?: (docId: string) => number;
  /** What a document fails with. */
  readonly fails?: (docId: string) => AppError | undefined;
  readonly windows?: number;
}

export interface Scripted extends Extractor {
  /** Documents in the order in which they were begun. */
  readonly begun: string[];
  /** The most that were open at once. */
  readonly most: number;
}

export function scriptedExtractor({ lanes = 1, takes = () => 0, fails = () => undefined, windows = 1 }: Script = {}): Scripted {
  const begun: string[] = [];
  let open = 0;
  let most = 0;
  const trace = (text: string, window: number, raw: string): TraceDraft => ({
    extractor: 'llama',
    extractor_version: '1',
    model_id: 'scripted',
    model_sha256: 'f'.repeat(64),
    profile_id: 'paragraphs',
    profile_sha256: 'e'.repeat(64),
    params: JSON.stringify({ prompt_tokens: 100, answer_tokens: 20 }),
    window,
    window_start: Math.floor((text.length * window) / windows),
    window_end: Math.floor((text.length * (window + 1)) / windows),
    raw,
    stop_reason: 'eog',
    attempts: 1,
  });
  return {
    id: 'llama',
    makes: 'nuggets',
    version: '1',
    model: { id: 'scripted', sha256: 'f'.repeat(64) },
    profile: { id: 'paragraphs', sha256: 'e'.repeat(64) },
    params: { by: 'paragraph' },
    lanes,
    begun,
    get most() {
      return most;
    },
    async extract({ doc_id, text }, { signal, onWindow, onTrace }) {
      const traces = Array.from({ length: windows }, (_, window) => trace(text, window, `answer ${window} to ${doc_id}`));
      begun.push(doc_id);
      most = Math.max(most, ++open);
      try {
        for (let window = 0; window < windows; window++) {
          await pause(takes(doc_id) / windows, undefined, signal ? { signal } : {});
          onTrace?.(traces[window]!);
          if (window + 1 === windows) {
            const error = fails(doc_id);
            if (error) throw error;
          }
          onWindow?.(window + 1, windows);
        }
      } finally {
        open--;
      }
      let at = 0;
      const nuggets = text.split('\n\n').map((part) => {
        const start = text.indexOf(part, at);
        at = start + part.length;
        return {
          text: part,
          context: '',
          tier: 'written' as const,
          status: 'exact' as const,
          spans: [{ start, end: at, kind: 'exact' as const, score: 1 }],
          quotes: [part],
          cue: null,
          fields: {},
          failed_checks: [],
          trace: 0,
        };
      });
      return { nuggets, traces, status: 'done', covered: text.length, note: '' };
    },
    async dispose() {},
  };
}

/** What extractCollection needs of the engine. */
export function contextOf(store: Store, extractor: Extractor): EngineContext {
  const needed: Pick<EngineContext, 'store' | 'clock' | 'spaces' | 'extractor'> = {
    store,
    clock: { now: () => new Date() },
    spaces: createSearchSpaces(store),
    extractor: async () => extractor,
  };
  return needed as EngineContext;
}

export const modelFailed = (message: string): AppError => new AppError('MODEL_FAILED', message);
