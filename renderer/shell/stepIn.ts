const PAGE = 8;

/** Where a key leads in a list of `length` from place `at` (-1: nowhere yet); undefined for a key that does not move. */
export function stepIn(key: string, at: number, length: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: length - 1,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(length - 1, step));
}
