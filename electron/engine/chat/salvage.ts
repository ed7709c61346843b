/**
 * The whole items of an answer that is not whole: one that ended early, lost its
 * head, or has words around it. Of `{"nuggets":[{"text":"A"},{"text":"B` it keeps A.
 */

/**
 * @param keys an item has at least one of them; the first one begins it where its brace is lost
 * @returns the objects, in order, each as it stands there; values are not yet checked
 */
export function salvage(raw: string, keys: readonly string[] = ['text']): Readonly<Record<string, unknown>>[] {
  // An answer that lost its head may begin inside a string: then every quotation mark means the opposite.
  const outside = scan(raw, false, keys);
  if (outside.length > 0) return outside;
  return scan(raw, true, keys);
}

function scan(raw: string, inString: boolean, keys: readonly string[]): Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  const open: number[] = [];
  let inside = inString;
  let lastEnd = 0;
  for (let i = 0; i < raw.length; i++) {
    const c = raw[i];
    if (inside) {
      if (c === '\\') i++;
      else if (c === '"') inside = false;
    } else if (c === '"') inside = true;
    else if (c === '{') open.push(i);
    else if (c === '}') {
      const start = open.pop();
      const value = start === undefined ? withoutBrace(raw.slice(lastEnd, i), keys) : parseItem(raw.slice(start, i + 1), keys);
      if (value) found.push(value);
      lastEnd = i + 1;
    }
  }
  return found;
}

/** The first item where the brace before it is lost: `"text":"A","quotes":["x"]`. */
function withoutBrace(body: string, keys: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const at = body.indexOf(`"${keys[0]}"`);
  return at < 0 ? undefined : parseItem(`{${body.slice(at)}}`, keys);
}

function parseItem(json: string, keys: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isItem = typeof value === 'object' && value !== null && keys.some((key) => Object.hasOwn(value, key));
    return isItem ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
