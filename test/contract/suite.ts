/** What every transport must do, whatever carries the frames. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors';
import { type Client, createClient } from '../../shared/rpc/client';
import type { Port } from '../../shared/rpc/port';
import { experimentCases } from './experimentCases';
import { judgingCases } from './judgingCases';

export interface Transport {
  readonly port: Port;
  /** Frames that arrive at the client, also those that are no answers. */
  close(): Promise<void>;
}

export function contractSuite(name: string, open: () => Promise<Transport>): void {
  describe(name, () => {
    let transport: Transport;
    let client: Client;
    beforeAll(async () => {
      transport = await open();
      client = createClient(transport.port);
    });
    afterAll(() => transport.close());

    const nextFrame = (match: (frame: { t?: string }) => boolean) =>
      new Promise<Record<string, unknown>>((resolve) => {
        const off = transport.port.onFrame((frame) => {
          if (!match(frame as { t?: string })) return;
          off();
          resolve(frame as Record<string, unknown>);
        });
      });

    it('answers a call', async () => {
      const info = await client.call('info', {});
      expect(info.readonly).toBe(false);
      expect(info.remote_hosts).toEqual([]);
    });

    it('gives errors as values with a code and a remedy', async () => {
      const error = await client.call('search', { collection: 'nowhere', query: 'x' }).catch((e) => e);
      expect(error).toBeInstanceOf(AppError);
      expect(error.code).toBe('NOT_FOUND');
      expect(error.remedy).not.toBe('');
    });

    it('refuses an input that does not fit the contract', async () => {
      const error = await client.call('search', { collection: 'c', query: '', top: 0 } as never).catch((e) => e);
      expect(error.code).toBe('USAGE');
      expect(error.message).toContain('top');
    });

    it('refuses an unknown command', async () => {
      const error = await client.call('format-disk' as never, {} as never).catch((e) => e);
      expect(error.code).toBe('USAGE');
    });

    it.each([
      null,
      42,
      'text',
      [],
      {},
      { t: 'call' },
      { t: 'call', id: 0, method: 'info', input: {} },
      { t: 'ok', id: 1, value: 1 },
      { t: 'cancel', id: 'x' },
    ])('says that %j is no frame, and goes on', async (frame) => {
      const bad = nextFrame(({ t }) => t === 'bad');
      transport.port.post(frame);
      expect((await bad)['reason']).toContain('not a call');
      await expect(client.call('info', {})).resolves.toBeDefined();
    });

    it('cancels a call that ends in exactly one terminal frame', async () => {
      const aborter = new AbortController();
      const terminal: string[] = [];
      const off = transport.port.onFrame((frame) => {
        const { t } = frame as { t: string };
        if (t === 'ok' || t === 'err' || t === 'cancelled') terminal.push(t);
      });
      const events: unknown[] = [];
      const watching = client.call('jobWatch', {}, { signal: aborter.signal, onEvent: (event) => events.push(event) }).catch((e) => e);
      while (events.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      aborter.abort();
      await watching;
      await client.call('info', {});
      off();
      expect(events[0]).toEqual({ jobs: [] });
      expect(terminal).toHaveLength(2);
    });

    it('imports with progress events, the last of which tells the end', async () => {
      const stages: { done: number }[] = [];
      const out = await client.call(
        'import',
        { collection: 'c', paths: ['test/fixtures/decisions'] },
        { onEvent: (event) => stages.push(event) },
      );
      expect(out.added).toBe(2);
      const last = stages.at(-1);
      expect(last).toMatchObject({ unit: 'byte', total: last?.done });
      const again = await client.call('import', { collection: 'c', paths: ['test/fixtures/decisions'] });
      expect(again).toMatchObject({ added: 0, unchanged: 2 });
    });

    it('carries text exactly: accents, emoji, line ends', async () => {
      const { document } = await client.call('show', { collection: 'c', doc_id: 'emoji' });
      expect(document.text).toBe('Acórdão 😀 ﬁnal\r\nA decisão — “citação” — vale.\r\n');
    });

    it('judges a nugget, takes it back, and refuses what is no place of the text', async () => {
      const nuggets = join(mkdtempSync(join(tmpdir(), 'pepita-contract-nuggets-')), 'me.jsonl');
      writeFileSync(nuggets, JSON.stringify({ doc_id: 'emoji', text: 'A citação vale.', quote: 'A decisão — “citação” — vale' }));
      await client.call('import', { collection: 'c', paths: [nuggets], format: 'nuggets' });
      rmSync(dirname(nuggets), { recursive: true });
      const who = { collection: 'c', annotator: 'Ana' };
      const { items, total } = await client.call('annotationQueue', { ...who, queue: { kind: 'sample' } });
      expect([items.length, total]).toEqual([1, 1]);
      const { nugget, version } = items[0]!;
      const one = { ...who, doc_id: 'emoji', nugget_id: nugget.id, version };
      const { annotation, can_undo } = await client.call('annotate', {
        ...one,
        changes: { faithful: 'partial', evidence: [{ start: 11, end: 15 }] },
      });
      expect([annotation.by[0]?.values.evidence, can_undo]).toEqual([[{ start: 11, end: 15, quote: 'ﬁnal' }], true]);
      const refused = await client.call('annotate', { ...one, changes: { evidence: [{ start: 9, end: 15 }] } }).catch((e) => e);
      expect([refused.code, refused.message]).toEqual(['BAD_INPUT', expect.stringContaining('splits a character')]);
      const stale = await client.call('annotate', { ...one, version: 'old', changes: { faithful: 'support' } }).catch((e) => e);
      expect(stale.code).toBe('BAD_INPUT');
      expect((await client.call('annotationQueue', { ...who, queue: {} })).items).toEqual([]);
      const undone = await client.call('undoAnnotation', who);
      expect([undone.moved?.nugget_id, undone.moved?.annotation.by, undone.can_redo]).toEqual([nugget.id, [], true]);
      expect((await client.call('undoAnnotation', { ...who, redo: true })).moved?.annotation.settled?.faithful).toEqual({
        value: 'partial',
        how: 'single',
      });
      expect((await client.call('annotationProgress', { collection: 'c' })).annotators[0]).toMatchObject({ annotator: 'Ana', judged: 1 });
    });

    judgingCases(() => client);

    it('offers no approximate index for few vectors, lists none and removes none', async () => {
      expect(await client.call('approximateIndexes', { collection: 'c' })).toEqual({ from: 200_000, indexes: [], queries: 1 });
      expect(await client.call('dropApproximate', { collection: 'c' })).toEqual({ removed: false });
      await client.call('index', { collection: 'c', units: ['nugget'] });
      const refused = await client.call('approximate', { collection: 'c' }).catch((e) => e);
      expect(refused).toMatchObject({ code: 'USAGE', message: expect.stringContaining('offered from 200,000') });
    });

    it('two calls at once each get their own answer', async () => {
      const [a, b] = await Promise.all([
        client.call('show', { collection: 'c', doc_id: 'emoji' }),
        client.call('show', { collection: 'c', doc_id: 'plain' }),
      ]);
      expect([a.document.doc_id, b.document.doc_id]).toEqual(['emoji', 'plain']);
    });

    experimentCases(() => client);

    it('rejects what is open when the other side goes away', async () => {
      const watching = client.call('jobWatch', {}).catch((e) => e);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await transport.close();
      expect((await watching).code).toBe('DISCONNECTED');
      expect((await client.call('info', {}).catch((e) => e)).code).toBe('DISCONNECTED');
    });
  });
}
