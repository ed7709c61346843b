/** What may be an id: no control characters, and not longer than a line of a run file can bear. */
export function idFault(id: string, what: string): string | undefined {
  if (id === '') return `${what} is empty`;
  if (id.length > 500) return `${what} has ${id.length} characters (at most 500)`;
  if (/\p{Cc}/u.test(id)) return `${what} holds a control character`;
  return undefined;
}

/** An id as JSON gives it: text, or a number. */
export const jsonId = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A grade as a whole number: `1`, `1.0` and `-1` are; `0.5` is none. */
export function gradeOf(value: unknown): number | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return /^[+-]?\d{1,9}(\.0*)?$/.test(text) ? Number(text) + 0 : undefined;
}
