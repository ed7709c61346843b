/** What a judgment is about, in a few words each: phrases of two and three words that it says again and again, and the provisions that it names most. */
import { fold } from '../../text/fold';
import { FUNCTION_WORDS } from '../../text/language';

/** Words of every judgment: they say nothing of what this one is about. */
const COMMON = new Set(
  (
    'court high supreme appellant appellants respondent respondents petitioner petitioners accused learned counsel judge judges judgment order case cases said also would could one two first second third same there been being between against after before only such any other whether therefore above under upon into shall may must can act section article rule state india government held view question fact facts matter evidence part time made given having did does more than when where who whom what then those these them its it he she we our you without within during made person persons union date dated para paragraph page appeal appeals petition trial session sessions honble ' +
    'tribunal turma recurso recorrente recorrido apelante apelado agravante agravado autor reu relator ministro ministra desembargador voto acordao decisao sentenca processo autos parte partes caso presente termos art artigo lei nao sim ainda assim pois tambem ser ter foi sido sendo pode deve ha seja sejam qual quais mesmo mesma desta deste dessa desse nesta neste senhor senhora fls pelo pela pelos pelas sob ante apos ate cada onde porque mediante contra conforme'
  ).split(' '),
);
const LEAST_TIMES = 3;
const MOST = 8;
const MOST_STATUTES = 5;

/** @returns places in the text: of each chosen phrase as often as it is said, so that counts can be told from them */
export function keyPhrases(text: string, statutes: readonly { start: number; end: number }[]): { start: number; end: number }[] {
  const places = new Map<string, { start: number; end: number }[]>();
  for (const run of contentRuns(text)) {
    for (let size = 2; size <= 3; size++) {
      for (let i = 0; i + size <= run.length; i++) {
        const words = run.slice(i, i + size);
        const key = words.map(({ word }) => word).join(' ');
        const list = places.get(key) ?? [];
        list.push({ start: words[0]!.start, end: words[size - 1]!.end });
        places.set(key, list);
      }
    }
  }
  const chosen: string[] = [];
  // A longer phrase that is said as often says more.
  const value = (key: string) => places.get(key)!.length * (key.split(' ').length - 0.5);
  const often = [...places.keys()].filter((key) => places.get(key)!.length >= LEAST_TIMES);
  for (const key of often.sort((a, b) => value(b) - value(a) || places.get(a)![0]!.start - places.get(b)![0]!.start)) {
    if (chosen.length >= MOST) break;
    if (!chosen.some((other) => ` ${other} `.includes(` ${key} `) || ` ${key} `.includes(` ${other} `))) chosen.push(key);
  }
  return [...chosen.flatMap((key) => places.get(key)!), ...mostNamed(text, statutes)];
}

function mostNamed(text: string, statutes: readonly { start: number; end: number }[]): { start: number; end: number }[] {
  const counts = new Map<string, number>();
  const keyOf = ({ start, end }: { start: number; end: number }) => fold(text.slice(start, end)).replace(/\s+/g, ' ');
  for (const place of statutes) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  const kept = new Set(
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_STATUTES)
      .map(([key]) => key),
  );
  return statutes.filter((place) => kept.has(keyOf(place)));
}

/** Stretches of content words with nothing but a space between them. */
function* contentRuns(text: string): Iterable<{ word: string; start: number; end: number }[]> {
  let run: { word: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const word = fold(match[0]);
    const start = match.index;
    const last = run[run.length - 1];
    const isContent = word.length >= 4 && !COMMON.has(word) && !FUNCTION_WORDS.has(word);
    if (run.length > 0 && (!isContent || !/^\s+$/.test(text.slice(last!.end, start)))) {
      if (run.length > 1) yield run;
      run = [];
    }
    if (isContent) run.push({ word, start, end: start + match[0].length });
  }
  if (run.length > 1) yield run;
}
