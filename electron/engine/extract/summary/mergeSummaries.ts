/** The summaries of a judgment's windows → one. The same windows always give the same summary. */
import type { SummaryItem } from '../../../../shared/domain';
import type { FormField } from '../../../../shared/profiles';
import { fold } from '../../text/fold';

/** Share of common words (Jaccard) from which two items of a field say the same. */
const SAME_WORDS = 0.8;
const RANK = { exact: 3, normalised: 2, fuzzy: 1, none: 0 } as const;

export interface MergedField {
  readonly name: string;
  readonly ranked: boolean;
  readonly items: readonly SummaryItem[];
}

/**
 * A text: the first window's that has one. A list: every window's items, what is said twice once (the better-evidenced
 * telling stays, in the first one's place); where there are more than the form allows, each window gives one in turn
 * until it is full, so that the end of a long judgment has its share. What stays keeps its order.
 * @param windows the items of each field by window, in the order of the text
 * @returns with a note for each field that lost items
 */
export function mergeSummaries(
  windows: readonly ReadonlyMap<string, readonly SummaryItem[]>[],
  form: readonly FormField[],
): { fields: MergedField[]; notes: string[] } {
  const notes: string[] = [];
  const fields = form.map(({ name, ranked, type, max_items }) => {
    const said = windows.map((window) => window.get(name) ?? []);
    if (type === 'text') return { name, ranked, items: (said.find((items) => items.length > 0) ?? []).slice(0, 1) };
    const once = withoutTwins(said);
    const total = once.reduce((sum, items) => sum + items.length, 0);
    if (total > max_items) notes.push(`${name}: ${total - max_items} of ${total} left out, the form holds ${max_items}`);
    return { name, ranked, items: inTurn(once, max_items) };
  });
  return { fields, notes };
}

function withoutTwins(windows: readonly (readonly SummaryItem[])[]): SummaryItem[][] {
  const kept: { item: SummaryItem; words: ReadonlySet<string>; key: string; window: number }[] = [];
  for (const [window, items] of windows.entries()) {
    for (const item of items) {
      const list = fold(item.text).match(/[\p{L}\p{N}]+/gu) ?? [];
      const told = { item, words: new Set(list), key: list.join(' '), window };
      const twin = kept.find((other) => isSame(other, told));
      if (!twin) kept.push(told);
      else if (RANK[item.status] > RANK[twin.item.status]) twin.item = item;
    }
  }
  return windows.map((_, i) => kept.filter(({ window }) => window === i).map(({ item }) => item));
}

interface Told {
  readonly words: ReadonlySet<string>;
  readonly key: string;
}

/** Numbers make another rule, however like the rest is. */
function isSame(a: Told, b: Told): boolean {
  if (a.key === b.key) return true;
  const numbers = ({ words }: Told) =>
    [...words]
      .filter((word) => /\p{N}/u.test(word))
      .sort()
      .join(' ');
  if (numbers(a) !== numbers(b)) return false;
  let common = 0;
  for (const word of a.words) if (b.words.has(word)) common++;
  return common / Math.max(1, a.words.size + b.words.size - common) >= SAME_WORDS;
}

function inTurn(windows: readonly (readonly SummaryItem[])[], most: number): SummaryItem[] {
  const shares = windows.map(() => 0);
  let left = most;
  for (let moved = true; left > 0 && moved; ) {
    moved = false;
    for (const [i, items] of windows.entries()) {
      if (left === 0 || shares[i]! >= items.length) continue;
      shares[i]!++;
      left--;
      moved = true;
    }
  }
  return windows.flatMap((items, i) => items.slice(0, shares[i]));
}
