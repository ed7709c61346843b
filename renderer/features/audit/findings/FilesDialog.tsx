import { useState } from 'react';
import type { SavedName } from '../../../../shared/choosing';
import { AnnotationFormat, type Output } from '../../../../shared/contract';
import { type AppError, toAppError } from '../../../../shared/errors';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { useSaid } from '../../../shell/Said';
import { PathField } from '../../../ui/PathField';
import { Pick } from '../../../ui/Pick';
import { ReadingDialog } from '../../../ui/ReadingDialog';
import { conflictWords } from './conflictWords';

export type FilesKind = 'import' | 'export' | 'report' | 'importRelevance' | 'exportRelevance';

/** The name that a file of the kind usually has. */
function nameOf(kind: FilesKind, format: AnnotationFormat): SavedName {
  if (kind === 'report') return 'report.html';
  if (kind === 'importRelevance' || kind === 'exportRelevance') return 'relevance.jsonl';
  return format === 'csv' ? 'judgments.csv' : format === 'label-studio' ? 'judgments.json' : 'judgments.jsonl';
}

/** Judgments from a file, into a file, or as a page to print; what came of it is told, item by item. */
export function FilesDialog({
  kind,
  collection,
  onDone,
  onClose,
}: {
  kind: FilesKind;
  collection: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, language } = useT();
  const say = useSaid();
  const [path, setPath] = useState('');
  const [format, setFormat] = useState<AnnotationFormat>('jsonl');
  const [state, setState] = useState<{ working?: true; error?: AppError; said?: string; imported?: Output<'importRelevance'> }>({});
  const pt = language === 'pt-BR';
  const reads = kind === 'import' || kind === 'importRelevance';
  const name = nameOf(kind, format);
  const work = async () => {
    setState({ working: true });
    try {
      if (kind === 'import') {
        setState({ imported: await api.call('importAnnotations', { collection, path }) });
      } else if (kind === 'importRelevance') {
        setState({ imported: await api.call('importRelevance', { collection, path }) });
      } else if (kind === 'exportRelevance') {
        const out = await api.call('exportRelevance', { collection, path });
        setState({ said: t('writtenTo', { path: out.path, count: out.rows }) });
      } else if (kind === 'export') {
        const out = await api.call('exportAnnotations', { collection, path, format, locale: language });
        const left = out.left_out > 0 ? ` ${t('leftOutOfFile', { count: out.left_out })}` : '';
        setState({ said: t('writtenTo', { path: out.path, count: out.rows }) + left });
      } else {
        const out = await api.call('annotationReport', { collection, out: path, lang: pt ? 'pt' : 'en' });
        setState({ said: t('reportWritten', { path: out.path }) });
      }
      onDone();
    } catch (thrown) {
      setState({ error: toAppError(thrown) });
    }
  };
  const { imported } = state;
  return (
    <ReadingDialog title={t(`files_${kind}`)} className="trace" bodyClassName="trace-body" onClose={onClose}>
      <div className="stack">
        <PathField
          label={t(reads ? 'fileToRead' : 'fileToWrite')}
          choices={[{ kind: reads ? 'file' : name, label: t('choosePath') }]}
          value={path}
          placeholder={`/…/${name}`}
          onChange={setPath}
          onEnter={() => {
            if (path.trim()) void work();
          }}
        />
        {kind === 'export' && (
          <Pick
            label={t('format')}
            look="boxed"
            value={format}
            choices={AnnotationFormat.options.map((value) => ({ value, label: t(`annotations_${value}`) }))}
            onChange={setFormat}
          />
        )}
        <p className="small muted">{t(`about_files_${kind}`)}</p>
        <div>
          <button type="button" className="button primary" disabled={!path.trim() || state.working} onClick={() => void work()}>
            {t(`do_${kind}`)}
          </button>
        </div>
      </div>
      {state.error && <Fault error={state.error} />}
      {state.said && (
        <p className="note" role="status">
          {state.said}
        </p>
      )}
      {imported && (
        <div role="status">
          <p>
            {t('importedJudgments', { count: imported.added })} · {t('unchangedJudgments', { count: imported.unchanged })}
          </p>
          <Items title={t('conflicts')} items={imported.conflicts.map((one) => conflictWords(one, t))} />
          <Items title={t('realigned')} items={imported.realigned.map(({ item, reason }) => `${item}: ${say(reason)}`)} />
          <Items title={t('refused')} items={imported.refused.map(({ item, reason }) => `${item}: ${say(reason)}`)} />
        </div>
      )}
    </ReadingDialog>
  );
}

const SHOWN = 200;

function Items({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <details open>
      <summary>
        {title} ({items.length})
      </summary>
      <ul className="small">
        {items.slice(0, SHOWN).map((item) => (
          <li key={item}>{item}</li>
        ))}
        {items.length > SHOWN && <li>…</li>}
      </ul>
    </details>
  );
}
