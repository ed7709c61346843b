/** What a model answered → issue phrases that can be searched for. */
import { PHRASES } from '../../../shared/formulation';
import type { JsonSchema } from '../chat/chatModel';
import { isLoop } from '../chat/loops';
import { salvageFields } from '../chat/salvageFields';
import { cutAtWord } from '../text/cutAtWord';
import { fold } from '../text/fold';

/** Longer ones tell the story again. */
const MOST_CHARS = 200;
const LEAST_LETTERS = 4;

export const ISSUES_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { issues: { type: 'array', minItems: PHRASES, maxItems: PHRASES, items: { type: 'string' } } },
  required: ['issues'],
  additionalProperties: false,
};

export interface ReadIssues {
  readonly phrases: readonly string[];
  /** What was left out and why, '' where nothing. */
  readonly note: string;
}

/** @param prompt the prompt's own words: a phrase that only says them again says nothing of the case */
export function readIssues(raw: string, prompt = ''): ReadIssues {
  const phrases: string[] = [];
  const seen = new Set<string>();
  const left = { invalid: 0, repeated: 0, loops: 0, echoes: 0, 'too many': 0 };
  const asked = keyOf(prompt);
  for (const item of itemsOf(raw)) {
    const phrase = typeof item === 'string' ? clean(item) : '';
    const key = keyOf(phrase);
    if (key.replace(/[^a-z]/g, '').length < LEAST_LETTERS) left.invalid++;
    else if (isLoop(phrase)) left.loops++;
    else if (asked.includes(key)) left.echoes++;
    else if (seen.has(key)) left.repeated++;
    else if (phrases.length === PHRASES) left['too many']++;
    else {
      seen.add(key);
      phrases.push(phrase);
    }
  }
  const note = Object.entries(left)
    .filter(([, n]) => n > 0)
    .map(([what, n]) => `${n} ${what}`)
    .join(', ');
  return { phrases, note };
}

/** A pipe stands between phrases, so none may hold one; numbering that a model puts before them is not theirs. */
export const clean = (phrase: string): string =>
  cutAtWord(
    phrase
      .replace(/\|/g, '/')
      .replace(/\s+/g, ' ')
      .replace(/^\s*(?:\(?\d{1,2}[.):]\s+|[-–•*]\s+)/, '')
      .trim(),
    MOST_CHARS,
  );

const keyOf = (text: string): string => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** The list as it stands in the answer; where it is cut or has words around it, its whole elements. */
function itemsOf(raw: string): readonly unknown[] {
  const found = whole(raw) ?? salvageFields(raw, ['issues']).issues;
  return Array.isArray(found) ? found : found === undefined ? [] : [found];
}

function whole(raw: string): unknown {
  try {
    return (JSON.parse(raw) as { issues?: unknown } | null)?.issues;
  } catch {
    return undefined;
  }
}
