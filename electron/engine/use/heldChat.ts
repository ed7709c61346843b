/**
 * Chat models of this machine. A hint is one short question, and loading a model can take longer than its answer: what hints share is
 * held open for some minutes. Work that opens a model of its own comes first, and none is held beside it, for memory may not have room
 * for two. Models behind endpoints are not opened here.
 */
import { basename } from 'node:path';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { ChatModel } from '../chat/chatModel';
import { orAbort } from '../chat/stops';
import type { ChatModelOptions } from '../llama/openChatModel';

export type ChatFile = ChatModelOptions & { readonly modelSha256: string };

export interface HeldChat<M extends ChatModel> {
  /**
   * The held model, opened where it is not; another file waits until nobody uses the one that is held. To dispose of it gives it back.
   * @param signal ends this wait alone: others may share the opening
   * @throws MODEL_FAILED where it does not load, or while other work has a model open
   */
  share(file: ChatFile, signal?: AbortSignal): Promise<M>;
  /**
   * A model of one's own, to be disposed of: waits for those who use the held one, closes it, and lets none be held meanwhile.
   * @param onWait hears when it begins to wait for an answer that somebody is given, and when it has it behind itself
   */
  own(file: ChatFile, signal?: AbortSignal, onWait?: (waits: boolean) => void): Promise<M>;
  /** Closes what is held, also while it is used: an answer that is being given is waited for, further questions are refused. */
  dispose(): Promise<void>;
}

interface Held<M> {
  readonly key: string;
  readonly opening: Promise<M>;
  users: number;
  idle: NodeJS.Timeout | undefined;
  /** Once it is to be closed, nobody more gets it. */
  leaving: Promise<void> | undefined;
  unused: () => void;
}

const IDLE_MS = 5 * 60_000;

/** @param idleMs for which a model that nobody uses is held */
export function createHeldChat<M extends ChatModel>(open: (file: ChatFile) => Promise<M>, idleMs = IDLE_MS): HeldChat<M> {
  let held: Held<M> | undefined;
  let owners = 0;
  let closed = false;

  function begin(file: ChatFile): Held<M> {
    const opening = open(file);
    const mine: Held<M> = { key: keyOf(file), opening, users: 0, idle: undefined, leaving: undefined, unused: () => {} };
    // A failure is not kept: the next call tries again.
    opening.catch(() => forget(mine));
    return mine;
  }

  function forget(mine: Held<M>): void {
    clearTimeout(mine.idle);
    if (held === mine) held = undefined;
  }

  /** @param now without waiting for those who use it */
  function close(mine: Held<M>, now = false): Promise<void> {
    clearTimeout(mine.idle);
    mine.leaving ??= new Promise<void>((resolve) => {
      mine.unused = resolve;
    })
      .then(() => mine.opening)
      .then(
        (model) => model.dispose(),
        () => {}, // It never opened.
      )
      .finally(() => forget(mine));
    if (now || mine.users === 0) mine.unused();
    return mine.leaving;
  }

  function giveBack(mine: Held<M>): void {
    mine.users--;
    if (mine.users > 0) return;
    mine.unused();
    if (!mine.leaving && held === mine) mine.idle = setTimeout(() => close(mine).catch(() => {}), idleMs).unref();
  }

  /** Between the end of the engine and of its calls. */
  const refuseClosed = (): void => throwIfAborted({ aborted: closed });

  function refuseBesideOwners({ modelPath }: ChatFile): void {
    if (owners === 0) return;
    throw new AppError(
      'MODEL_FAILED',
      `${basename(modelPath)} can't be asked now: other work has a language model open, and memory may not hold a second.`,
      'Ask again when that work is done or paused; without a model, rules answer at once.',
    );
  }

  return {
    async share(file, signal) {
      const key = keyOf(file);
      throwIfAborted(signal);
      for (;;) {
        refuseClosed();
        refuseBesideOwners(file);
        held ??= begin(file);
        if (held.key === key && !held.leaving) break;
        await orAbort(close(held), signal);
        throwIfAborted(signal);
      }
      const mine = held;
      clearTimeout(mine.idle);
      mine.users++;
      const back = onlyOnce(() => giveBack(mine));
      const model = await orAbort(mine.opening, signal).catch((error: unknown) => {
        back();
        throw error;
      });
      return {
        ...model,
        async ask(messages, asked) {
          refuseClosed();
          return model.ask(messages, asked);
        },
        dispose: async () => back(),
      };
    },
    async own(file, signal, onWait) {
      throwIfAborted(signal);
      owners++;
      const back = onlyOnce(() => owners--);
      try {
        if (held) {
          const answering = held.users > 0;
          if (answering) onWait?.(true);
          await orAbort(close(held), signal).finally(() => answering && onWait?.(false));
        }
        throwIfAborted(signal);
        const model = await open(file);
        return { ...model, dispose: () => model.dispose().finally(back) };
      } catch (error) {
        back();
        throw error;
      }
    },
    async dispose() {
      closed = true;
      if (held) await close(held, true);
    },
  };
}

/** How the processor is shared out is left out: it is measured anew under other load, and changes no answer. */
const keyOf = ({ modelSha256, modelPath, contextSize, threads, gpu }: ChatFile): string =>
  JSON.stringify([modelSha256, modelPath, contextSize, threads, gpu]);

function onlyOnce(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
