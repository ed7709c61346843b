import { Redo2, Undo2 } from 'lucide-react';
import { useT } from '../../i18n';
import { showKeys } from '../../shell/commands';
import { IconButton } from '../../ui/IconButton';

export interface Moves {
  readonly can_undo: boolean;
  readonly can_redo: boolean;
}

/** The way back and forth through one's judgments. */
export function UndoButtons({
  moves,
  keys,
  onUndo,
}: {
  moves: Moves | undefined;
  keys: { readonly undo: string; readonly redo: string };
  onUndo: (redo: boolean) => void;
}) {
  const { t } = useT();
  return (
    <>
      <IconButton
        icon={Undo2}
        label={t('judge_undo')}
        keys={showKeys(keys.undo)}
        disabled={!moves?.can_undo}
        onClick={() => onUndo(false)}
      />
      <IconButton
        icon={Redo2}
        label={t('judge_redo')}
        keys={showKeys(keys.redo)}
        disabled={!moves?.can_redo}
        onClick={() => onUndo(true)}
      />
    </>
  );
}
