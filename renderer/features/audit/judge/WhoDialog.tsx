import { useState } from 'react';
import { useT } from '../../../i18n';
import type { Who } from '../../../shell/settings';
import { FormDialog } from '../../../ui/FormDialog';
import { Segments } from '../../../ui/Segments';

/** Who judges, in which role, and whether they see what others say. */
export function WhoDialog({ who, onKeep, onClose }: { who: Who; onKeep: (who: Who) => void; onClose: () => void }) {
  const { t } = useT();
  const [draft, setDraft] = useState(who);
  const name = draft.name.trim();
  return (
    <FormDialog
      title={t('whoTitle')}
      keep={t('begin')}
      ready={name !== ''}
      onKeep={() => onKeep({ ...draft, name: name.normalize('NFC') })}
      onClose={onClose}
    >
      <label className="stack">
        <span>{t('annotatorName')}</span>
        <input
          className="field"
          required
          maxLength={80}
          value={draft.name}
          autoComplete="name"
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </label>
      <Segments
        label={t('role')}
        value={draft.role}
        choices={[
          { value: 'annotator', label: t('role_annotator') },
          { value: 'adjudicator', label: t('role_adjudicator') },
        ]}
        onChange={(role) => setDraft({ ...draft, role, blind: role === 'annotator' && draft.blind })}
      />
      <p className="small muted">{t(draft.role === 'annotator' ? 'annotatorHint' : 'adjudicatorHint')}</p>
      <label className="row">
        <input
          type="checkbox"
          checked={draft.blind}
          disabled={draft.role === 'adjudicator'}
          onChange={(event) => setDraft({ ...draft, blind: event.target.checked })}
        />
        <span>{t('blind')}</span>
      </label>
    </FormDialog>
  );
}
