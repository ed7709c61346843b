/** The fields of an answer that is no whole JSON: of `{"facts":["A","B"],"issues":["C","D` it keeps A, B and C. */

/** @returns values as they stand there: of a list that is cut, its whole elements */
export function salvageFields(raw: string, names: readonly string[]): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  let at = 0;
  while (at < raw.length) {
    if (raw[at] !== '"') {
      at++;
      continue;
    }
    const end = endOfString(raw, at);
    if (end < 0) break;
    const colon = /^\s*:\s*/.exec(raw.slice(end, end + 40));
    const name = raw.slice(at + 1, end - 1);
    if (!colon || !names.includes(name) || Object.hasOwn(found, name)) {
      at = end;
      continue;
    }
    const start = end + colon[0].length;
    const value = valueAt(raw, start);
    if (value) found[name] = value.value;
    at = Math.max(end, value?.end ?? end);
  }
  return found;
}

/** Place after a string's closing mark, -1 where it is open. */
function endOfString(raw: string, start: number): number {
  for (let i = start + 1; i < raw.length; i++) {
    if (raw[i] === '\\') i++;
    else if (raw[i] === '"') return i + 1;
  }
  return -1;
}

function valueAt(raw: string, start: number): { value: unknown; end: number } | undefined {
  if (raw[start] === '[') return listAt(raw, start);
  const end = endOfValue(raw, start);
  return end < 0 ? undefined : parsed(raw, start, end);
}

/** The whole elements of a list, though its end is missing. */
function listAt(raw: string, start: number): { value: unknown[]; end: number } {
  const value: unknown[] = [];
  let at = start + 1;
  for (;;) {
    while (at < raw.length && /[\s,]/.test(raw[at]!)) at++;
    if (at >= raw.length) return { value, end: at };
    if (raw[at] === ']') return { value, end: at + 1 };
    const end = endOfValue(raw, at);
    const element = end < 0 ? undefined : parsed(raw, at, end);
    if (!element) return { value, end: end < 0 ? raw.length : end };
    value.push(element.value);
    at = element.end;
  }
}

/** Place after the string, object, list or word that begins here, -1 where it is not whole. */
function endOfValue(raw: string, start: number): number {
  if (raw[start] === '"') return endOfString(raw, start);
  if (raw[start] !== '{' && raw[start] !== '[') {
    const word = /^[^\s,\]}"]+(?=\s*[,\]}])/.exec(raw.slice(start, start + 60));
    return word ? start + word[0].length : -1;
  }
  let depth = 0;
  for (let i = start; i < raw.length; i++) {
    if (raw[i] === '"') {
      const end = endOfString(raw, i);
      if (end < 0) return -1;
      i = end - 1;
    } else if (raw[i] === '{' || raw[i] === '[') depth++;
    else if ((raw[i] === '}' || raw[i] === ']') && --depth === 0) return i + 1;
  }
  return -1;
}

function parsed(raw: string, start: number, end: number): { value: unknown; end: number } | undefined {
  try {
    return { value: JSON.parse(raw.slice(start, end)), end };
  } catch {
    return undefined;
  }
}
