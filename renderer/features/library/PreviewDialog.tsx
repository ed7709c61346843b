import { useState } from 'react';
import type { PreviewOutput } from '../../../shared/contract';
import { endpointOf } from '../../../shared/endpoints';
import { api } from '../../api';
import { useT } from '../../i18n';
import { FailedChecks } from '../../reading/FailedChecks';
import { EvidenceChip } from '../../reading/labels';
import { Fault } from '../../shell/Fault';
import { useFieldLabels } from '../../shell/fieldLabels';
import { count, usageText } from '../../shell/format';
import { useLoad } from '../../shell/hooks';
import { Said } from '../../shell/Said';
import { Pick } from '../../ui/Pick';
import { ReadingDialog } from '../../ui/ReadingDialog';
import { TableHead } from '../../ui/TableHead';

const OFFERED = 50;

/** A profile on one document: the prompt as it would be sent, its windows, and what a model makes of them. Nothing is stored. */
export function PreviewDialog({
  profile,
  name,
  collection,
  model,
  onClose,
}: {
  profile: string;
  /** What the profile is called. */
  name: string;
  collection: string;
  model: string;
  onClose: () => void;
}) {
  const { t, language } = useT();
  const [picked, setPicked] = useState('');
  const [asked, setAsked] = useState(false);
  const documents = useLoad((signal) => api.call('documents', { collection, limit: OFFERED }, { signal }), [collection]);
  const heads = documents.value?.documents ?? [];
  const doc_id = picked || heads[0]?.doc_id;
  const endpoint = endpointOf(model);
  const remote = useLoad((signal) => (endpoint ? api.call('endpoints', {}, { signal }) : undefined), [endpoint]);
  // Where it would be sent stands beside the button: without that there is no button.
  const server = remote.value?.endpoints.find(({ name, enabled }) => name === endpoint && enabled);
  const canRead = endpoint ? server !== undefined : model !== '';
  const reads = asked ? (endpoint ? { endpoint } : { model }) : {};
  const preview = useLoad(
    (signal) => (doc_id ? api.call('previewProfile', { profile, collection, doc_id, ...reads }, { signal }) : undefined),
    [profile, collection, doc_id, asked],
  );
  const out = preview.value;
  const n = (value: number) => count(value, language);
  return (
    <ReadingDialog title={t('previewOf', { profile: name })} className="trace" bodyClassName="trace-body" onClose={onClose}>
      <div className="row">
        <Pick
          label={t('decision')}
          value={doc_id ?? ''}
          choices={heads.map(({ doc_id: value, title }) => ({ value, label: title }))}
          onChange={(next) => {
            setAsked(false);
            setPicked(next);
          }}
        />
        {canRead && !asked && (
          <button type="button" className="button" onClick={() => setAsked(true)}>
            {t('readItNow')}
          </button>
        )}
        <span role="status" className="small muted">
          {preview.loading ? (asked ? t('readingNow') : t('loading')) : ''}
        </span>
      </div>
      {server && !asked && (
        <p className="note small">
          {t('previewSends', { host: server.host })} {server.plain && t('plainHttp', { host: server.host })}
        </p>
      )}
      {remote.error && <Fault error={remote.error} action={{ label: t('retry'), run: remote.reload }} />}
      {preview.error && <Fault error={preview.error} action={{ label: t('retry'), run: preview.reload }} />}
      {out && (
        <>
          <p className="small muted">{t('previewPart', { read: n(out.read_chars), chars: n(out.chars), windows: n(out.all_windows) })}</p>
          {out.made && <Made made={out.made} lang={out.lang} />}
          <h3>{t('promptSent')}</h3>
          <pre tabIndex={0}>{`${out.prompt.system}\n\n———\n\n${out.prompt.user}`}</pre>
          <table className="windows">
            <TableHead columns={[t('window'), t('chars'), t('promptTokens'), t('answerTokens')]} />
            <tbody>
              {out.windows.map(({ start, end, prompt_tokens, counted, answer_tokens }, i) => (
                <tr key={start}>
                  <td className="num">{i + 1}</td>
                  <td className="num">{`${n(start)}–${n(end)}`}</td>
                  <td className="num">{counted ? n(prompt_tokens) : t('about', { time: n(prompt_tokens) })}</td>
                  <td className="num">{answer_tokens === null ? '–' : n(answer_tokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </ReadingDialog>
  );
}

function Made({ made, lang }: { made: NonNullable<PreviewOutput['made']>; lang: 'pt' | 'en' }) {
  const { t, language } = useT();
  const label = useFieldLabels();
  const tongue = lang === 'pt' ? 'pt-BR' : 'en';
  return (
    <>
      <h3>{t('madeOfIt')}</h3>
      {made.usage && <p className="small muted">{usageText(made.usage, t, language)}</p>}
      {made.note && (
        <p className="small muted">
          <Said text={made.note} />
        </p>
      )}
      {made.nuggets.length === 0 && !made.summary && <p className="muted">{t('docNone')}</p>}
      <ul className="preview-made">
        {made.nuggets.map((nugget) => (
          <li key={nugget.text}>
            <p className="serif" lang={tongue}>
              {nugget.text}
            </p>
            <span className="unit-facts">
              <EvidenceChip status={nugget.status} spans={nugget.spans} />
              <FailedChecks checks={nugget.failed_checks} />
            </span>
          </li>
        ))}
        {made.summary
          ?.filter(({ items }) => items.length > 0)
          .map(({ name, items }) => (
            <li key={name}>
              <strong>{label(name)}</strong>
              {items.map(({ text }) => (
                <p key={text} className="serif" lang={tongue}>
                  {text}
                </p>
              ))}
            </li>
          ))}
      </ul>
    </>
  );
}
