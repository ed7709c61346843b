/** The value of an expensive opening, made at first use and kept; a failure is not kept. */
export function once<T>(open: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= open().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}
