/**
 * Issue phrases without a language model: clauses of the facts themselves that hold most of what they say about law, with names,
 * dates and numbers left out. They are no abstractions, and say so by the formulator's name.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { throwIfAborted } from '../../../shared/errors';
import { PHRASES } from '../../../shared/formulation';
import { fold } from '../text/fold';
import { sha256Hex } from '../text/hash';
import { pickClauses, type WordWeights } from './clauses';
import type { Formulator } from './formulator';
import { clean } from './reply';

/** Changes with anything in this folder that changes what the rules pick. */
const VERSION = '1';

const Words = z.object({ en: z.string(), pt: z.string() });
const RulesFile = z.object({ id: z.string(), version: z.int(), about: z.string(), law: Words, common: Words });

/** @param path of extractive-formulation.json */
export async function formulatorByRules(path: string): Promise<Formulator> {
  const raw = await readFile(path, 'utf8');
  const weights = wordWeights(RulesFile.parse(JSON.parse(raw)));
  const sha256 = sha256Hex(raw);
  return {
    id: 'extractive',
    version: VERSION,
    model: { id: '', sha256: '' },
    prompts: { pt: sha256, en: sha256 },
    params: {},
    lanes: 1,
    async formulate({ text }, signal) {
      throwIfAborted(signal);
      const picked = pickClauses(text, weights, PHRASES);
      // A few key words are an issue already.
      const phrases = picked.length > 0 ? picked : [clean(text)].filter((phrase) => /\p{L}/u.test(phrase));
      const note = phrases.length < PHRASES ? `${phrases.length} of ${PHRASES} phrases: the text has no more clauses` : '';
      return { phrases, note, raw: '', stop: 'end of text', attempts: 1, facts: {} };
    },
    async dispose() {},
  };
}

export function wordWeights({ law, common }: Pick<z.infer<typeof RulesFile>, 'law' | 'common'>): WordWeights {
  // A case may be told in either language, or in both: the beginnings of both count.
  const matcher = ({ en, pt }: z.infer<typeof Words>) => {
    const beginnings = new Set(
      `${en} ${pt}`
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => fold(word)),
    );
    const lengths = [...new Set([...beginnings].map(({ length }) => length))].sort((a, b) => b - a);
    return (word: string) => lengths.find((length) => beginnings.has(word.slice(0, length))) ?? 0;
  };
  const [isLaw, isCommon] = [matcher(law), matcher(common)];
  return (word) => {
    const [asLaw, asCommon] = [isLaw(word), isCommon(word)];
    // The longer beginning says more of a word: "partition" is law though it begins as "part".
    if (asCommon >= asLaw && asCommon > 0) return 0;
    return asLaw > 0 ? 2 : 1;
  };
}
