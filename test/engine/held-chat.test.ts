/** A chat model that is held between short questions: one load for many of them, never beside a model that other work opened. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createEngine } from '../../electron/engine';
import type { ChatModel } from '../../electron/engine/chat/chatModel';
import type { LlamaChatModel } from '../../electron/engine/llama/openChatModel';
import { type ChatFile, createHeldChat } from '../../electron/engine/use/heldChat';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';
import { gguf } from './ggufKit';

const file = (name: string, more: Partial<ChatFile> = {}): ChatFile => ({
  modelPath: `/models/${name}`,
  modelSha256: name,
  gpu: false,
  ...more,
});
const ASKED = { maxTokens: 8, temperature: 0, seed: 1 };
const QUESTION = { system: 's', user: 'u' };

/** Opens models that count how often they were loaded and how many are in memory. */
function counting({ loadMs = 5, answerMs = 5 } = {}) {
  const pace = { loadMs, answerMs, until: Promise.resolve() };
  const seen = { loads: 0, asked: 0, open: 0, most: 0, log: [] as string[], fail: false };
  const open = async (options: ChatFile): Promise<LlamaChatModel> => {
    seen.loads++;
    seen.open++;
    seen.most = Math.max(seen.most, seen.open);
    await pause(pace.loadMs);
    if (seen.fail) {
      seen.open--;
      throw new Error('no memory');
    }
    seen.log.push(`open ${options.modelSha256}`);
    let running = Promise.resolve();
    return {
      contextSize: 4000,
      template: 'script',
      lanes: 1,
      flashAttention: false,
      count: (text) => text.length,
      countMessages: ({ system, user }) => system.length + user.length,
      async ask() {
        seen.asked++;
        running = pause(pace.answerMs).then(() => pace.until);
        await running;
        return { raw: '{"verdict":"support"}', stop: 'complete', promptTokens: 1, answerTokens: 1 };
      },
      async dispose() {
        await running;
        seen.open--;
        seen.log.push(`close ${options.modelSha256}`);
      },
    };
  };
  return { seen, open, pace };
}

const use = async (model: ChatModel): Promise<void> => {
  await model.ask(QUESTION, ASKED);
  await model.dispose();
};

it('many callers share one load, at once and one after the other; another pace is no other model', async () => {
  const { seen, open } = counting();
  const chats = createHeldChat(open);
  await Promise.all(Array.from({ length: 8 }, async () => use(await chats.share(file('a')))));
  await use(await chats.share(file('a', { pace: { lanes: 2, threads: 1 } })));
  expect(seen).toMatchObject({ loads: 1, open: 1 });
  await chats.dispose();
  expect(seen.open).toBe(0);
});

it('another file, path or parameter is another model: it waits for the users of the first, which is closed before it opens', async () => {
  const { seen, open } = counting();
  const chats = createHeldChat(open);
  const first = await chats.share(file('a'));
  const others = [file('b'), file('a', { contextSize: 512 }), file('a', { modelPath: '/elsewhere/a' })].map((other) =>
    chats.share(other).then(use),
  );
  await pause(30);
  expect(seen.loads).toBe(1);
  await use(first);
  await Promise.all(others);
  expect(seen).toMatchObject({ loads: 4, most: 1 });
  await chats.dispose();
});

