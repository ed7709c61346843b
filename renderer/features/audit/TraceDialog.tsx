import type { Nugget } from '../../../shared/domain';
import { api } from '../../api';
import { useT } from '../../i18n';
import { extractorName } from '../../shell/extractors';
import { Fault } from '../../shell/Fault';
import { count } from '../../shell/format';
import { useLoad } from '../../shell/hooks';
import { ReadingDialog } from '../../ui/ReadingDialog';

/** How a nugget came to be: what read which stretch, with what, and what it answered, word for word. */
export function TraceDialog({ nugget, onClose }: { nugget: Nugget; onClose: () => void }) {
  const { t, language } = useT();
  const { collection, doc_id } = nugget;
  const { value, error } = useLoad(() => api.call('traces', { collection, doc_id }), [collection, doc_id]);
  const trace = value?.traces.find(({ id }) => id === nugget.trace_id);
  const rows: readonly (readonly [string, string])[] = trace
    ? [
        [t('extractor'), `${extractorName(trace.extractor, t)} · ${t('version', { version: trace.extractor_version })}`],
        [t('model'), trace.model_id ? `${trace.model_id} · SHA-256 ${trace.model_sha256.slice(0, 16)}…` : '–'],
        [t('profile'), trace.profile_id ? `${trace.profile_id} · SHA-256 ${trace.profile_sha256.slice(0, 16)}…` : '–'],
        [
          t('window'),
          t('windowRange', {
            window: trace.window + 1,
            start: count(trace.window_start, language),
            end: count(trace.window_end, language),
          }),
        ],
        [t('stopReason'), `${trace.stop_reason || '–'} · ${t('attempts', { count: trace.attempts })}`],
        [t('made'), new Date(trace.created_at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })],
        [t('parameters'), trace.params],
        [
          t('placesOf'),
          nugget.spans.map(({ start, end, kind, score }) => `${start}–${end} (${kind}, ${score})`).join('; ') || t('status_none'),
        ],
      ]
    : [];
  return (
    <ReadingDialog title={t('trace')} className="trace" bodyClassName="trace-body" onClose={onClose}>
      <p className="serif">{nugget.text}</p>
      {error && <Fault error={error} />}
      {value && !trace && <p className="muted">{t('noTrace')}</p>}
      {trace && (
        <>
          <dl>
            {rows.map(([name, words]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <h3>{t('raw')}</h3>
          <pre tabIndex={0}>{trace.raw || '–'}</pre>
        </>
      )}
    </ReadingDialog>
  );
}
