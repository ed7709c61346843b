import { useId, useRef } from 'react';
import type { ExperimentFault } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { Said } from '../../../shell/Said';
import { offsetOf } from './place';

const LINE = 20;

/** An experiment's file: a plain text with its lines numbered, and its faults below, each leading to its place. */
export function YamlEditor({
  source,
  faults,
  onChange,
}: {
  source: string;
  faults: readonly ExperimentFault[];
  onChange: (source: string) => void;
}) {
  const { t } = useT();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const wrong = new Set(faults.map(({ line }) => line));
  const go = ({ line, column }: ExperimentFault) => {
    const at = offsetOf(source, line, column);
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
    area.current?.scrollTo({ top: Math.max(0, (line - 4) * LINE) });
  };
  return (
    <div className="yaml">
      <div className="yaml-text">
        <div ref={numbers} className="numbers" aria-hidden="true">
          {source.split('\n').map((_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <span key={i} className={wrong.has(i + 1) ? 'wrong' : ''}>
              {wrong.has(i + 1) ? `! ${i + 1}` : i + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          id="experiment-source"
          aria-label={t('experimentFile')}
          aria-invalid={faults.length > 0}
          aria-describedby={id}
          spellCheck={false}
          wrap="off"
          value={source}
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => numbers.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        />
      </div>
      <ul id={id} className="faults small" aria-live="polite">
        {faults.map((fault) => (
          <li key={`${fault.line} ${fault.column} ${fault.message}`}>
            <button type="button" className="link" onClick={() => go(fault)}>
              {t('lineColumn', { line: fault.line, column: fault.column })}
            </button>
            : <Said text={fault.message} />
          </li>
        ))}
      </ul>
    </div>
  );
}
