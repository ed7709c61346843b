/**
 * Goes through the items in order, `lanes` of them open at once. After a fault nothing new is begun, what is open is
 * waited for, and the first fault is thrown.
 */
export async function severalAtOnce<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let fault: { error: unknown } | undefined;
  const lane = async () => {
    while (!fault && next < items.length) await work(items[next++]!).catch((error: unknown) => (fault ??= { error }));
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  if (fault) throw fault.error;
}
