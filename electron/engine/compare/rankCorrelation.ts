/** How alike two rankings of documents are, whatever is relevant. Ranks are places in the list, so that nothing ties. */

/**
 * Kendall's τ over the documents that both hold: (concordant − discordant) / pairs.
 * @returns null with fewer than two shared documents
 */
export function kendallTau(a: readonly string[], b: readonly string[]): { tau: number; shared: number } | null {
  const place = new Map(b.map((id, i) => [id, i]));
  const places = a.flatMap((id) => place.get(id) ?? []);
  const n = places.length;
  if (n < 2) return null;
  return { tau: 1 - (4 * inversions(places)) / (n * (n - 1)), shared: n };
}

/** Pairs that stand the wrong way round, by merge sort. */
function inversions(places: readonly number[]): number {
  if (places.length < 2) return 0;
  const middle = places.length >> 1;
  const [left, right] = [places.slice(0, middle), places.slice(middle)];
  let count = inversions(left) + inversions(right);
  left.sort((x, y) => x - y);
  right.sort((x, y) => x - y);
  for (let l = 0, r = 0; l < left.length; l++) {
    while (r < right.length && right[r]! < left[l]!) r++;
    count += r;
  }
  return count;
}

/**
 * Rank-biased overlap (Webber, Moffat & Zobel 2010), extrapolated from what is seen (their equation 32): the overlap at each depth,
 * weighted geometrically, so that the top counts most. 1 for equal rankings, 0 for disjoint ones.
 * @param persistence above 0 and below 1; .9 puts 86 % of the weight on the first ten
 * @param k depth that is looked at
 */
export function rankBiasedOverlap(a: readonly string[], b: readonly string[], persistence = 0.9, k = Number.POSITIVE_INFINITY): number {
  const head = (list: readonly string[]) => list.slice(0, Math.min(k, list.length));
  const [short, long] = a.length <= b.length ? [head(a), head(b)] : [head(b), head(a)];
  const [s, l] = [short.length, long.length];
  if (l === 0) return 1;
  if (s === 0) return 0;
  const p = persistence;
  const [inShort, inLong] = [new Set<string>(), new Set<string>()];
  let overlap = 0;
  let sum = 0;
  let atShort = 0;
  for (let depth = 1; depth <= l; depth++) {
    const [x, y] = [short[depth - 1], long[depth - 1]!];
    if (x === y) overlap++;
    else {
      if (x !== undefined && inLong.has(x)) overlap++;
      if (inShort.has(y)) overlap++;
    }
    if (x !== undefined) inShort.add(x);
    inLong.add(y);
    if (depth <= s) atShort = overlap;
    sum += (overlap / depth) * p ** depth;
    if (depth > s) sum += ((atShort * (depth - s)) / (s * depth)) * p ** depth;
  }
  return ((1 - p) / p) * sum + ((overlap - atShort) / l + atShort / s) * p ** l;
}
