/** Shares of a stratified sample. Pure. */
import { compareBytes } from '../../../shared/ties';
import { groupBy } from './groupBy';

/** Names the part of the scores that one lies in: parts of equal numbers, equal scores always together. */
export function scoreStrata(
  all: readonly { readonly score: number | null }[],
  parts: number,
): (one: { readonly score: number | null }) => string {
  const scores = all.flatMap(({ score }) => (score === null ? [] : [score])).sort((a, b) => a - b);
  const first = new Map<number, number>();
  for (const [i, score] of scores.entries()) if (!first.has(score)) first.set(score, i);
  const partOf = (score: number) => Math.floor(((first.get(score) ?? 0) * parts) / scores.length);
  const ends = new Map<number, [number, number]>();
  for (const score of scores) {
    const part = partOf(score);
    ends.set(part, [ends.get(part)?.[0] ?? score, score]);
  }
  return ({ score }) => {
    if (score === null) return '';
    const part = partOf(score);
    const [low, high] = ends.get(part)!;
    return `${part + 1}: ${low.toFixed(3)}–${high.toFixed(3)}`;
  };
}

/**
 * Takes `size` of the items, from each stratum by its share (largest remainders; at least one of each where there is room),
 * and lays them so that every beginning of the list has about the same shares. Within a stratum the order is kept.
 */
export function shareOut<T>(items: readonly T[], nameOf: (one: T) => string, size = items.length): { one: T; stratum: string }[] {
  const strata = groupBy(items, nameOf);
  const names = [...strata.keys()].sort(compareBytes);
  const places = allocate(
    names.map((name) => strata.get(name)!.length),
    Math.min(size, items.length),
  );
  return names
    .flatMap((name, s) => {
      const chosen = strata.get(name)!.slice(0, places[s]);
      return chosen.map((one, i) => ({ one, stratum: name, place: (i + 0.5) / chosen.length, s }));
    })
    .sort((a, b) => a.place - b.place || a.s - b.s)
    .map(({ one, stratum }) => ({ one, stratum }));
}

/** So many places for each stratum, in proportion to its size. */
export function allocate(sizes: readonly number[], places: number): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total === 0) return sizes.map(() => 0);
  const least = places >= sizes.length ? 1 : 0;
  const exact = sizes.map((size) => (size * places) / total);
  const given = exact.map((share, i) => Math.min(sizes[i]!, Math.max(least, Math.floor(share))));
  const missing = () => places - given.reduce((sum, n) => sum + n, 0);
  const byNeed = sizes.map((_, i) => i).sort((a, b) => exact[b]! - given[b]! - (exact[a]! - given[a]!) || a - b);
  for (let i = 0; missing() > 0; i = (i + 1) % byNeed.length) {
    const s = byNeed[i]!;
    if (given[s]! < sizes[s]!) given[s] = given[s]! + 1;
  }
  // A place for each may be more than there are: the largest give back.
  while (missing() < 0) {
    const s = given.indexOf(Math.max(...given));
    given[s] = given[s]! - 1;
  }
  return given;
}
