/** Scores and agreement over a real workspace, with values by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { annotateNugget } from '../../electron/engine/use/annotateNugget';
import { annotationExamples } from '../../electron/engine/use/annotationExamples';
import { annotationReport } from '../../electron/engine/use/annotationReport';
import { annotationScores } from '../../electron/engine/use/annotationScores';
import type { EngineContext } from '../../electron/engine/use/context';
import { measureAgreement } from '../../electron/engine/use/measureAgreement';
import { contract, type Input } from '../../shared/contract';
import { contextOf, scriptedExtractor } from './extractKit';
import { document, extraction, nuggetsOf, open, tempFolder, trace } from './storeKit';

let context: EngineContext;
beforeEach(async () => {
  const store = await open(tempFolder());
  await store.addCollection('c');
  for (const [i, id] of ['d1', 'd2', 'd3', 'd4'].entries()) {
    await store.putDocuments([document(id, `${id} texto da decisão.`, { court: i < 2 ? 'TCU' : 'STJ' })]);
    await store.commitExtraction(
      extraction(id, 'k', 2),
      nuggetsOf(id, 'k', [`Tese um de ${id}.`, `Tese dois de ${id}.`], { trace_id: `${id}#k.t0` }),
      [trace(id, 'k')],
    );
    const other = { extractor: 'llama' as const, trace_id: `${id}#l.t0` };
    // The first thesis reads the same: it is judged once for both. In d4 the other extractor found nothing.
    const texts = id === 'd4' ? [] : [`Tese um de ${id}.`, `Inventada em ${id}.`];
    await store.commitExtraction(extraction(id, 'l', texts.length, { extractor: 'llama' }), nuggetsOf(id, 'l', texts, other), [
      trace(id, 'l', { extractor: 'llama', profile_id: 'jurisprudence', id: `${id}#l.t0` }),
    ]);
  }
  context = { ...contextOf(store, scriptedExtractor()), config: { version: '1' } } as EngineContext;
});

const judge = (id: string, faithful: 'support' | 'partial' | 'no_support', more: Partial<Input<'annotate'>> = {}) =>
  annotateNugget(
    context,
    contract.annotate.input.parse({
      collection: 'c',
      annotator: 'Ana',
      doc_id: id.slice(0, 2),
      nugget_id: id,
      changes: { faithful, importance: 'vital' },
      ...more,
    }),
  );

async function judgeAll(): Promise<void> {
  for (const d of ['d1', 'd2', 'd3', 'd4']) {
    await judge(`${d}#k.0`, 'support');
    await judge(`${d}#k.1`, 'partial');
    if (d !== 'd4') await judge(`${d}#l.1`, 'no_support');
  }
}

it('scores by extractor, profile and court; a thesis that two extractors share counts for both; nothing found is 0', async () => {
  await judgeAll();
  const out = await annotationScores(context, contract.annotationScores.input.parse({ collection: 'c' }));
  const find = (by: string, name: string) => out.groups.find((group) => group.by === by && group.name === name)!;
  // extractive: support and partial in each of 4 documents → strict .5, with partial .75.
  expect(find('extractor', 'extractive')).toMatchObject({
    documents: 4,
    nuggets: 8,
    support: 4,
    partial: 4,
    mean: { strict_all: 0.5, all: 0.75 },
    ci95: { all: [0.75, 0.75] },
  });
  // llama: .5 in three documents, 0 in the one where it found nothing; pooled 3 of 6.
  expect(find('extractor', 'llama')).toMatchObject({
    documents: 4,
    nuggets: 6,
    mean: { strict_all: 0.375, all: 0.375 },
    pooled: { strict_all: 0.5 },
  });
  expect(find('system', 'llama / jurisprudence')).toMatchObject({ documents: 3, mean: { all: 0.5 } });
  expect(find('profile', 'cues')).toMatchObject({ nuggets: 8 });
  expect(out.groups.filter(({ by }) => by === 'court').map(({ name, documents }) => [name, documents])).toEqual([
    ['STJ', 2],
    ['TCU', 2],
  ]);
  expect(find('length', '1: 0–4999').documents).toBe(4);
  expect(out.pairs).toMatchObject([{ a: 'extractive', b: 'llama', documents: 4, difference: (0.25 * 3 + 0.75) / 4 }]);
  expect(out.most_faithful).toBe('extractive');
});

it('what is disputed is left out, and told; one annotator’s word can be asked for', async () => {
  await judge('d1#k.0', 'support');
  await judge('d1#k.0', 'no_support', { annotator: 'Rui' });
  await judge('d2#k.1', 'support');
  const scores = (annotator?: string) =>
    annotationScores(context, contract.annotationScores.input.parse({ collection: 'c', by: ['extractor'], annotator }));
  expect((await scores()).groups[0]).toMatchObject({ name: 'extractive', nuggets: 1, disputed: 1, documents: 1, mean: { strict_all: 1 } });
  expect((await scores('Rui')).groups[0]).toMatchObject({ nuggets: 1, no_support: 1, mean: { strict_all: 0 } });
  expect((await scores()).most_faithful).toBeNull();
});

it('examples of a group are drawn by seed, the same each time, with the words they were judged by', async () => {
  await judgeAll();
  const ask = (more: object) =>
    annotationExamples(context, contract.annotationExamples.input.parse({ collection: 'c', by: 'extractor', name: 'extractive', ...more }));
  const all = await ask({ faithful: 'partial', size: 10 });
  expect([all.total, all.examples.length, new Set(all.examples.map(({ nugget_id }) => nugget_id)).size]).toEqual([4, 4, 4]);
  const two = await ask({ faithful: 'partial', size: 2 });
  expect(two).toEqual({ total: 4, examples: all.examples.slice(0, 2) });
  expect((await ask({ faithful: 'partial', size: 4, seed: 2 })).examples).not.toEqual(all.examples);
  const document = await context.store.document('c', two.examples[0]!.doc_id);
  expect(two.examples[0]!.evidence.length > 0 && document!.text.replace(/\s+/g, ' ')).toContain(two.examples[0]!.evidence);
  expect(await ask({ faithful: 'unknown' })).toEqual({ total: 0, examples: [] });
});

it('agreement by documents; the report holds it', async () => {
  await judgeAll();
  for (const d of ['d1', 'd2']) {
    await judge(`${d}#k.0`, 'support', { annotator: 'Rui' });
    await judge(`${d}#k.1`, d === 'd1' ? 'partial' : 'no_support', { annotator: 'Rui' });
  }
  const agreement = await measureAgreement(context, contract.agreement.input.parse({ collection: 'c' }));
  expect(agreement).toMatchObject({ nuggets: 4, single: 7, annotators: ['Ana', 'Rui'], resampled: 'documents', raw: 0.75 });
  // Rui ss pn against Ana ss pp: chance (.5·.5 + .5·.25), κ = (.75 − .375) / .625.
  expect(agreement.pairs).toMatchObject([{ a: 'Ana', b: 'Rui', n: 4, raw: 0.75, kappa: 0.6 }]);
  expect(agreement.documents.map(({ doc_id, nuggets, raw }) => [doc_id, nuggets, raw])).toEqual([
    ['d1', 2, 1],
    ['d2', 2, 0.5],
  ]);
  const path = join(tempFolder(), 'r.html');
  const input = contract.annotationReport.input.parse({ collection: 'c', out: path, lang: 'pt' });
  expect(await annotationReport(context, input)).toEqual({ path, nuggets: 14 });
  const page = readFileSync(path, 'utf8');
  for (const words of ['O mais fiel: extractive', 'Concordância', 'Inventada em d1.', 'jurisprudence']) expect(page).toContain(words);
  await annotationReport(context, input);
  expect(readFileSync(path, 'utf8')).toBe(page);
});