it('who is cancelled stops waiting; the load goes on for the others, and is kept where there are none', async () => {
  const { seen, open } = counting({ loadMs: 30 });
  const chats = createHeldChat(open);
  const aborter = new AbortController();
  const cancelled = chats.share(file('a'), aborter.signal);
  const other = chats.share(file('a'));
  aborter.abort();
  const begun = performance.now();
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(performance.now() - begun).toBeLessThan(25);
  await use(await other);
  await expect(chats.share(file('a'), aborter.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(seen.loads).toBe(1);
  await chats.dispose();

  const alone = createHeldChat(open);
  const late = new AbortController();
  const left = alone.share(file('a'), late.signal);
  late.abort();
  await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
  await use(await alone.share(file('a')));
  expect(seen.loads).toBe(2);
  await alone.dispose();
  expect(seen.open).toBe(0);
});

it('a load that failed is told to all who wait and not kept', async () => {
  const { seen, open } = counting();
  const chats = createHeldChat(open);
  seen.fail = true;
  const told = await Promise.allSettled([chats.share(file('a')), chats.share(file('a'))]);
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(chats.own(file('a'))).rejects.toThrow('no memory');
  seen.fail = false;
  await use(await chats.share(file('a')));
  expect(seen.loads).toBe(3);
  await chats.dispose();
});

it('is closed when nobody has used it for a while, never while somebody does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { seen, open } = counting();
    const chats = createHeldChat(open, 1000);
    const first = await chats.share(file('a'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen.open).toBe(1);
    await use(first);
    await vi.advanceTimersByTimeAsync(900);
    const again = await chats.share(file('a'));
    await vi.advanceTimersByTimeAsync(900);
    expect(seen).toMatchObject({ loads: 1, open: 1 });
    await use(again);
    await again.dispose(); // Twice given back is given back once.
    await vi.advanceTimersByTimeAsync(1100);
    expect(seen.open).toBe(0);
    await use(await chats.share(file('a')));
    expect(seen.loads).toBe(2);
    await chats.dispose();
  } finally {
    vi.useRealTimers();
  }
});

it('work that opens its own model waits for the hints that are asked, and hints are refused until it is done', async () => {
  const { seen, open } = counting({ answerMs: 20 });
  const chats = createHeldChat(open);
  const hint = await chats.share(file('a'));
  const asked = use(hint);
  const told: boolean[] = [];
  const own = chats.own(file('a'), undefined, (waits) => told.push(waits));
  expect(told).toEqual([true]);
  await expect(chats.share(file('a'))).rejects.toMatchObject({ code: 'MODEL_FAILED' });
  await asked;
  const mine = await own;
  expect(told).toEqual([true, false]);
  expect(seen.log).toEqual(['open a', 'close a', 'open a']);
  await expect(chats.share(file('b'))).rejects.toMatchObject({ code: 'MODEL_FAILED' });
  await mine.dispose();
  await use(await chats.share(file('b')));
  expect(seen.most).toBe(1);

  // What is held and not asked is no wait.
  await (await chats.own(file('b'), undefined, (waits) => told.push(waits))).dispose();
  expect(told).toEqual([true, false]);

  // A job that is stopped while it waits leaves the model to the hints.
  const busy = await chats.share(file('b'));
  const aborter = new AbortController();
  const stopped = chats.own(file('c'), aborter.signal);
  aborter.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  await use(busy);
  await use(await chats.share(file('b')));
  expect(seen.log.filter((line) => line === 'open c')).toEqual([]);
  await chats.dispose();
  expect(seen.open).toBe(0);
});

it('the end waits for the answer that is given and for a load, not for those who would go on asking', async () => {
  const { seen, open } = counting({ answerMs: 30 });
  const chats = createHeldChat(open);
  const model = await chats.share(file('a'));
  const last = model.ask(QUESTION, ASKED);
  await chats.dispose();
  expect(seen.open).toBe(0);
  expect((await last).raw).toContain('support');
  await expect(model.ask(QUESTION, ASKED)).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(chats.share(file('a'))).rejects.toMatchObject({ code: 'CANCELLED' });

  const loading = createHeldChat(open);
  const waiting = loading.share(file('a')).then(async (late) => late.ask(QUESTION, ASKED));
  await Promise.all([loading.dispose(), expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })]);
  expect(seen.open).toBe(0);
});

it('in the engine: hints by a model load it once, an extraction has it to itself, and the end closes it', async () => {
  const { seen, open, pace } = counting();
  const dir = tempFolder();
  const engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'), { openChat: open });
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  const client = createClient(near);
  const model = join(dir, 'small.gguf');
  writeFileSync(model, gguf('llama'));
  writeFileSync(join(dir, 'd.txt'), 'A prescrição da pretensão de cobrança é de cinco anos, contados do vencimento.');
  const line = { doc_id: 'd', text: 'A cobrança prescreve em cinco anos.', quote: 'é de cinco anos' };
  writeFileSync(join(dir, 'n.jsonl'), JSON.stringify(line));
  await client.call('import', { collection: 'c', paths: [join(dir, 'd.txt')], lang: 'pt' });
  await client.call('import', { collection: 'c', paths: [join(dir, 'n.jsonl')], format: 'nuggets' });
  const [nugget] = (await client.call('show', { collection: 'c', doc_id: 'd' })).nuggets;
  const hint = () => client.call('hint', { collection: 'c', doc_id: 'd', nugget_id: nugget!.id, model });

  const hints = await Promise.all([hint(), hint(), hint()]);
  expect(hints.map((one) => one.model)).toEqual(['support', 'support', 'support']);
  await hint();
  expect(seen).toMatchObject({ loads: 1, open: 1 });
  await client.call('extract', { collection: 'c', extractor: 'llama', model }).catch(() => {}); // What it answers is no nugget.
  expect(seen).toMatchObject({ loads: 2, open: 0, most: 1 });
  await hint();
  expect(seen).toMatchObject({ loads: 3, open: 1, most: 1 });

  // A job that comes while a hint is being answered says that it waits for it.
  const waits: string[] = [];
  const watching = new AbortController();
  const watch = client.call('jobWatch', {}, { signal: watching.signal, onEvent: ({ jobs }) => waits.push(`${jobs[0]?.waits_for}`) });
  let release = () => {};
  pace.until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = seen.asked;
  const slow = hint();
  await expect.poll(() => seen.asked).toBe(asked + 1);
  await client.call('jobStart', { command: 'extract', input: { collection: 'c', extractor: 'llama', model, again: true } });
  await expect.poll(() => waits.at(-1), { timeout: 10_000 }).toBe('hint');
  release();
  await slow;
  await expect.poll(() => waits.at(-1)).toBe('null');
  watching.abort();
  await watch.catch(() => {});
  await engine.close();
  expect(seen.open).toBe(0);
});
