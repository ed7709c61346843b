/** What became of each document of an extraction; one that is read a second time counts once, as it ended. */
import type { ExtractOutput } from '../../../shared/contract';
import type { Extraction, Nugget, Summary } from '../../../shared/domain';
import type { AppError } from '../../../shared/errors';

type Outcome =
  | {
      readonly state: 'read' | 'reused';
      readonly line: Pick<Extraction, 'status' | 'error_message'>;
      readonly nuggets: readonly Nugget[];
      readonly summary?: Summary;
    }
  | { readonly state: 'failed'; readonly error: AppError };

export function extractionTally() {
  // In the order in which documents were begun: lanes end in any order.
  const outcomes = new Map<string, Outcome | undefined>();
  let ended = 0;
  return {
    begin: (docId: string) => void outcomes.set(docId, outcomes.get(docId)),
    set(docId: string, outcome: Outcome): void {
      if (!outcomes.get(docId)) ended++;
      outcomes.set(docId, outcome);
    },
    /** Documents that came to an end. Asked after each of them, so it is counted, not looked for. */
    get ended(): number {
      return ended;
    },
    output(rest: Pick<ExtractOutput, 'skipped' | 'seconds' | 'extractor' | 'usage'>): ExtractOutput {
      const located = { exact: 0, normalised: 0, fuzzy: 0, none: 0 };
      const out: ExtractOutput = { documents: 0, reused: 0, nuggets: 0, summaries: 0, located, failed: [], partial: [], ...rest };
      for (const [doc_id, outcome] of outcomes) {
        if (outcome?.state === 'failed') out.failed.push({ doc_id, code: outcome.error.code, message: outcome.error.message });
        if (!outcome || outcome.state === 'failed') continue;
        const { state, line, nuggets, summary } = outcome;
        if (state === 'reused') out.reused++;
        else out.documents++;
        out.nuggets += nuggets.length;
        if (summary) out.summaries++;
        const items = summary?.fields.flatMap((field) => field.items) ?? [];
        for (const { status } of [...nuggets, ...items]) located[status]++;
        if (line.status === 'partial') out.partial.push({ doc_id, note: line.error_message });
      }
      return out;
    },
  };
}
