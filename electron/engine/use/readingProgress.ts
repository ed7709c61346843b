/** How far an extraction is: documents that are finished, characters that were read, tokens that went through a model. */
import type { Document, DocumentHead, Progress } from '../../../shared/domain';
import type { TraceDraft } from '../ports';
import type { Emit } from './context';
import type { DocumentQueue } from './documentQueue';
import { createProgress } from './progress';

export interface Reading {
  /** `window` of `windows` are read; `recalled`: the last one before this reading began, so that it says nothing of how fast it goes. */
  window(window: number, windows: number, recalled?: boolean): void;
  /** A window's trace: its tokens count. */
  trace(trace: TraceDraft): void;
  /** The document is finished, whether it gave nuggets or failed. */
  end(): void;
}

export interface ReadingProgress {
  begin(document: Pick<Document, 'title' | 'text'>): Reading;
  /** A document that need not be read: it is finished, but says nothing of how fast the others go. */
  reused(document: Pick<DocumentHead, 'chars'>): void;
  end(): void;
}

export function readingProgress(emit: Emit<Progress>, queue: Pick<DocumentQueue, 'total' | 'chars'>): ReadingProgress {
  const progress = createProgress(emit, 'extract', 'document', queue.total);
  const open = new Map<Reading, { name: string; chars: number; recalled: number }>();
  let done = 0;
  let chars = 0;
  let copied = 0;
  let tokens = 0;
  const tell = () => {
    let read = chars;
    for (const part of open.values()) read += part.chars - part.recalled;
    progress.at(done, [...open.values()].map(({ name }) => name).join(' · '), {
      total: queue.total,
      work: { done: read, total: queue.chars - copied },
      tokens,
    });
  };
  return {
    begin({ title, text }) {
      const part = { name: title, chars: 0, recalled: 0 };
      const reading: Reading = {
        window(window, windows, recalled = false) {
          // A long decision takes many windows: how far it is stands after its title.
          if (windows > 1) part.name = `${title} (${window}/${windows})`;
          const chars = Math.round((text.length * window) / windows);
          if (recalled) {
            copied += chars - part.chars;
            part.recalled += chars - part.chars;
          }
          part.chars = chars;
          tell();
        },
        trace(trace) {
          tokens += tokensOf(trace);
        },
        end() {
          open.delete(reading);
          done++;
          chars += text.length - part.recalled;
          tell();
        },
      };
      open.set(reading, part);
      tell();
      return reading;
    },
    reused(document) {
      done++;
      copied += document.chars;
      tell();
    },
    end: progress.end,
  };
}

/** Tokens that an extractor tells of in a trace's parameters; 0 where it tells of none. */
export function tokensOf({ params }: Pick<TraceDraft, 'params'>): number {
  try {
    const { prompt_tokens, answer_tokens } = JSON.parse(params) as Record<string, unknown>;
    return (Number(prompt_tokens) || 0) + (Number(answer_tokens) || 0);
  } catch {
    return 0;
  }
}
