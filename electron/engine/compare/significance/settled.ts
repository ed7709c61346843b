/**
 * A difference of two measures without the last digits' noise: .3 − .2 and .2 − .1 are the same difference, and one of
 * 1e-16 is none.
 */
export const settled = (difference: number): number => {
  const rounded = Math.round(difference * 1e10) / 1e10;
  return rounded === 0 ? 0 : rounded;
};
