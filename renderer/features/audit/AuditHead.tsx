import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n';
import type { Who } from '../../shell/settings';

/** Where judgments are given: in which collection, who judges, what is judged. */
export function AuditHead({
  pick,
  who,
  mode,
  tools,
  children,
  onWho,
}: {
  /** The choice of the collection. */
  pick: ReactNode;
  who: Who;
  mode: ReactNode;
  tools?: ReactNode;
  /** A row of its own under the mode, once somebody judges. */
  children: ReactNode;
  onWho: () => void;
}) {
  const { t } = useT();
  const signed = [who.name || t('whoTitle'), who.blind && t('blindShort'), who.role === 'adjudicator' && t('role_adjudicator')];
  return (
    <>
      <div className="pane-head">
        <div className="grow">{pick}</div>
        {tools}
        <button type="button" className="button bare cut" onClick={onWho}>
          <UserRound size={16} aria-hidden="true" />
          {signed.filter(Boolean).join(' · ')}
        </button>
      </div>
      <div className="filters">
        {mode}
        {who.name !== '' && <div className="row small muted">{children}</div>}
      </div>
    </>
  );
}
