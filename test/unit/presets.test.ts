/** The papers' tables as files, and what is made of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawSample, OTHERS } from '../../electron/engine/experiment/drawSample';
import { commandWithModel } from '../../electron/engine/experiment/presetCommand';
import { presetPage } from '../../electron/engine/experiment/presetPage';
import { chooseEncoders, experimentOf, parsePreset, planPreset } from '../../electron/engine/experiment/presetPlan';
import { type DatasetOutcome, notRunOf, presetRows } from '../../electron/engine/experiment/presetTable';
import { type PresetDatasetState, PresetInput } from '../../shared/contract';
import { ExperimentFile } from '../../shared/experiment';

const DIR = 'resources/presets';
const load = (id: string) => parsePreset(readFileSync(`${DIR}/${id}.yaml`, 'utf8'), `${id}.yaml`);
const BY = { collection: 'c', extractor: 'extractive', formulation: 'abc', chat: { model: 'm.gguf' } };
const files = readdirSync(DIR).map((name) => name.replace('.yaml', ''));

describe('the presets that come along', () => {
  it.each(files)('%s is one, under its own name, and its runs make an experiment', (id) => {
    const preset = load(id);
    expect(preset.id).toBe(id);
    const plan = planPreset(preset, chooseEncoders(preset, ['a', 'b'], 'usual'), undefined);
    for (const dataset of preset.datasets) {
      const experiment = ExperimentFile.parse(experimentOf(preset, dataset, plan, BY));
      expect(experiment.runs.length).toBe(plan.runs.length);
      expect(new Set(experiment.runs.map(({ name }) => name)).size).toBe(plan.runs.length);
    }
  });

  // First paper, Table 1: the text names the two jurisprudential gains.
  it('Table 1: the figures that the paper repeats in its text', () => {
    const { rows } = load('jua-table-1');
    const figure = (dataset: string, run: string, measure: string) =>
      rows.find((row) => row.dataset === dataset && row.run === run)?.published[measure];
    expect(rows.length).toBe(8);
    expect([figure('jua-juris', 'Full document', 'ndcg@10'), figure('jua-juris', 'Legal nuggets', 'ndcg@10')]).toEqual([0.10265, 0.20461]);
    expect([figure('juris-tcu', 'Full document', 'ndcg@10'), figure('juris-tcu', 'Legal nuggets', 'ndcg@10')]).toEqual([0.20898, 0.32696]);
    expect([figure('juris-tcu', 'Full document', 'map@10'), figure('juris-tcu', 'Legal nuggets', 'map@10')]).toEqual([0.08728, 0.17368]);
  });

  it('Table 2: 4 models, 2 collections, 2 approaches', () => {
    const { rows, models } = load('jua-table-2');
    expect(rows.length).toBe(16);
    expect(new Set(rows.map(({ model }) => model))).toEqual(new Set(models.vectors));
  });
});

describe('a preset', () => {
  const preset = load('jua-table-1');
  const table2 = load('jua-table-2');

  it('says what its rankings need', () => {
    const needs = (id: string, only?: string[]) => {
      const { nuggets, summaries, dense } = planPreset(load(id), [{ id: 'e', published: undefined }], only);
      return { nuggets, summaries, dense };
    };
    expect(needs('jua-table-1')).toEqual({ nuggets: true, summaries: false, dense: ['document', 'nugget'] });
    expect(needs('jua-table-1', ['BM25'])).toEqual({ nuggets: false, summaries: false, dense: [] });
    expect(needs('aqgr-aila', ['B5 summaries q_F'])).toEqual({ nuggets: false, summaries: true, dense: ['summary'] });
    expect(() => needs('jua-table-1', ['bm25'])).toThrow('The preset has no ranking "bm25".');
  });

  it('each dense part of a hybrid has the encoder that was chosen', () => {
    const aqgr = load('aqgr-aila');
    const plan = planPreset(aqgr, chooseEncoders(aqgr, ['fitted'], 'usual'), ['B5 summaries q_F', 'Dense summaries q_F']);
    const { runs } = experimentOf(aqgr, aqgr.datasets[0]!, plan, BY);
    expect(runs.map(({ encoder }) => encoder)).toEqual(['fitted', 'fitted']);
    expect(runs[1]!.parts?.map(({ ranker, encoder }) => [ranker, encoder])).toEqual([
      ['bm25', undefined],
      ['dense', 'fitted'],
    ]);
  });

  it('encoders: one alone stands for the only model of the paper, else by name', () => {
    expect(chooseEncoders(preset, [], 'usual')).toEqual([{ id: 'usual', published: 'text-embedding-3-small' }]);
    expect(chooseEncoders(table2, ['qwen3-4b=remote:vllm', 'mine'], 'usual')).toEqual([
      { id: 'remote:vllm', published: 'Qwen3-4B' },
      { id: 'mine', published: undefined },
    ]);
    expect(() => chooseEncoders(table2, ['Qwen4=x'], 'usual')).toThrow('The paper has no model "Qwen4".');
  });

  const state = (id: string, more: Partial<PresetDatasetState> = {}): PresetDatasetState => ({
    ...{ id, title: id, state: 'full', path: '/d', note: '', documents: 1, queries: 1, rejected: 0, unjoined: 0, seconds: 0 },
    ...more,
  });
  const outcome = (means: Record<string, number>, more: Partial<PresetDatasetState> = {}): DatasetOutcome => ({
    state: state('juris-tcu', more),
    leftOut: [],
    means: new Map([
      ['Full document', means],
      ['BM25', { 'ndcg@10': 0.5, 'map@10': 0.25, 'mrr@10': 1 }],
    ]),
  });

  it('ours, published, difference; what is no row of the paper comes last', () => {
    const plan = planPreset(preset, chooseEncoders(preset, ['e'], 'e'), undefined);
    const rows = presetRows(preset, plan, new Map([['juris-tcu', outcome({ 'ndcg@10': 0.21, 'map@10': 0.08728, 'mrr@10': 0.4 })]]));
    expect(
      rows.map(({ approach, encoder, ours, published, difference }) => [
        approach,
        encoder,
        ours['ndcg@10'],
        published['ndcg@10'],
        difference,
      ]),
    ).toEqual([
      ['Full document', 'e', 0.21, 0.20898, { 'ndcg@10': 0.00102, 'map@10': 0, 'mrr@10': -0.04645 }],
      ['Legal nuggets', '', undefined, 0.32696, {}],
      ['BM25', '', 0.5, undefined, {}],
    ]);
  });

  it('a partial pool has figures and no difference, and says so', () => {
    const plan = planPreset(preset, chooseEncoders(preset, ['e'], 'e'), undefined);
    const note = 'partial pool, 3,022 of 16,045 documents: not comparable';
    const rows = presetRows(preset, plan, new Map([['juris-tcu', outcome({ 'ndcg@10': 0.6 }, { state: 'partial', note })]]));
    // No row holds figures of both.
    expect(rows.map((row) => [row.dataset, row.approach, row.ours['ndcg@10'], row.published['ndcg@10'], row.difference])).toEqual([
      ['JurisTCU', 'Full document', undefined, 0.20898, {}],
      ['JurisTCU', 'Legal nuggets', undefined, 0.32696, {}],
      ['JurisTCU (partial pool)', 'Full document', 0.6, undefined, {}],
      ['JurisTCU (partial pool)', 'BM25', 0.5, undefined, {}],
    ]);
    expect(rows[2]!.note).toBe(note);
    const out = {
      ...preset,
      convention: 'jua',
      rows,
      datasets: [state('juris-tcu', { note })],
      extractor: '',
      warnings: [],
      not_run: [],
      sample: null,
    };
    const page = presetPage(preset, out);
    expect(page).toContain('| JurisTCU (partial pool) | Full document | e | 0.60000 | – | – |');
    expect(page).toContain(note);
    expect(page).toContain('README of JurisTCU');
  });

  it('Table 2: an encoder without a name in the paper gets rows of its own', () => {
    const plan = planPreset(table2, chooseEncoders(table2, ['Qwen3-4B=q', 'mine'], 'usual'), ['Full']);
    const means = new Map(plan.runs.map(({ name }, i) => [name, { 'ndcg@10': 0.1 * (i + 1) }]));
    const rows = presetRows(table2, plan, new Map([['juris-tcu', { state: state('juris-tcu'), means, leftOut: [] }]])).filter(
      (row) => row.encoder !== '',
    );
    expect(rows.map(({ approach, published_model, encoder, difference }) => [approach, published_model, encoder, difference])).toEqual([
      ['Full', 'Qwen3-4B', 'q', { 'ndcg@10': -0.21094 }],
      ['Full', '', 'mine', {}],
    ]);
  });

  it('AQgR: issues and the second reading are by the model that is named, told by their key; facts need neither', () => {
    const aqgr = load('aqgr-aila');
    const plan = planPreset(aqgr, chooseEncoders(aqgr, ['e'], 'e'), undefined);
    expect(plan.issues).toBe(true);
    const { runs } = experimentOf(aqgr, aqgr.datasets[0]!, plan, BY);
    const run = (name: string) => runs.find((one) => one.name === name)!;
    expect(run('BM25 summaries q_F')).not.toHaveProperty('formulation');
    expect(run('B5 summaries union')).toMatchObject({ query_form: 'union', formulation: 'abc' });
    expect(run('B5 summaries union - reranked q_FI')).toMatchObject({
      query_form: 'union',
      rerank: { depth: 100, return: 20, query_form: 'q_FI', formulation: 'abc', model: 'm.gguf' },
    });
    // Second paper, summary, section Results.
    expect(aqgr.rows.flatMap(({ published }) => Object.values(published))).toEqual([0.3124, 0.3379, 0.312, 0.4121, 0.365, 0.1573]);
  });

  it('without a language model: what needs one stays in the table as not run, with the command that makes it', () => {
    const aqgr = load('aqgr-aila');
    const input = PresetInput.parse({ id: 'aqgr-aila', data: '/my data', out: 'o', sample: 3, encoders: ['fitted'] });
    const command = commandWithModel(input);
    expect(command).toBe(
      "pepita experiment preset aqgr-aila --data '/my data' --out o --sample 3 --encoder fitted --extractor extractive --model FILE.gguf",
    );
    const planned = (issues: boolean) => planPreset(aqgr, chooseEncoders(aqgr, ['e'], 'e'), undefined, { issues, rerank: false, command });
    expect(planned(true).leftOut.map(({ name }) => name)).toEqual([
      'B5 summaries q_I - reranked q_I',
      'B5 summaries q_I - reranked q_FI',
      'B5 summaries union - reranked q_FI',
    ]);
    const plan = planned(false);
    expect(plan.runs.map(({ run }) => run.query_form)).toEqual(plan.runs.map(() => undefined));
    expect(plan.runs.length + plan.leftOut.length).toBe(aqgr.runs.length);
    const means = new Map(plan.runs.map(({ name }) => [name, { map: 0.1 }]));
    for (const kind of ['full', 'other', 'sample'] as const) {
      const outcomes = new Map([['aila-cases', { state: state('aila-cases', { state: kind }), means, leftOut: plan.leftOut }]]);
      const rows = presetRows(aqgr, plan, outcomes).filter(({ note }) => note === 'not run: needs a language model');
      expect(rows.map(({ approach }) => approach).sort()).toEqual(plan.leftOut.map(({ name }) => name).sort());
      expect(notRunOf(outcomes)).toEqual([
        { dataset: 'aila-cases', runs: plan.leftOut.map(({ name }) => name), why: 'needs a language model', command },
      ]);
    }
  });

  it('a sample: by seed, the relevant documents in it, and a larger one holds every smaller one', () => {
    const documents = Array.from({ length: 500 }, (_, i) => `d${i}`);
    const judged = Array.from({ length: 30 }, (_, i) => `q${i}`);
    const relevant = new Map(judged.map((id, i) => [id, [`d${i * 7}`, `d${i * 11}`, 'not there']]));
    const draw = (n: number, seed = 7) => drawSample({ judged, documents, relevant }, n, seed);
    const [small, large] = [draw(3), draw(10)];
    expect([small.queries.size, large.queries.size]).toEqual([3, 10]);
    for (const kind of ['queries', 'documents'] as const) expect([...small[kind]].every((id) => large[kind].has(id))).toBe(true);
    for (const id of small.queries) for (const doc of relevant.get(id)!.slice(0, 2)) expect(small.documents.has(doc)).toBe(true);
    expect(small.documents.has('not there')).toBe(false);
    expect(small.documents.size).toBeGreaterThanOrEqual(3 * OTHERS);
    expect(small.documents.size).toBeLessThanOrEqual(3 * OTHERS + 6);
    expect(draw(3)).toEqual(small);
    expect([...draw(3, 8).queries]).not.toEqual([...small.queries]);
    expect(draw(1000).queries.size).toBe(30);
    // The order in which they are read makes no difference.
    expect(drawSample({ judged: [...judged].reverse(), documents: [...documents].reverse(), relevant }, 3, 7)).toEqual(small);
  });

  it('a file with faults is refused at its line', () => {
    const source = readFileSync(`${DIR}/jua-table-1.yaml`, 'utf8');
    expect(() =>
      parsePreset(source.replace('run: BM25', 'run: X').replace('dataset: br-taxqa, run: Full', 'dataset: br, run: Full'), 'p.yaml'),
    ).toThrow(/p\.yaml, line \d+, column \d+: rows\.6\.dataset: there is no data set "br"/);
  });
});
