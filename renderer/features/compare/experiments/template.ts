/** A file to begin with: rankings of this collection that can be made now. Pure. */
import type { CollectionSummary } from '../../../../shared/contract';

export function template(
  { id, nuggets, summaries }: Pick<CollectionSummary, 'id' | 'nuggets' | 'summaries'>,
  encoders: readonly string[],
  words: { readonly name: string; readonly description: string },
): string {
  const units = [
    ...(nuggets.some(({ count }) => count > 0) ? ['nugget'] : []),
    'passage',
    'document',
    ...(summaries.some(({ count }) => count > 0) ? ['summary'] : []),
  ];
  // A JSON string is a YAML string, whatever is in it.
  const quoted = (text: string) => JSON.stringify(text);
  const [encoder] = encoders;
  const grid = encoder ? `grid:\n  unit: [${units.join(', ')}]\n  ranker: [dense, hybrid]\n` : '';
  return `version: 1
name: ${quoted(words.name)}
description: ${quoted(words.description)}
collection: ${quoted(id)}
measures: [ndcg@10, map@10, mrr@10]
baseline: bm25
${encoder ? `defaults:\n  encoder: ${quoted(encoder)}\n` : ''}runs:
  - name: bm25
    unit: document
    ranker: bm25
${grid}`;
}
