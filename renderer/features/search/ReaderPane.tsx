import { BookOpen, ScanSearch } from 'lucide-react';
import { useT } from '../../i18n';
import { Reader } from '../../reading/Reader';
import { Fault } from '../../shell/Fault';
import { Empty } from '../../ui/Empty';
import { IconButton } from '../../ui/IconButton';
import { Skeleton } from '../../ui/Skeleton';
import type { Searching } from './useSearching';

/** The chosen decision's text, or what stands in its place until there is one. */
export function ReaderPane({
  searching: { selected, shown, unit, setUnit, step },
  active,
  focus,
  onAudit,
  onSize,
  onBack,
}: {
  searching: Searching;
  active: boolean;
  /** Counts how often the text was asked to take the keyboard. */
  focus: number;
  onAudit: (docId: string) => void;
  onSize: (by: number) => void;
  onBack: (() => void) | undefined;
}) {
  const { t } = useT();
  if (shown.value && selected && shown.value.document.doc_id === selected)
    return (
      <Reader
        key={selected}
        shown={shown.value}
        unit={unit}
        focus={focus}
        active={active}
        extra={<IconButton icon={ScanSearch} label={t('openInAudit')} keys="a" onClick={() => onAudit(selected)} />}
        onNugget={setUnit}
        onDocument={step}
        onSize={onSize}
        onBack={onBack}
      />
    );
  if (shown.error) return <Fault error={shown.error} action={{ label: t('retry'), run: shown.reload }} />;
  return selected ? <Skeleton of="page-of-text" /> : <Empty icon={BookOpen} title={t('chooseTitle')} text={t('chooseText')} />;
}
