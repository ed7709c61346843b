/**
 * The whole nuggets of an answer that is not whole: one that ended early, lost its
 * head, or has words around it. Of `{"nuggets":[{"text":"A"},{"text":"B` it keeps A.
 */

/** @returns the objects with a `text`, in order, each as it stands there; values are not yet checked */
export function salvage(raw: string): unknown[] {
  // An answer that lost its head may begin inside a string: then every quotation mark means the opposite.
  const outside = scan(raw, false);
  if (outside.length > 0) return outside;
  return scan(raw, true);
}

function scan(raw: string, inString: boolean): unknown[] {
  const found: unknown[] = [];
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
      const value = start === undefined ? withoutBrace(raw.slice(lastEnd, i)) : parseItem(raw.slice(start, i + 1));
      if (value) found.push(value);
      lastEnd = i + 1;
    }
  }
  return found;
}

/** The first nugget where the brace before it is lost: `"text":"A","quotes":["x"]`. */
function withoutBrace(body: string): object | undefined {
  const at = body.indexOf('"text"');
  return at < 0 ? undefined : parseItem(`{${body.slice(at)}}`);
}

function parseItem(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && 'text' in value ? value : undefined;
  } catch {
    return undefined;
  }
}
