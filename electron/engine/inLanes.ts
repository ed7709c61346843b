/** Several pieces of work at once, as many as there are lanes; what ends first makes room for the next. */

/**
 * `next` gives the next piece, undefined where there is none. A piece that throws stops the others from being begun;
 * what runs is waited for, and then the first fault is thrown.
 * @param onFault tells what runs that it may as well stop
 */
export async function inLanes<T>(
  lanes: number,
  next: () => T | undefined,
  work: (piece: T) => Promise<void>,
  onFault: () => void = () => {},
): Promise<void> {
  let fault: { readonly thrown: unknown } | undefined;
  const lane = async () => {
    for (let piece = next(); piece !== undefined; piece = fault ? undefined : next()) {
      try {
        await work(piece);
      } catch (thrown) {
        if (!fault) {
          fault = { thrown };
          onFault();
        }
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
  if (fault) throw fault.thrown;
}
