/** The complementary error function for x ≥ 0. */

/** Series near 0, continued fraction further out; to about 14 digits. */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2) return 1 - series(x);
  return fraction(x);
}

function series(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 100; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

function fraction(x: number): number {
  let result = 0;
  for (let n = 200; n >= 1; n--) result = n / 2 / (x + result);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + result);
}
