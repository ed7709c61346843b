import type { Summary, SummaryItem } from '../../../shared/domain';
import { useT } from '../../i18n';
import { EvidenceChip } from '../../reading/labels';
import { useFieldLabels } from '../../shell/fieldLabels';
import { Said } from '../../shell/Said';

/** A decision's structured summary, field by field; an item that is chosen is marked in the text. */
export function SummaryList({
  summary,
  lang,
  selected,
  onSelect,
}: {
  summary: Summary;
  lang: 'pt' | 'en';
  selected: string | null;
  onSelect: (unit: { id: string; spans: SummaryItem['spans'] }) => void;
}) {
  const { t } = useT();
  const label = useFieldLabels();
  return (
    <section className="summary-list" aria-label={t('summary')}>
      {summary.fields.map(({ name, items }) => (
        <section key={name} aria-label={label(name)}>
          <h2>{label(name)}</h2>
          {items.length === 0 && <p className="small muted">{t('fieldEmpty')}</p>}
          {items.map((item, i) => {
            const id = `${summary.id}/${name}.${i}`;
            return (
              <button
                key={id}
                type="button"
                className="nugget"
                aria-pressed={id === selected}
                onClick={() => onSelect({ id, spans: item.spans })}
              >
                <span className="serif" lang={lang === 'pt' ? 'pt-BR' : 'en'}>
                  {item.text}
                </span>
                <span className="unit-facts">
                  <EvidenceChip status={item.status} spans={item.spans} />
                </span>
              </button>
            );
          })}
        </section>
      ))}
      {summary.error_message && (
        <p className="small muted">
          <Said text={summary.error_message} />
        </p>
      )}
    </section>
  );
}
