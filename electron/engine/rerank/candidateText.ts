/** What is shown of a candidate: its fields, each with its share of the room. Pure. */
import { fitText } from '../chat/fitText';

/** A named part of what stands for a document; a part without a name is shown as it is. */
export interface CandidateField {
  readonly name: string;
  readonly items: readonly string[];
}

export interface Candidate {
  readonly doc_id: string;
  readonly fields: readonly CandidateField[];
}

/**
 * Fields in their order. Where they are more than the room, each gives its items in turn, first items first, until the next one
 * does not fit any more; so no field is lost to a long one before it. A first item that is too long by itself is cut.
 * @param tokens of the text, at most
 */
export function candidateText({ fields }: Candidate, tokens: number, count: (text: string) => number): string {
  const taken = fields.map(() => 0);
  const rendered = () =>
    fields
      .map(({ name, items }, i) => (taken[i] === 0 ? '' : `${name ? `${name}: ` : ''}${items.slice(0, taken[i]).join('; ')}`))
      .filter(Boolean)
      .join('\n');
  const full = new Set<number>();
  while (full.size < fields.length) {
    for (const [i, { items }] of fields.entries()) {
      if (full.has(i)) continue;
      if (taken[i]! >= items.length) full.add(i);
      else {
        taken[i]!++;
        if (count(rendered()) > tokens) {
          taken[i]!--;
          full.add(i);
        }
      }
    }
  }
  const text = rendered();
  if (text !== '') return text;
  const first = fields.find(({ items }) => items.length > 0);
  return first ? fitText(`${first.name ? `${first.name}: ` : ''}${first.items[0]}`, tokens, count) : '';
}
