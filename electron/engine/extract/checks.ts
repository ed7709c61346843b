/** Whether a nugget is what its profile asks for. What fails is kept and told by the check's name. */
import type { EvidenceStatus, Lang } from '../../../shared/domain';
import type { CheckId } from '../../../shared/profiles';
import { fold } from '../text/fold';
import { functionWords } from '../text/language';
import { namesIn } from './partyNames';

export interface Checked {
  readonly text: string;
  readonly status: EvidenceStatus;
}

export interface CheckContext {
  readonly lang: Lang;
  readonly length: { readonly least: number; readonly most: number };
  /** Names of the decision's parties, as partyNames.ts finds them. */
  readonly parties: readonly string[];
}

/** Words that point to something before them, or to a party of this case; on folded text, at the start. */
const POINTS_BACK =
  /^[\W_]*(?:(?:ele|ela|eles|elas|isso|isto|aquilo|est[ae]s?|ess[ae]s?|aquel[ae]s?|tal|tais|referid[oa]s?|dit[oa]s?|seu|sua|seus|suas|o mesmo|a mesma|tambem|porem|assim|portanto|logo|he|she|they|it(?! is\b| must\b| shall\b| may\b)|his|her|their|its|this|that(?! a\b| an\b| the\b)|these|those|such|the (?:said|same|above)|however|therefore|thus|hence|moreover|also)\b|(?:[oa]s? |the |d[oa]s? )?(?:recorrentes?|recorrid[oa]s?|apelantes?|apelad[oa]s?|agravantes?|agravad[oa]s?|embargantes?|embargad[oa]s?|impetrantes?|impetrad[oa]s?|pacientes?|reclamantes?|reclamad[oa]s?|appellants?|respondents?|petitioners?|complainants?|detenus?)\b)/;
const THIS_CASE =
  /\b(?:(?:est[ae]|neste|nesta|deste|desta|o presente|a presente|no presente|na presente|do presente|da presente) (?:caso|feito|recurso|acao|apelo|agravo|processo|habeas corpus|mandado|autos|julgado)|caso (?:concreto|dos autos|em (?:tela|exame|apreco))|dos autos|in casu|hipotese dos autos|(?:this|the present|the instant|in the above) (?:case|appeal|petition|matter|application)|facts of this case|case at hand)\b/;

const CASE_NUMBER =
  /\b\d{7}-?\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}\b|\b(?:proc(?:esso|\.)?|autos|peca|evento|ev\.|acordao|tc|resp|aresp|re|are|hc|rhc|ms|rms|adi|adpf|agint|agrg|edcl|apelacao(?: civel)?|recurso \p{L}+)\s*(?:n[.ºo°]*\s*)?\d[\d.,/-]*\d|\bfl?s?\.\s*\d+|\b(?:civil|criminal|crl\.?|special leave) (?:appeal|petition|misc\w*)(?: \(\w+\.?\))?s?\.? ?(?:nos?\.?)? ?\d+|\bw\.?\s?p\.?\s*(?:\(\w+\.?\))?\s*(?:no\.?)?\s*\d+|\bwrit petitions? (?:\(\w+\.?\) )?(?:nos?\.?) ?\d+|\bs\.?l\.?p\.?\s*(?:\(\w+\.?\))?\s*(?:no\.?)?\s*\d+|\bcase no\.? ?\d+/u;

const CHECKS: Readonly<Record<CheckId, (nugget: Checked, context: CheckContext) => boolean>> = {
  evidence: ({ status }) => status !== 'none',
  'self-contained': ({ text }) => !POINTS_BACK.test(fold(text)) && !THIS_CASE.test(fold(text)),
  'no-party-names': ({ text }, { parties }) => namesIn(text, parties).length === 0,
  'no-case-numbers': ({ text }) => !CASE_NUMBER.test(fold(text)),
  // A short text that holds little to go by is taken to be right.
  language: ({ text }, { lang }) => {
    const words = functionWords(text);
    const other = words[lang === 'pt' ? 'en' : 'pt'];
    return other < 3 || other <= 2 * words[lang];
  },
  length: ({ text }, { length }) => text.length >= length.least && text.length <= length.most,
  'whole-sentence': ({ text }) => /^[“"‘'«(§[]*[\p{Lu}\p{N}§]/u.test(text) && /[.!?…]["”’»)\]]*$/u.test(text),
};

/** The checks that a nugget fails, in the profile's order. */
export function failedChecks(nugget: Checked, checks: readonly CheckId[], context: CheckContext): CheckId[] {
  return checks.filter((check) => !CHECKS[check](nugget, context));
}
