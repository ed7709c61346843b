/** Works through a list with several at once. Pure. */

/** At most `lanes` items are in work at a time. The first failure is thrown, once those in work have ended; no other item is begun. */
export async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const lane = async () => {
    while (next < items.length && !failed) {
      const item = items[next++]!;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.max(1, Math.min(lanes, items.length)) }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
