/** What people judge, over a transport: two annotators, who settles it, what a file brings, what the figures are. After the suite's first judgment. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Client } from '../../shared/rpc/client';

export function judgingCases(open: () => Client): void {
  const collection = 'c';
  const folder = () => mkdtempSync(join(tmpdir(), 'pepita-contract-judging-'));
  /** The one nugget, of which Ana says "partial". */
  const nugget = async (annotator: string) => {
    const { items } = await open().call('annotationQueue', { collection, annotator, queue: {}, open: false });
    const { nugget, version } = items[0]!;
    return { collection, annotator, doc_id: nugget.doc_id, nugget_id: nugget.id, version };
  };

  it('two who differ are disputed, and told so but in blind work; an adjudicator settles it', async () => {
    const client = open();
    const bruno = await nugget('Bruno');
    const blind = await client.call('annotate', { ...bruno, blind: true, changes: { faithful: 'no_support' } });
    expect([blind.annotation.by.map(({ annotator }) => annotator), blind.annotation.settled]).toEqual([['Bruno'], null]);
    const disputed = await client.call('annotationQueue', { collection, annotator: 'Eva', queue: { kind: 'disagreements' } });
    expect(disputed.items.map(({ annotation }) => annotation?.settled?.faithful.how)).toEqual(['disputed']);
    const hidden = { collection, annotator: 'Bruno', blind: true, queue: { kind: 'disagreements' as const } };
    await expect(client.call('annotationQueue', hidden)).rejects.toMatchObject({ code: 'USAGE' });
    const eva = await client.call('annotate', { ...bruno, annotator: 'Eva', role: 'adjudicator', changes: { faithful: 'partial' } });
    expect(eva.annotation.settled?.faithful).toEqual({ value: 'partial', how: 'adjudicated' });
  });

  it('agreement, scores and examples say what two annotators and one nugget give', async () => {
    const client = open();
    const agreement = await client.call('agreement', { collection, samples: 100 });
    expect([agreement.nuggets, agreement.raw, agreement.pairs.map(({ a, b, n, raw }) => [a, b, n, raw])]).toEqual([
      1,
      0,
      [['Ana', 'Bruno', 1, 0]],
    ]);
    const { groups } = await client.call('annotationScores', { collection, by: ['extractor'], samples: 100 });
    // One nugget in part: strict 0 of 1, otherwise a half.
    expect(groups).toMatchObject([{ documents: 1, nuggets: 1, partial: 1, mean: { strict_all: 0, all: 0.5 } }]);
    const examples = await client.call('annotationExamples', { collection, by: 'extractor', name: groups[0]!.name, faithful: 'partial' });
    expect(examples).toMatchObject({ total: 1, examples: [{ doc_id: 'emoji', text: 'A citação vale.' }] });
  });

  it('events of another workspace are merged: each once, a conflict told, the later word counting', async () => {
    const client = open();
    const dir = folder();
    const path = join(dir, 'events.jsonl');
    const { rows } = await client.call('exportAnnotations', { collection, path });
    expect(await client.call('importAnnotations', { collection, path })).toMatchObject({ added: 0, unchanged: rows, conflicts: [] });
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const first = lines.map((line) => JSON.parse(line)).find(({ annotator, action }) => annotator === 'Ana' && action.type === 'judge');
    // There Ana never took it back, and later said otherwise.
    const later = {
      ...first,
      id: `${first.id}-there`,
      at: '2100-01-01T00:00:00.000Z',
      action: { type: 'judge', changes: { faithful: 'support' } },
    };
    writeFileSync(path, `${JSON.stringify(first)}\n${JSON.stringify(later)}\n{"v":1}\n`);
    const merged = await client.call('importAnnotations', { collection, path, format: 'jsonl' });
    expect(merged).toMatchObject({ added: 1, unchanged: 1, refused: [{ item: 'events.jsonl, row 3' }] });
    expect(merged.conflicts).toMatchObject([{ annotator: 'Ana', label: 'faithful', here: 'partial', there: 'support', kept: 'support' }]);
    rmSync(dir, { recursive: true });
  });

  it('a hint names what it looked at, and is refused in blind work', async () => {
    const client = open();
    const { version, annotator: _, ...one } = await nugget('Ana');
    const hint = await client.call('hint', one);
    expect(hint).toMatchObject({ nugget_id: one.nugget_id, version, model: null, missing_numbers: [], signals: { location: 1 } });
    expect(hint.evidence).toHaveLength(1);
    await expect(client.call('hint', { ...one, blind: true })).rejects.toMatchObject({ code: 'USAGE' });
    expect(await client.call('hintAgreement', { collection })).toMatchObject({ nuggets: 1, model: null });
  });

  it('relevance is pooled, graded, taken back, and goes to a file and back', async () => {
    const client = open();
    const dir = folder();
    writeFileSync(join(dir, 'queries.jsonl'), JSON.stringify({ _id: 'q1', text: 'citação vale' }));
    await client.call('import', { collection, paths: [join(dir, 'queries.jsonl')] });
    const { run_id } = await client.call('run', { collection, ranker: 'bm25', unit: 'document', queries: 'all', name: 'bm25' });
    const who = { collection, annotator: 'Ana' };
    const { total, items } = await client.call('judgingPool', { ...who, runs: [run_id] });
    expect(items.length).toBe(total);
    const pair = { ...who, query_id: 'q1', doc_id: 'emoji' };
    expect(await client.call('judgeRelevance', { ...pair, grade: 2 })).toMatchObject({ grade: 2, settled: { grade: 2, how: 'single' } });
    expect((await client.call('undoRelevance', who)).moved).toMatchObject({ grade: null, can_redo: true });
    expect((await client.call('undoRelevance', { ...who, redo: true })).moved).toMatchObject({ grade: 2 });
    const holes = await client.call('judgingHoles', { collection, runs: [run_id] });
    expect(holes.runs).toMatchObject([{ documents: total, unjudged: total - 1 }]);
    const path = join(dir, 'relevance.jsonl');
    expect(await client.call('exportRelevance', { collection, path })).toMatchObject({ rows: 3 });
    expect(await client.call('importRelevance', { collection, path })).toMatchObject({
      added: 0,
      unchanged: 3,
      conflicts: [],
      refused: [],
    });
    rmSync(dir, { recursive: true });
  });
}
