/** The union pool: what several wordings of one query retrieve, as one ranking. Pure. */
import type { CombinedDocument } from './combine';
import { fuse } from './fuse';
import type { Slices } from './slices';

/**
 * Each wording gives its first `pool` documents; all of them together are ordered by reciprocal ranks, each wording with the
 * same share. A document shows the units of the wording that ranks it best, of equals the first.
 */
export function unite(
  wordings: readonly { readonly name: string; readonly documents: Slices<CombinedDocument> }[],
  { pool, rrf_k }: { readonly pool: number; readonly rrf_k: number },
): CombinedDocument[] {
  const heads = wordings.map(({ name, documents }) => ({ name, documents: documents.slice(0, pool) }));
  const best = new Map<string, { rank: number; document: CombinedDocument }>();
  for (const { documents } of heads)
    for (const [i, document] of documents.entries())
      if (i + 1 < (best.get(document.doc_id)?.rank ?? Number.POSITIVE_INFINITY)) best.set(document.doc_id, { rank: i + 1, document });
  const sides = heads.map(({ name, documents }) => ({ name, weight: 1, ranked: documents, floor: 0 }));
  return fuse(sides, { fusion: 'rrf', normalisation: 'none', rrf_k }).map(({ doc_id, score, parts }) => {
    const { matched, units } = best.get(doc_id)!.document;
    return { doc_id, score, parts, matched, units };
  });
}
