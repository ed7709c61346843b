import { Trash2 } from 'lucide-react';
import { useT } from '../../../i18n';
import { IconButton } from '../../../ui/IconButton';
import { RemoveButton } from '../../../ui/RemoveButton';
import type { RunEntry } from '../runs';

/** A tuned run goes back to as it was made, which loses nothing that is kept; a kept run is removed once that is confirmed. */
export function RemoveRun({ entry, onRemove }: { entry: RunEntry; onRemove: (entry: RunEntry) => void }) {
  const { t } = useT();
  const { label, change, run } = entry;
  if (change) return <IconButton icon={Trash2} size={15} label={`${t('dropTuning')}: ${label}`} onClick={() => onRemove(entry)} />;
  return (
    <RemoveButton
      label={`${t('removeRun')}: ${label}`}
      lost={t(run.reranking ? 'runLostReranked' : 'runLost')}
      stays={t('runStays')}
      next={(button) => button.closest<HTMLElement>('.lab-page')}
      onRemove={() => onRemove(entry)}
    />
  );
}
