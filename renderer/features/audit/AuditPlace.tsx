import { useEffect } from 'react';
import type { CollectionSummary } from '../../../shared/contract';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import type { Settings } from '../../shell/settings';
import { Segments } from '../../ui/Segments';
import { JudgeView } from './judge/JudgeView';
import { LookView } from './LookView';

/** Nuggets beside their source: looked at decision by decision, or judged one after the other. */
export function AuditPlace(props: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  toOpen: { readonly docId: string } | null;
  pulse: string;
}) {
  const { t } = useT();
  const { active, settings, change, toOpen } = props;
  // A decision that was asked for from elsewhere is looked at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is asked for, not when the view changes
  useEffect(() => {
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
  ]);
  const mode = (
    <Segments
      label={t('auditView')}
      value={settings.auditView}
      choices={[
        { value: 'look', label: t('looking') },
        { value: 'judge', label: t('judging') },
      ]}
      onChange={(auditView) => change({ auditView })}
    />
  );
  return judging ? <JudgeView {...props} mode={mode} /> : <LookView {...props} mode={mode} />;
}
