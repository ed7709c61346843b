import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expandRuns } from '../../electron/engine/experiment/expandRuns';
import { parseExperiment } from '../../electron/engine/experiment/parseExperiment';

const HEAD = 'version: 1\nname: n\ncollection: c\n';
const plan = (yaml: string) => expandRuns(parseExperiment(HEAD + yaml, 'x.yaml'));
const fault = (yaml: string): { message: string; remedy: string; details: { faults: string[] } } => {
  try {
    plan(yaml);
  } catch (error) {
    return error as never;
  }
  throw new Error('nothing was refused');
};

describe('an experiment file', () => {
  it('as the documentation shows it', () => {
    const [, yaml] = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/experiments.md', 'utf8'))!;
    const runs = expandRuns(parseExperiment(yaml!, 'docs'));
    // 3 written; nugget and passage × 2 rankers × 6 rules; documents × 2 rankers, gathered by sentence or not at all.
    expect(runs).toHaveLength(3 + 2 * 2 * 6 + 2 * 2);
    expect(runs[0]).toMatchObject({ name: 'bm25', input: { ranker: 'bm25', encoder: undefined, collection: 'sample' } });
    expect(runs[1]).toMatchObject({ name: 'B5', input: { bm25_weight: 0.7, encoder: 'e5-small-pten', aggregate: 'max' } });
    expect(runs[2]!.input.parts).toHaveLength(3);
    expect(new Set(runs.map(({ name }) => name)).size).toBe(runs.length);
  });

  it('defaults stand behind what a run says, the usual behind both', () => {
    const [a, b] = plan(
      'defaults: { ranker: hybrid, bm25_weight: 0.2 }\nruns:\n  - { name: a }\n  - { name: b, bm25_weight: 0.9, fusion: rrf }\n',
    );
    expect(a!.input).toMatchObject({ ranker: 'hybrid', bm25_weight: 0.2, unit: 'nugget', fusion: 'weighted' });
    expect(b!.input).toMatchObject({ ranker: 'hybrid', bm25_weight: 0.9, fusion: 'rrf' });
  });

  it('a grid makes what differs, once', () => {
    const names = plan('grid: { unit: [passage, document], ranker: [bm25, dense], aggregate: [max, "mean:2"], encoder: [x, y] }').map(
      ({ name }) => name,
    );
    expect(names).toEqual([
      'passage bm25',
      'passage bm25 mean:2',
      'passage dense x',
      'passage dense y',
      'passage dense mean:2 x',
      'passage dense mean:2 y',
      'document bm25',
      'document dense x',
      'document dense y',
    ]);
  });

  it('tells the line and the column of each fault', () => {
    const wrong = fault('runs:\n  - name: a\n    unit: paragraph\n    rankr: dense\n');
    expect(wrong.details.faults[0]).toMatch(/^x\.yaml, line 6, column 11: runs\.0\.unit: /);
    expect(wrong.details.faults.join('\n')).toMatch(/line 5, column \d+: runs\.0: .*rankr/);
    expect(wrong.message).toMatch(/and 1 more\)$/);
    expect(fault('runs: [\n').message).toMatch(/^x\.yaml, line \d+, column \d+: /);
    expect(fault('name: again\nruns: [{}]\n').message).toMatch(/line 4.*unique/i);
    expect(fault('').message).toContain('runs or grid is due');
    expect(fault('runs: [{ name: a }, { name: a, unit: passage }]').message).toContain('named "a"');
    expect(fault('baseline: z\nruns: [{ name: a }]')).toMatchObject({ remedy: 'There are: a.' });
    expect(fault('runs: [{ name: "../up" }]').message).toContain('runs.0.name');
  });
});
