import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { document, extraction, nuggetsOf, open, space, tempFolder, trace, vectorRow } from './storeKit';

/** Mounts a file system of a few megabytes; false where that is not allowed here. */
function mountSmall(dir: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dir], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('a full disk is told as DISK_FULL, what was committed stays readable, and work goes on when there is room', async () => {
  const disk = tempFolder();
  if (!mountSmall(disk)) return console.log('skipped: no small file system can be mounted here (not root)');
  try {
    const dir = join(disk, 'workspace');
    const store = await open(dir);
    await store.putDocuments([document('first')]);
    await store.commitExtraction(extraction('first', 'k1', 1), nuggetsOf('first', 'k1', ['um']), [trace('first', 'k1')]);
    await store.putVectors(space('m'), [vectorRow(1)]);
    const ballast = join(disk, 'ballast');
    execFileSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M', 'count=2'], { stdio: 'ignore' });

    const text = () => randomBytes(400_000).toString('hex');
    let done = 0;
    let thrown: unknown;
    while (thrown === undefined && done < 60) {
      await store.putDocuments([document(`d${done}`, text())]).then(
        () => done++,
        (error: unknown) => {
          thrown = error;
        },
      );
    }
    expect(thrown).toMatchObject({ code: 'DISK_FULL', remedy: expect.stringContaining('space') });
    await expect(fill(async () => store.putFact('big', text().repeat(8)))).rejects.toMatchObject({ code: 'DISK_FULL' });

    expect((await store.documentHeads({ collection: 'c' })).total).toBe(1 + done);
    expect((await store.nuggets('c')).map((nugget) => nugget.text)).toEqual(['um']);
    expect((await store.vectors(space('m'), [vectorRow(1).text_sha256])).missing).toEqual([]);
    expect(await store.getFact('big')).toBeUndefined();

    execFileSync('rm', [ballast]);
    await store.putDocuments([document('last')]);
    await store.close();
    const again = await open(dir);
    expect((await again.documentHeads({ collection: 'c' })).total).toBe(2 + done);
    await again.close();
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});

/** Does it again until it fails. */
async function fill(work: () => Promise<unknown>): Promise<never> {
  for (;;) await work();
}
