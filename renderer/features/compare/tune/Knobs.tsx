import type { Rescoring, RunHead } from '../../../../shared/contract';
import { Fusion, Normalisation } from '../../../../shared/domain';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';
import { Pick } from '../../../ui/Pick';
import { partName, RULE_NAMES } from '../partName';
import { aggregateOf, depthOf, type PartKnobs, partKnobs, ruleOf, turn, turnPart, WHOLE_RULES } from './knobs';

/** Aggregation and weight of each part, and how the parts are fused. */
export function Knobs({
  config,
  change,
  onChange,
}: {
  config: RunHead['config'];
  change: Rescoring | undefined;
  onChange: (change: Rescoring | undefined) => void;
}) {
  const { t } = useT();
  const parts = partKnobs(config, change);
  const fusion = change?.fusion ?? config.fusion;
  return (
    <div className="knobs" role="group" aria-label={t('knobs')}>
      {parts.map((part, i) => (
        <Part key={part.name} part={part} alone={parts.length === 1} onTurn={(next) => onChange(turnPart(config, change, i, next))} />
      ))}
      {parts.length > 1 && (
        <div className="knob-row">
          <span className="part-name">{t('fusion')}</span>
          <Pick
            look="boxed"
            label={t('fusion')}
            value={fusion}
            choices={Fusion.options.map((choice) => ({ value: choice, label: t(`fusion_${choice}`) }))}
            onChange={(next) => onChange(turn(config, change, { fusion: next }))}
          />
          {fusion === 'weighted' ? (
            <Pick
              look="boxed"
              label={t('normalisation')}
              value={change?.normalisation ?? config.normalisation}
              choices={Normalisation.options.map((choice) => ({ value: choice, label: t(`normalisation_${choice}`) }))}
              onChange={(next) => onChange(turn(config, change, { normalisation: next }))}
            />
          ) : (
            <label className="small">
              k{' '}
              <input
                className="field short num"
                type="number"
                min={0}
                max={10000}
                value={change?.rrf_k ?? config.rrf_k}
                onChange={(event) => event.target.value !== '' && onChange(turn(config, change, { rrf_k: Number(event.target.value) }))}
              />
            </label>
          )}
        </div>
      )}
    </div>
  );
}

function Part({
  part,
  alone,
  onTurn,
}: {
  part: PartKnobs;
  alone: boolean;
  onTurn: (turn: { aggregate?: string; weight?: number }) => void;
}) {
  const { t, language } = useT();
  const name = partName(part.name, t);
  const rule = ruleOf(part.aggregate);
  // What was searched sentence by sentence can be ranked no other way, and the other way round.
  const rules = part.made === 'by-sentence' ? (['by-sentence'] as const) : WHOLE_RULES;
  return (
    <div className="knob-row">
      <span className="part-name cut" title={name}>
        {name}
      </span>
      {!alone && (
        <label className="weight small">
          <span className="hidden">{`${name}: ${t('weight')}`}</span>
          <input
            type="range"
            min={0}
            max={Math.max(1, part.weight)}
            step={0.05}
            value={part.weight}
            onChange={(event) => onTurn({ weight: Number(event.target.value) })}
          />
          <span className="num">{decimal(part.weight, 2, language)}</span>
        </label>
      )}
      {part.gathers && (
        <Pick
          look="boxed"
          label={`${name}: ${t('aggregation')}`}
          value={rule}
          disabled={rules.length === 1}
          choices={rules.map((choice) => ({ value: choice, label: t(RULE_NAMES[choice]) }))}
          onChange={(next) => onTurn({ aggregate: aggregateOf(next, depthOf(part.aggregate)) })}
        />
      )}
      {part.gathers && rule === 'mean' && (
        <label className="small">
          K{' '}
          <input
            className="field short num"
            type="number"
            aria-label={`${name}: K`}
            min={1}
            max={9999}
            value={depthOf(part.aggregate)}
            onChange={(event) => {
              const depth = Math.trunc(Number(event.target.value));
              if (depth >= 1 && depth <= 9999) onTurn({ aggregate: aggregateOf('mean', depth) });
            }}
          />
        </label>
      )}
    </div>
  );
}
