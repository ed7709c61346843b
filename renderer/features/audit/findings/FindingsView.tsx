import { FileDown, FileUp, Printer, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CollectionSummary, ProgressOutput, ScoresOutput } from '../../../../shared/contract';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { useLoad } from '../../../shell/hooks';
import type { Settings } from '../../../shell/settings';
import { CollectionPick } from '../../../ui/CollectionPick';
import { Empty } from '../../../ui/Empty';
import { IconButton } from '../../../ui/IconButton';
import { Skeleton } from '../../../ui/Skeleton';
import { AgreementSection } from './AgreementSection';
import { FilesDialog, type FilesKind } from './FilesDialog';
import { HintSection } from './HintSection';
import { ProgressSection } from './ProgressSection';
import { ScoresSection } from './ScoresSection';

export interface Findings {
  readonly progress: ProgressOutput;
  readonly scores: ScoresOutput;
}

/** What the judgments of a collection tell: who did what, how faithful its nuggets are, how far people agree. */
export function FindingsView({
  collections,
  collection,
  change,
  mode,
  onOpen,
}: {
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  change: (part: Partial<Settings>) => void;
  mode: ReactNode;
  /** A nugget beside its source. */
  onOpen: (docId: string, nuggetId: string) => void;
}) {
  const { t } = useT();
  const { id } = collection;
  const [dialog, setDialog] = useState<FilesKind | null>(null);
  const found = useLoad(
    async (signal): Promise<Findings> => {
      const progress = await api.call('annotationProgress', { collection: id, utc_offset: -new Date().getTimezoneOffset() }, { signal });
      return { progress, scores: await api.call('annotationScores', { collection: id }, { signal }) };
    },
    [id],
  );
  const judged = (found.value?.progress.judged ?? 0) > 0;
  return (
    <div className="pane findings">
      <div className="pane-head">
        <div className="grow">
          <CollectionPick collections={collections} value={id} onChange={(next) => change({ collection: next })} />
        </div>
        <IconButton icon={RefreshCw} label={t('reckonAgain')} onClick={found.reload} />
        <button type="button" className="button bare" onClick={() => setDialog('import')}>
          <FileUp size={16} aria-hidden="true" />
          {t('importJudgments')}
        </button>
        <button type="button" className="button bare" disabled={!judged} onClick={() => setDialog('export')}>
          <FileDown size={16} aria-hidden="true" />
          {t('exportJudgments')}
        </button>
        <button type="button" className="button bare" disabled={!judged} onClick={() => setDialog('report')}>
          <Printer size={16} aria-hidden="true" />
          {t('reportToPrint')}
        </button>
      </div>
      <div className="filters narrow">{mode}</div>
      {found.error && <Fault error={found.error} action={{ label: t('retry'), run: found.reload }} />}
      {!found.value && found.loading && <Skeleton />}
      {found.value && !judged && <Empty icon={Printer} title={t('nothingJudged')} text={t('nothingJudgedText')} />}
      {found.value && judged && (
        <div className="findings-body" tabIndex={0} role="region" aria-label={t('findings')}>
          <ScoresSection scores={found.value.scores} onOpen={onOpen} />
          <AgreementSection collection={id} several={found.value.progress.doubled > 0} stamp={found.value} />
          <HintSection collection={id} />
          <ProgressSection progress={found.value.progress} />
        </div>
      )}
      {dialog && (
        <FilesDialog kind={dialog} collection={id} onDone={() => dialog === 'import' && found.reload()} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
