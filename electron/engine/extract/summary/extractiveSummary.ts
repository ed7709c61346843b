/** The extractor of structured summaries that needs no model. */
import { join } from 'node:path';
import { AppError, throwIfAborted } from '../../../../shared/errors';
import type { ExtractionResult, Extractor } from '../../ports';
import { sha256Hex } from '../../text/hash';
import { loadCues } from '../cue';
import type { SummaryProfile } from '../profile';
import { loadSummaryCues } from './cues';
import { extractiveFields, FILLED } from './extractiveFields';

const VERSION = '1';

/** @param resources the product's `resources` folder */
export async function createExtractiveSummary(profile: SummaryProfile, resources: string): Promise<Extractor> {
  const prompts = join(resources, 'prompts');
  const [theses, roles] = await Promise.all([
    loadCues(join(prompts, 'extractive-cues.json')),
    loadSummaryCues(join(prompts, 'extractive-summary.json')),
  ]);
  const sha256 = sha256Hex([profile.sha256, theses.sha256, roles.sha256].join('\n'));
  const unfilled = profile.fields.map(({ name }) => name).filter((name) => !FILLED.some((known) => known === name));
  const note = unfilled.length > 0 ? `no rules fill: ${unfilled.join(', ')}` : '';
  return {
    id: 'extractive',
    makes: 'summary',
    version: VERSION,
    model: { id: '', sha256: '' },
    profile: { id: profile.id, sha256 },
    params: {},
    lanes: 1,
    async extract({ doc_id, text }, { signal, onWindow }): Promise<ExtractionResult> {
      throwIfAborted(signal);
      const fields = extractiveFields(text, profile.fields, { roles, theses });
      if (fields.every(({ items }) => items.length === 0))
        throw new AppError(
          'BAD_INPUT',
          `${doc_id} has nothing that the rules know as a part of a judgment.`,
          'Is it a judgment? A table or a scan without text layer gives no summary.',
        );
      onWindow?.(1, 1);
      const counts = Object.fromEntries(fields.map(({ name, items }) => [name, items.length]));
      return {
        nuggets: [],
        summary: { fields },
        traces: [
          {
            extractor: 'extractive',
            extractor_version: VERSION,
            model_id: '',
            model_sha256: '',
            profile_id: profile.id,
            profile_sha256: sha256,
            params: '{}',
            window: 0,
            window_start: 0,
            window_end: text.length,
            raw: JSON.stringify(counts),
            stop_reason: 'end of text',
            attempts: 1,
          },
        ],
        status: 'done',
        covered: text.length,
        note,
      };
    },
    async dispose() {},
  };
}
