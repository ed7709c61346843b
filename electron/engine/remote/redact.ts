/** Keeps a key out of everything that is kept or shown, though a server may say it back. Pure. */

const HIDDEN = '[key]';
/** So many characters of a key in a row are taken for a part of it: servers quote a key with its middle left out. */
const PART = 6;

/** @param secret the key; where it is '' nothing is changed */
export function redact(text: string, secret: string): string {
  if (secret === '') return text;
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')];
  let out = text;
  for (const form of forms) out = out.replaceAll(form, HIDDEN);
  return secret.length < 2 * PART ? out : withoutParts(out, secret);
}

/** A shorter key may be a word that a decision holds: its text must not be changed for it. */
const SHORTEST_SURE = 12;
/** Longer answers are vectors, which hold no words. */
const LONGEST_WORDS = 1_000_000;

/** A server's answer without the key, however it is spelt there. @throws SyntaxError where it is no JSON */
export function parseAnswer(text: string, secret: string): unknown {
  if (secret.length < SHORTEST_SURE || text.length > LONGEST_WORDS) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.replaceAll(secret, HIDDEN) : value));
}

/** The longest stretches that the text shares with the key, where they are no mere word of four letters. */
function withoutParts(text: string, secret: string): string {
  const parts = new Set<string>();
  for (let i = 0; i + PART <= secret.length; i++) parts.add(secret.slice(i, i + PART));
  let out = '';
  let from = 0;
  for (let i = 0; i + PART <= text.length; i++) {
    if (!parts.has(text.slice(i, i + PART))) continue;
    let end = i + PART;
    while (end < text.length && secret.includes(text.slice(i, end + 1))) end++;
    out += text.slice(from, i) + HIDDEN;
    from = end;
    i = end - 1;
  }
  return out + text.slice(from);
}
