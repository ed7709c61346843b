/** A sentence of the text as its own evidence. */
import type { EvidenceSpan } from '../../../shared/domain';
import type { Sentence } from '../text/sentences';

/** The reading text may differ from the source in line ends and hyphens: then its evidence is "normalised", not "exact". */
export function sentenceEvidence(
  { text, start, end, parts }: Sentence,
  source: string,
): { kind: 'exact' | 'normalised'; spans: EvidenceSpan[] } {
  const kind = parts.length === 1 && source.slice(start, end) === text ? 'exact' : 'normalised';
  return { kind, spans: parts.map((part) => ({ start: part.start, end: part.end, kind, score: 1 })) };
}
