/**
 * What the engine said, in the window's language. The engine speaks English; what it said is kept in ledgers, jobs and files, where
 * it must be readable by itself. So its words are known again by their form (`There is no document "{0}".`), and what was filled in
 * is filled in again. Pure.
 */

/**
 * English form → translated form; `{0}` … are the places where something is filled in. What stands there may be a message itself;
 * `{0:word}` in the translation says that it is one of a few words, such as a unit's name.
 */
export type Phrases = Readonly<Record<string, string>>;

interface Form {
  /** What is in quotation marks holds none itself. */
  readonly strict: RegExp;
  readonly loose: RegExp;
  /** The longest of its own words: a text without them is passed over. */
  readonly anchor: string;
  /** Letters of its own. */
  readonly weight: number;
  readonly translation: string;
  /** By place: whether it stands in quotation marks. What does is a name, and stays. */
  readonly quoted: readonly boolean[];
}

/** A message may hold a reason, which holds a cause. */
const DEPTH = 4;

/** @returns a function that gives the translation, undefined where a text, or a part of it, is none of these */
export function createSaying(phrases: Phrases, words: Phrases = {}): (text: string) => string | undefined {
  const forms = Object.entries(phrases)
    .map(([english, translation]) => formOf(english, translation))
    // Of two forms that fit, the one with more words of its own is meant.
    .sort((a, b) => b.weight - a.weight);

  function whole(text: string, depth: number, kind: 'strict' | 'loose' = 'strict'): string | undefined {
    for (const { [kind]: regex, anchor, translation, quoted } of forms) {
      if (!text.includes(anchor)) continue;
      const found = regex.exec(text);
      if (found)
        return translation.replace(/\{(\d)(:word)?\}/g, (_, at: string, word?: string) => {
          const value = found[Number(at) + 1] ?? '';
          if (word) return value.replace(/^(.*?)(\.?)$/s, (_, bare: string, end: string) => (words[bare] ?? bare) + end);
          return quoted[Number(at)] ? value : inner(value, depth);
        });
    }
    return undefined;
  }
  /** A part may bring along the blank that parts it from what stands before. */
  const inner = (value: string, depth: number): string => {
    if (depth >= DEPTH) return value;
    const bare = value.trim();
    return say(value, depth + 1) ?? value.replace(bare, () => say(bare, depth + 1) ?? bare);
  };

  /** Several in a row: each must be known, for half a translation is worse than none. */
  function row(text: string, mark: RegExp, between: string, depth: number): string | undefined {
    const parts = text.split(mark);
    const said = parts.length > 1 ? parts.map((part) => whole(part, depth) ?? counted(part) ?? placed(part, depth)) : [undefined];
    return said.includes(undefined) ? undefined : said.join(between);
  }

  /** How an answer ended stands after what is said of it. */
  function ended(text: string, depth: number): string | undefined {
    const [, words, end] = /^(.*) \((\w+)\)$/s.exec(text) ?? [];
    const said = words === undefined ? undefined : say(words, depth);
    return said && `${said} (${end})`;
  }

  /** The name of a field or a file stands before what is said of it. */
  function placed(text: string, depth: number): string | undefined {
    const [, head = '', rest = ''] = /^(.+?): (.+)$/s.exec(text) ?? [];
    const name = /^\S+$|\.\w{2,5}$/.test(head) ? head : whole(head, depth);
    const said = name && (say(rest, depth) ?? (rest.endsWith('.') ? say(rest.slice(0, -1), depth)?.concat('.') : undefined));
    return said && `${name}: ${said}`;
  }

  /** How many were left out, by why: `2 invalid, 1 repeated`. */
  function counted(text: string): string | undefined {
    if (!/^\d+ [a-z ]+(, \d+ [a-z ]+)*$/.test(text)) return undefined;
    const parts = text.split(', ').map((part) => [part.replace(/^\d+ /, ''), Number.parseInt(part, 10)] as const);
    return parts.every(([why]) => words[why]) ? parts.map(([why, n]) => `${words[why]}: ${n}`).join(', ') : undefined;
  }

  // What is in a row comes first: a form would take the second message into its last place.
  const say = (text: string, depth: number): string | undefined =>
    row(text, /; /, '; ', depth) ??
    whole(text, depth) ??
    ended(text, depth) ??
    counted(text) ??
    row(text, /(?<=[.?]) (?=\p{Lu})/u, ' ', depth) ??
    placed(text, depth) ??
    // A name with quotation marks of its own: only then, for else one name would reach into the next message's.
    whole(text, depth, 'loose');
  return (text) => say(text, 0);
}

function formOf(english: string, translation: string): Form {
  const parts = english.split(/\{\d\}/);
  const order = [...english.matchAll(/\{(\d)\}/g)].map(([, at]) => Number(at));
  if (order.some((at, i) => at !== i)) throw new Error(`the places of "${english}" are not in order`);
  const quoted = order.map((at) => parts[at]!.endsWith('"') && parts[at + 1]!.startsWith('"'));
  const own = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const regexOf = (strict: boolean) =>
    new RegExp(
      `^${own.map((part, at) => (at === 0 ? part : `${strict && quoted[at - 1] ? '([^"]*?)' : '([\\s\\S]*?)'}${part}`)).join('')}$`,
    );
  return {
    strict: regexOf(true),
    loose: regexOf(false),
    anchor: parts.reduce((longest, part) => (part.length > longest.length ? part : longest)),
    weight: parts.join('').replace(/[^\p{L}]/gu, '').length,
    translation,
    quoted,
  };
}
