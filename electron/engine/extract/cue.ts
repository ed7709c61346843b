/** How much a sentence sounds like a thesis: weighted cues of settled law, duty, condition and effect, less those of parties and procedure. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fold } from '../text/fold';
import { sha256Hex } from '../text/hash';

const CueFile = z.object({
  id: z.string(),
  version: z.int(),
  /** Each adds weight × min(2, matches) on the folded sentence. */
  rules: z.array(z.object({ name: z.string(), weight: z.number(), pattern: z.string() })),
  /** On the sentence as it stands. */
  shape: z.object({ capitals: z.number(), lower_start: z.number(), no_stop: z.number(), short: z.number() }),
});

export interface Cues {
  readonly id: string;
  readonly sha256: string;
  score(sentence: string): number;
}

/** Capitalised words after the first, beyond this share, are names and headings. */
const CAPITALS_FREE = 0.15;
const SHORT_CHARS = 100;

export async function loadCues(path: string): Promise<Cues> {
  const raw = await readFile(path, 'utf8');
  const file = CueFile.parse(JSON.parse(raw));
  const rules = file.rules.map(({ weight, pattern }) => ({ weight, pattern: new RegExp(pattern, 'g') }));
  return {
    id: file.id,
    sha256: sha256Hex(raw),
    score(sentence) {
      const folded = fold(sentence);
      let score = 0;
      for (const { weight, pattern } of rules) score += weight * Math.min(2, folded.match(pattern)?.length ?? 0);
      score += file.shape.capitals * Math.max(0, capitalShare(sentence) - CAPITALS_FREE);
      if (/^[^\p{L}\p{N}_]*\p{Ll}/u.test(sentence) && !/^[^\p{L}\p{N}_]*[a-z]\)/u.test(sentence)) score += file.shape.lower_start;
      if (!/[.!?]["”’')\]]*$/.test(sentence)) score += file.shape.no_stop;
      if (sentence.length < SHORT_CHARS) score += file.shape.short;
      return score;
    },
  };
}

function capitalShare(sentence: string): number {
  const words = sentence.match(/\p{L}{2,}/gu) ?? [];
  const capitals = words.filter((word, i) => i > 0 && word[0] !== word[0]!.toLowerCase()).length;
  return capitals / Math.max(1, words.length);
}
