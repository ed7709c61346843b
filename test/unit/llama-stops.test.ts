import { describe, expect, it } from 'vitest';
import { endOfAnswer, orAbort } from '../../electron/engine/chat/stops';

describe('what ends an answer', () => {
  it('a closed JSON, not a brace inside a string or of a nugget', () => {
    expect(endOfAnswer('{"nuggets":[]}', ']}')).toBe('complete');
    expect(endOfAnswer('{"nuggets":[{"text":"a}', '}')).toBeUndefined();
    expect(endOfAnswer('{"nuggets":[{"text":"a"}', '}')).toBeUndefined();
  });
  it('a loop', () => expect(endOfAnswer(`{"nuggets":[{"text":"${'e assim por diante, '.repeat(10)}`, ', ')).toBe('loop'));
});

describe('cancelling', () => {
  it('rejects at once, though the work goes on; the work’s own end counts where it comes first', async () => {
    const controller = new AbortController();
    const endless = orAbort(new Promise(() => undefined), controller.signal);
    controller.abort();
    await expect(endless).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(orAbort(Promise.resolve(7), new AbortController().signal)).resolves.toBe(7);
    await expect(orAbort(Promise.reject(new Error('own')), new AbortController().signal)).rejects.toThrow('own');
    await expect(orAbort(Promise.resolve(8), undefined)).resolves.toBe(8);
  });
});
