import { useEffect, useState } from 'react';
import type { CollectionSummary } from '../../../shared/contract';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import type { Settings } from '../../shell/settings';
import { Segments } from '../../ui/Segments';
import { FindingsView } from './findings/FindingsView';
import { JudgeView } from './judge/JudgeView';
import { LookView } from './LookView';
import { RelevanceView } from './relevance/RelevanceView';

/** Nuggets beside their source, looked at or judged one after the other; decisions judged for queries; and what the judgments tell. */
export function AuditPlace(props: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  toOpen: { readonly docId: string } | null;
  pulse: string;
  /** To where runs are made. */
  onCompare: () => void;
}) {
  const { t } = useT();
  const { active, settings, change, toOpen } = props;
  const [example, setExample] = useState<{ readonly docId: string; readonly nuggetId: string } | null>(null);
  // A decision that was asked for from elsewhere is looked at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is asked for, not when the view changes
  useEffect(() => {
    setExample(null);
    if (toOpen) change({ auditView: 'look' });
  }, [toOpen]);
  const judging = settings.auditView === 'judge';
  useCommands('audit-mode', t('audit'), active, [
    {
      id: 'audit-mode',
      label: t(judging ? 'toLooking' : 'toJudging'),
      keys: 'Shift+j',
      run: () => change({ auditView: judging ? 'look' : 'judge' }),
    },
    { id: 'audit-relevance', label: t('toRelevance'), keys: 'Shift+r', run: () => change({ auditView: 'relevance' }) },
    { id: 'audit-findings', label: t('toFindings'), keys: 'Shift+f', run: () => change({ auditView: 'findings' }) },
  ]);
  const mode = (
    <Segments
      label={t('auditView')}
      value={settings.auditView}
      choices={[
        { value: 'look', label: t('looking') },
        { value: 'judge', label: t('judging') },
        { value: 'relevance', label: t('relevance') },
        { value: 'findings', label: t('findings') },
      ]}
      onChange={(auditView) => change({ auditView })}
    />
  );
  if (judging) return <JudgeView {...props} mode={mode} />;
  if (settings.auditView === 'relevance') return <RelevanceView {...props} mode={mode} />;
  const openExample = (docId: string, nuggetId: string) => {
    setExample({ docId, nuggetId });
    change({ auditView: 'look' });
  };
  if (settings.auditView === 'findings') return <FindingsView {...props} mode={mode} onOpen={openExample} />;
  return <LookView {...props} toOpen={example ?? toOpen} mode={mode} />;
}
