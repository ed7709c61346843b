import { PanelLeftOpen } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { CollectionSummary, Job, RerankInput, RerankOutput } from '../../../shared/contract';
import { SearchBox } from '../../asking/SearchBox';
import { useT } from '../../i18n';
import { usableEncoders } from '../../shell/encoders';
import type { Settings } from '../../shell/settings';
import { useLayout, useWidth } from '../../shell/useLayout';
import { IconButton } from '../../ui/IconButton';
import { Segments } from '../../ui/Segments';
import { ExperimentsView } from './experiments/ExperimentsView';
import { OutcomeList } from './experiments/OutcomeList';
import { MeasuresView } from './measures/MeasuresView';
import { ComparedPicks } from './queries/ComparedPicks';
import { type Order, sortQueries } from './queries/order';
import { QueryList } from './queries/QueryList';
import { RerankDialog } from './rerank/RerankDialog';
import type { Source } from './side-by-side/columns';
import { encoderOf, FIRST } from './side-by-side/ranking';
import { SideBySide } from './side-by-side/SideBySide';
import { TuneView } from './tune/TuneView';
import { useComparison } from './useComparison';
import { useExperiments } from './useExperiments';
import { useLabCommands } from './useLabCommands';
import { useQueries } from './useQueries';
import { useTuning } from './useTuning';
import { useWork } from './useWork';
import { VIEWS, type View } from './views';
import { WorkLine } from './WorkLine';

