import { useT } from '../../../i18n';
import { showKeys } from '../../../shell/commands';
import { actionLabel, choicesOf, type Keys, type LabelName, labelAction } from './actions';

/** The values of one label as buttons that stay pressed, each with its key. */
export function LabelGroup({
  label,
  chosen,
  keys,
  onPress,
}: {
  label: LabelName;
  chosen: readonly string[];
  keys: Keys;
  onPress: (value: string) => void;
}) {
  const { t } = useT();
  return (
    <div className="label-group" role="group" aria-label={t(`label_${label}`)}>
      <span className="small muted" aria-hidden="true">
        {t(`label_${label}`)}
      </span>
      <div className="label-choices">
        {choicesOf(label).map(({ value }) => (
          <button
            key={value}
            type="button"
            className={`label-choice ${value}`}
            aria-pressed={chosen.includes(value)}
            onClick={() => onPress(value)}
          >
            {t(actionLabel(labelAction(label, value)))}
            <kbd>{showKeys(keys[labelAction(label, value)]!)}</kbd>
          </button>
        ))}
      </div>
    </div>
  );
}
