/** A structured summary without a language model: each field holds sentences and phrases of the judgment itself, each with its place. */
import type { SummaryItem } from '../../../../shared/domain';
import type { FormField } from '../../../../shared/profiles';
import { fold } from '../../text/fold';
import { paragraphsOf } from '../../text/paragraphs';
import { type Sentence, sentencesOf } from '../../text/sentences';
import { type AlignSource, alignSource } from '../align';
import type { Cues } from '../cue';
import { sentenceEvidence } from '../sentenceEvidence';
import type { Role, Section, SummaryCues } from './cues';
import { keyPhrases } from './keyPhrases';

export interface FieldItems {
  readonly name: string;
  readonly ranked: boolean;
  readonly items: readonly SummaryItem[];
}

interface Rated {
  readonly sentence: Sentence;
  /** Place in the text, 0–1. */
  readonly at: number;
  readonly section: Section | undefined;
  readonly thesis: number;
}

/** Sentences of a field for each thousand words, before the form's own cap: a short judgment gives a short summary. */
const PER_THOUSAND_WORDS = 1.5;
const FEWEST = 2;
/** What a sentence must score to stand for a field at all. */
const LEAST = 1;
/** A thesis that gives no principle is not worth keeping. */
const LEAST_THESIS = 1.5;
const SHORTEST_RULE = 50;

export interface SummaryRules {
  readonly roles: SummaryCues;
  /** The cues of theses (cue.ts). */
  readonly theses: Cues;
}

type ToItem = (sentence: Sentence) => SummaryItem | undefined;

/** Names of the fields that rules can fill; any other stays empty. */
export const FILLED = [
  'facts',
  'issues',
  'reasoning',
  'new_legal_principle',
  'important_subjects',
  'citation_principles',
  'statutes',
  'citations',
  'decision',
] as const;

export function extractiveFields(text: string, form: readonly FormField[], rules: SummaryRules): FieldItems[] {
  const sentences = rate(text, rules);
  const source = alignSource(text);
  const words = text.match(/\S+/g)?.length ?? 0;
  const taken = new Set<Sentence>();
  const byName = new Map<string, SummaryItem[]>();
  const most = (name: string): number => {
    const cap = form.find((field) => field.name === name)?.max_items ?? 6;
    return Math.min(cap, Math.max(FEWEST, Math.round((PER_THOUSAND_WORDS * words) / 1000)));
  };
  const whole: ToItem = (sentence) => {
    const { kind, spans } = sentenceEvidence(sentence, text);
    return { text: sentence.text, status: kind, spans };
  };
  const choose = (name: string, score: (rated: Rated) => number, least = LEAST, toItem: ToItem = whole) => {
    const found = sentences
      .filter(({ sentence }) => !taken.has(sentence))
      .map((rated) => ({ rated, value: score(rated) }))
      .filter(({ value }) => value >= least)
      .sort((a, b) => b.value - a.value || a.rated.sentence.start - b.rated.sentence.start);
    const chosen: { rated: Rated; item: SummaryItem }[] = [];
    for (const { rated } of found) {
      if (chosen.length >= most(name)) break;
      const item = toItem(rated.sentence);
      if (item) chosen.push({ rated, item });
    }
    for (const { rated } of chosen) taken.add(rated.sentence);
    chosen.sort((a, b) => a.rated.sentence.start - b.rated.sentence.start);
    byName.set(
      name,
      chosen.map(({ item }) => item),
    );
  };
  const { roles } = rules;
  const role = (which: Role) => (rated: Rated) => roles.score(which, rated.sentence.text) + (rated.section === which ? 1 : 0);

  // What is most plainly marked is taken first; a sentence stands in one field alone.
  const rule: ToItem = (sentence) => ruleOf(sentence, source, roles);
  const isCited = ({ sentence }: Rated) => roles.cites(sentence.text) && roles.settles(sentence.text);
  choose('citation_principles', (rated) => (isCited(rated) ? 2 + rated.thesis : 0), LEAST, rule);
  choose('issues', (rated) => role('issues')(rated) + (rated.at < 0.5 ? 0.3 : 0), 1.5);
  choose('decision', (rated) => role('decision')(rated) + (rated.at > 0.85 ? 1 : -1), 2);
  // A rule that is laid down speaks of any case; "we are of the opinion that the contention …" is a step on the way to it.
  const asPrinciple = (rated: Rated) =>
    rated.thesis + (rated.section === 'principle' ? 1.5 : 0) - Math.max(0, roles.score('reasoning', rated.sentence.text));
  choose('new_legal_principle', asPrinciple, LEAST_THESIS);
  choose('facts', (rated) => role('facts')(rated) + Math.max(0, 1.5 - 3.5 * rated.at));
  choose('reasoning', (rated) => role('reasoning')(rated) + 0.3 * rated.thesis + (rated.at > 0.3 && rated.at < 0.97 ? 0.5 : 0));
  byName.set('statutes', phrases(text, roles.statutes(text), source));
  byName.set('citations', phrases(text, roles.citations(text), source));
  byName.set('important_subjects', phrases(text, keyPhrases(text, roles.statutes(text)), source));

  return form.map(({ name, ranked, type, max_items }) => ({
    name,
    ranked,
    items: (byName.get(name) ?? []).slice(0, type === 'list' ? max_items : 1),
  }));
}

function rate(text: string, { roles, theses }: SummaryRules): Rated[] {
  const sections: (Section | undefined)[] = [];
  let open: Section | undefined;
  for (const paragraph of paragraphsOf(text)) {
    open = roles.section(paragraph.text) ?? open;
    sections.push(open);
  }
  return sentencesOf(text).map((sentence) => ({
    sentence,
    at: sentence.start / Math.max(1, text.length),
    section: sections[sentence.paragraph],
    thesis: theses.score(sentence.text),
  }));
}

/** The rule behind a citation: what stands after "held that", without the name before it; nothing where it can't be told apart. */
function ruleOf(sentence: Sentence, source: AlignSource, roles: SummaryCues): SummaryItem | undefined {
  const at = roles.ruleAt(sentence.text);
  const rule = at < 0 ? '' : sentence.text.slice(at);
  if (rule.length < SHORTEST_RULE || roles.citations(rule).length > 0) return undefined;
  const span = source.locate(rule, { start: sentence.start, end: sentence.end });
  return span && span.kind !== 'fuzzy' ? { text: rule, status: span.kind, spans: [span] } : undefined;
}

/** Phrases by how often they are said, the earlier first among equals; each with the place where it is said first. */
function phrases(text: string, places: readonly { start: number; end: number }[], source: AlignSource): SummaryItem[] {
  const said = new Map<string, { text: string; count: number; start: number }>();
  for (const { start, end } of places) {
    const phrase = text.slice(start, end).replace(/\s+/g, ' ');
    const key = fold(phrase)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const known = said.get(key);
    if (known) known.count++;
    else said.set(key, { text: phrase, count: 1, start });
  }
  return [...said.values()]
    .sort((a, b) => b.count - a.count || a.start - b.start)
    .slice(0, 40)
    .flatMap(({ text: phrase, start }) => {
      const span = source.locate(phrase, { start, end: start + 1 });
      return span && span.kind !== 'fuzzy' ? [{ text: phrase, status: span.kind, spans: [span] }] : [];
    });
}
