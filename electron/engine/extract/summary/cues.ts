/** The rules that tell which part a sentence plays in a judgment: weighted cues by field, headings, and how law is cited. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fold } from '../../text/fold';
import { sha256Hex } from '../../text/hash';

const Weighted = z.array(z.tuple([z.number(), z.string()]));
const CueFile = z.object({
  id: z.string(),
  version: z.int(),
  /** Each adds weight × min(2, matches) on the folded sentence. */
  fields: z.object({ facts: Weighted, issues: Weighted, reasoning: Weighted, decision: Weighted }),
  /** On folded text: what settles a rule, what cites an earlier decision, and what comes before the rule in such a sentence. */
  settled: z.string(),
  cites: z.string(),
  tail: z.string(),
  /** On the text as it stands: provisions, and names of earlier decisions. */
  statutes: z.string(),
  citation: z.string(),
  headings: z.object({ facts: z.string(), issues: z.string(), reasoning: z.string(), principle: z.string(), decision: z.string() }),
});

export type Role = keyof z.infer<typeof CueFile>['fields'];
export type Section = keyof z.infer<typeof CueFile>['headings'];

export interface SummaryCues {
  readonly id: string;
  readonly sha256: string;
  score(role: Role, sentence: string): number;
  settles(sentence: string): boolean;
  cites(sentence: string): boolean;
  /** Where the rule begins in a sentence that cites ("… held that ‸the notice …"), -1 where it can't be told. */
  ruleAt(sentence: string): number;
  statutes(text: string): { start: number; end: number }[];
  citations(text: string): { start: number; end: number }[];
  /** The part of the judgment that a heading opens. */
  section(paragraph: string): Section | undefined;
}

/** A heading is no longer than this; "R E L A T Ó R I O" is one too. */
const HEADING_CHARS = 60;

export async function loadSummaryCues(path: string): Promise<SummaryCues> {
  const raw = await readFile(path, 'utf8');
  const file = CueFile.parse(JSON.parse(raw));
  const rules = Object.fromEntries(
    Object.entries(file.fields).map(([role, list]) => [
      role,
      list.map(([weight, pattern]) => ({ weight, pattern: new RegExp(pattern, 'g') })),
    ]),
  ) as Record<Role, { weight: number; pattern: RegExp }[]>;
  const [settled, cites, tail] = [new RegExp(file.settled), new RegExp(file.cites), new RegExp(file.tail)];
  const headings = Object.entries(file.headings).map(([section, pattern]) => [section as Section, new RegExp(pattern)] as const);
  const places = (pattern: RegExp) => (text: string) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].trimEnd().length }));
  return {
    id: file.id,
    sha256: sha256Hex(raw),
    score(role, sentence) {
      const folded = fold(sentence);
      return rules[role].reduce((sum, { weight, pattern }) => sum + weight * Math.min(2, folded.match(pattern)?.length ?? 0), 0);
    },
    settles: (sentence) => settled.test(fold(sentence)),
    cites: (sentence) => cites.test(fold(sentence)),
    ruleAt(sentence) {
      // Folding keeps the places of a text in NFC, but not those of one in NFD or with odd letters.
      const folded = fold(sentence);
      if (folded.length !== sentence.length) return -1;
      const match = tail.exec(folded);
      if (!match) return -1;
      const end = match.index + match[0].length;
      return end + (/^[\s“"'‘.,:;–—-]*/.exec(sentence.slice(end))?.[0].length ?? 0);
    },
    statutes: places(new RegExp(file.statutes, 'g')),
    citations: places(new RegExp(file.citation, 'g')),
    section(paragraph) {
      if (paragraph.length > HEADING_CHARS) return undefined;
      const words = fold(paragraph).replace(/^[\W\d_]+|[\W\d_]+$/g, '');
      const spaced = /^(?:\S )+\S$/.test(words) ? words.replace(/ /g, '') : words;
      return headings.find(([, pattern]) => pattern.test(spaced))?.[0];
    },
  };
}