const WIDE = 1100;
/** The retrieval lab: rankings side by side, runs by other rules, measures over runs, experiments. */
export function ComparePlace({
  active,
  collections,
  collection,
  jobs,
  change,
  onOpen,
}: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  jobs: readonly Job[];
  change: (part: Partial<Settings>) => void;
  onOpen: (opening: { collection: string; docId: string }) => void;
}) {
  const { t } = useT();
  const { id } = collection;
  const [view, setView] = useState<View>('side');
  const [query, setQuery] = useState('');
  const [sources, setSources] = useState<readonly Source[]>(() => FIRST.map((ranking) => ({ kind: 'live', ranking })));
  const [selected, setSelected] = useState<string | null>(null);
  const [reranking, setReranking] = useState(false);
  const [order, setOrder] = useState<Order>('id');
  const [paneShown, setPaneShown] = useState(innerWidth >= WIDE);
  const box = useRef<HTMLTextAreaElement>(null);
  const width = useWidth();
  const stamp = JSON.stringify([collection.indexed, collection.nuggets, collection.documents]);
  const { queries, queryId, grades, textOf } = useQueries(id, stamp, query);
  const comparison = useComparison(id, stamp, view === 'tune');
  const { entries, measures, measure, a, b } = comparison;
  const tuning = useTuning(id, stamp, view === 'tune', comparison);
  const experiments = useExperiments(collection, active && view === 'experiments');
  const work = useWork(jobs, id, (job) => {
    if (job.command === 'run') comparison.reload();
    if (job.command === 'rerank') {
      comparison.reload();
      const [made] = (job.result as RerankOutput).runs;
      if (made?.run_id) comparison.setBoth((job.input as RerankInput).run, made.run_id);
    }
    if (job.command === 'experiment') {
      experiments.reload();
      experiments.choose((job.result as { dir: string }).dir.replace(/^.*[\\/]/, ''));
    }
  });

  const values = view === 'tune' ? tuning.values : comparison.values;
  const listed = useMemo(() => sortQueries(queries, values, order), [queries, values, order]);

  const ask = (text: string) => {
    setQuery(text.trim());
    setSelected(null);
  };
  const askId = (queryId: string) => ask(textOf(queryId));
  const open = () => selected && onOpen({ collection: id, docId: selected });
  /** The query of a chart, in the rankings of the two runs. */
  const openQuery = () => {
    if (a && b) setSources([a, b].map(({ key }) => ({ kind: 'run', key })));
    setView('side');
  };
  const made = entries.filter((entry) => !entry.change);
  const rerank = () => setReranking(true);
  useLabCommands(active, { view, box, setView, showPane: setPaneShown, rerank: made.length > 0 && !work.busy ? rerank : undefined });
  const layout = useLayout(`lab-${paneShown ? 2 : 1}`);
  const pane = {
    collections,
    collection: id,
    onCollection: (next: string) => change({ collection: next }),
    onHide: () => setPaneShown(false),
  };
  return (
    <Group orientation="horizontal" defaultLayout={layout.saved} onLayoutChanged={layout.save} style={{ height: '100%' }}>
      {paneShown && (
        <Panel id="queries" defaultSize="228px" minSize="180px" maxSize="420px" groupResizeBehavior="preserve-pixel-size">
          {view === 'experiments' ? (
            <OutcomeList
              {...pane}
              outcomes={experiments.outcomes}
              chosen={experiments.chosen}
              busy={work.busy}
              fault={experiments.removal}
              onChoose={experiments.choose}
              onRemove={experiments.remove}
            />
          ) : (
            <QueryList
              {...pane}
              queries={listed}
              values={values}
              caption={t('valuesCaption', { measure, what: view === 'tune' ? t('madeAndTuned') : t('aAndB') })}
              order={order}
              selected={queryId}
              onOrder={setOrder}
              onQuery={({ text }) => {
                ask(text);
                if (width < WIDE) setPaneShown(false);
              }}
            >
              {view !== 'tune' && <ComparedPicks comparison={comparison} />}
            </QueryList>
          )}
        </Panel>
      )}
      {paneShown && <Separator className="handle" aria-label={t('resize')} />}
      <Panel id="rankings" minSize="480px">
        <div className="lab">
          <div className="lab-head">
            <div className="lab-bar">
              {!paneShown && <IconButton icon={PanelLeftOpen} label={t('showQueries')} keys="q" onClick={() => setPaneShown(true)} />}
              <Segments
                label={t('view')}
                value={view}
                choices={VIEWS.map((one) => ({ value: one, label: t(`view_${one}`) }))}
                onChange={setView}
              />
            </div>
            <WorkLine work={work} />
          </div>
          {view === 'side' && (
            <div className="side-place">
              <div className="search-head">
                <SearchBox
                  box={box}
                  query={query}
                  encoders={sources.map((source) =>
                    source.kind === 'live' ? encoderOf(source.ranking, usableEncoders(collection)) : undefined,
                  )}
                  onQuery={ask}
                />
              </div>
              <SideBySide
                {...{ collection, query, queryId, sources, entries, grades, stamp, selected }}
                onSources={setSources}
                onSelect={setSelected}
                onOpen={open}
              />
            </div>
          )}
          {view === 'tune' && (
            <TuneView
              {...{ collection, entries, tuning, measures, query, queryId, grades, stamp, selected }}
              onChange={(next) => tuning.entry && comparison.tune(tuning.entry.run.id, next)}
              onSelect={setSelected}
              onOpen={open}
            />
          )}
          {view === 'measures' && (
            <MeasuresView
              {...{ collection, entries, measures, measure, a, b, values, textOf, queryId, work }}
              comparison={comparison.loaded}
              tested={comparison.tested}
              removal={comparison.removal}
              onMeasures={comparison.setMeasures}
              onQuery={askId}
              onOpenQuery={openQuery}
              onRemove={comparison.remove}
              onRerank={rerank}
            />
          )}
          {view === 'experiments' && (
            <ExperimentsView
              {...{ chosen: experiments.chosen, source: experiments.source, initial: experiments.initial, work, textOf }}
              onSource={experiments.write}
              onEdit={(source) => {
                experiments.write(source);
                experiments.choose(null);
              }}
            />
          )}
        </div>
        {reranking && (
          <RerankDialog
            collection={id}
            entries={made}
            first={a?.run.id}
            onRerank={(input) => {
              setView('measures');
              void work.start('rerank', input);
            }}
            onClose={() => setReranking(false)}
          />
        )}
      </Panel>
    </Group>
  );
}
