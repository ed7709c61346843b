/** The clauses of a text that say most about what it is about. Pure; the same text gives the same clauses. */
import { fold } from '../text/fold';
import { FUNCTION_WORDS } from '../text/language';
import { sentencesOf } from '../text/sentences';

/** Of a folded content word: 0 where every case says it, more where it names a legal question. */
export type WordWeights = (word: string) => number;

/** Content words of a phrase. */
const FEWEST = 2;
const MOST = 8;
/** What a word counts that an earlier phrase has already said. */
const SAID = 0.1;
/** Letters by which forms of one word are told to be one. */
const STEM = 6;

interface Token {
  readonly text: string;
  readonly stem: string;
  /** 0: it only joins others. */
  readonly weight: number;
}

interface Candidate {
  readonly tokens: readonly Token[];
  readonly start: number;
}

/**
 * Windows over clauses (what punctuation, numbers and names leave standing) that begin and end with a word that counts. The best
 * is taken, then the best of what is new beside it, and so on: the sum of its words' weights, each × (1 + ln how often the
 * text says it), over the root of how many they are; of equals the earlier.
 */
export function pickClauses(text: string, weightOf: WordWeights, most: number): string[] {
  const clauses = clausesOf(text, weightOf);
  const counts = new Map<string, number>();
  for (const { tokens } of clauses) for (const { stem, weight } of tokens) if (weight > 0) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const candidates = clauses.flatMap(windowsOf);
  const said = new Set<string>();
  const chosen: Candidate[] = [];
  const value = ({ tokens }: Candidate): number => {
    const own = new Map(tokens.filter(({ weight }) => weight > 0).map(({ stem, weight }) => [stem, weight]));
    let sum = 0;
    for (const [stem, weight] of own) sum += weight * (1 + Math.log(counts.get(stem)!)) * (said.has(stem) ? SAID : 1);
    return sum / Math.sqrt(tokens.filter(({ weight }) => weight > 0).length);
  };
  while (chosen.length < most) {
    let best: { candidate: Candidate; value: number } | undefined;
    for (const candidate of candidates) {
      const own = new Set(candidate.tokens.filter(({ weight }) => weight > 0).map(({ stem }) => stem));
      if ([...own].filter((stem) => !said.has(stem)).length < FEWEST) continue;
      const scored = { candidate, value: value(candidate) };
      if (!best || scored.value > best.value) best = scored;
    }
    if (!best) break;
    chosen.push(best.candidate);
    for (const { stem, weight } of best.candidate.tokens) if (weight > 0) said.add(stem);
  }
  return chosen.map(({ tokens }) => tokens.map((token) => token.text).join(' '));
}

/** Stretches of a clause from one counting word to another, with two to eight of them. */
function windowsOf({ tokens, start }: Candidate): Candidate[] {
  const places = tokens.flatMap(({ weight }, i) => (weight > 0 ? [i] : []));
  const found: Candidate[] = [];
  for (let from = 0; from < places.length; from++) {
    for (let to = from + FEWEST - 1; to < Math.min(places.length, from + MOST); to++)
      found.push({ tokens: tokens.slice(places[from]!, places[to]! + 1), start: start + from });
  }
  return found;
}

function clausesOf(text: string, weightOf: WordWeights): Candidate[] {
  const lower = new Set(text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}]+/gu) ?? []);
  const clauses: Candidate[] = [];
  for (const sentence of sentencesOf(text)) {
    let tokens: Token[] = [];
    const close = () => {
      if (tokens.some(({ weight }) => weight > 0)) clauses.push({ tokens, start: sentence.start });
      tokens = [];
    };
    for (const [part] of sentence.text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu)) {
      if (!/^\p{L}{2,}/u.test(part) || /\p{N}/u.test(part)) close();
      // A word that the text never writes small is a name; at a sentence's head it can't be told, and stays.
      else if (/^\p{Lu}/u.test(part) && !sentence.text.startsWith(part) && !lower.has(part.toLowerCase())) close();
      else tokens.push(tokenOf(part.toLowerCase(), weightOf));
    }
    close();
  }
  return clauses;
}

function tokenOf(text: string, weightOf: WordWeights): Token {
  const word = fold(text);
  const joins = word.length < 4 || FUNCTION_WORDS.has(word);
  return { text, stem: word.slice(0, STEM), weight: joins ? 0 : weightOf(word) };
}
