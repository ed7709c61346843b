/** Who made nuggets, as one says it. */
import type { ExtractorId, NuggetSource } from '../../shared/domain';
import type { Key, Translate } from '../i18n';

const IMPORTED = 'imported:';

export const extractorName = (source: NuggetSource, t: Translate): string =>
  source.startsWith(IMPORTED) ? t('importedFrom', { name: source.slice(IMPORTED.length) }) : t(`extractor_${source}` as Key);

export const isOwn = (source: NuggetSource): source is ExtractorId => !source.startsWith(IMPORTED);
