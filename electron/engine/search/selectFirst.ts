/**
 * Shortens `items` to its first n in the order of `compare`, sorted. Quickselect
 * first, so that a million equal scores do not cost a million-item sort.
 */
export function selectFirst<T>(items: T[], n: number, compare: (a: T, b: T) => number): void {
  if (n < items.length) {
    let low = 0;
    let high = items.length - 1;
    while (low < high) {
      const pivot = medianOfThree(items, low, high, compare);
      let i = low;
      let j = high;
      while (i <= j) {
        while (compare(items[i]!, pivot) < 0) i++;
        while (compare(items[j]!, pivot) > 0) j--;
        if (i > j) break;
        const held = items[i]!;
        items[i++] = items[j]!;
        items[j--] = held;
      }
      if (n - 1 <= j) high = j;
      else if (n - 1 >= i) low = i;
      else break;
    }
    items.length = Math.max(0, n);
  }
  items.sort(compare);
}

function medianOfThree<T>(items: readonly T[], low: number, high: number, compare: (a: T, b: T) => number): T {
  const a = items[low]!;
  const b = items[(low + high) >> 1]!;
  const c = items[high]!;
  if (compare(a, b) < 0) return compare(b, c) < 0 ? b : compare(a, c) < 0 ? c : a;
  return compare(a, c) < 0 ? a : compare(b, c) < 0 ? c : b;
}
