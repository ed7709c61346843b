/** Who made nuggets, as one says it. */
import type { CollectionSummary } from '../../shared/contract';
import type { ExtractorId, NuggetSource } from '../../shared/domain';
import type { Key, Translate } from '../i18n';

const IMPORTED = 'imported:';

export const extractorName = (source: NuggetSource, t: Translate): string =>
  source.startsWith(IMPORTED) ? t('importedFrom', { name: source.slice(IMPORTED.length) }) : t(`extractor_${source}` as Key);

export const isOwn = (source: NuggetSource): source is ExtractorId => !source.startsWith(IMPORTED);

/** How many nuggets there are: ours by how they were made, imported ones by where they come from. */
export function nuggetCounts(nuggets: CollectionSummary['nuggets'], t: Translate): string {
  const own = nuggets.filter(({ extractor }) => isOwn(extractor)).map(({ tier, count }) => t(`many_${tier}`, { count }));
  const imported = new Map<NuggetSource, number>();
  for (const { extractor, count } of nuggets) if (!isOwn(extractor)) imported.set(extractor, (imported.get(extractor) ?? 0) + count);
  const others = [...imported].map(([source, count]) => t('many_imported', { count, name: source.slice(IMPORTED.length) }));
  return [...own, ...others].join(', ');
}
