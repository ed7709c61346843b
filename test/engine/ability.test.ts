/** An extractor tried on the twelve decisions: what is counted is what it made, and the report is kept with the workspace. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEngine } from '../../electron/engine';
import { ABILITY_DECISIONS } from '../../electron/engine/use/measureAbility';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Progress } from '../../shared/domain';
import { createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

it('the extractive extractor: every nugget in its place, the report beside the models, nothing else stored', async () => {
  const engine = await createEngine(engineConfig(process.cwd(), join(tempFolder(), 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  const client = createClient(near);
  const seen: Progress[] = [];
  const report = await client.call('measureAbility', { extractor: 'extractive' }, { onEvent: (event) => seen.push(event) });
  expect(report).toMatchObject({ extractor: 'extractive', documents: 12, answers: 12, valid: 12, empty: 0, failed: [] });
  const { exact, normalised, fuzzy, none } = report.located;
  expect(exact + normalised).toBe(report.nuggets);
  expect([fuzzy, none]).toEqual([0, 0]);
  expect(report.passed.evidence).toBe(report.nuggets);
  expect(report.passed['self-contained']).toBeLessThan(report.nuggets);
  expect(seen.at(-1)).toMatchObject({ done: 12, total: 12 });
  expect((await client.call('models', {})).abilities).toEqual([report]);
  expect((await client.call('collections', {})).collections).toEqual([]);
  await expect(client.call('measureAbility', { extractor: 'extractive', profile: 'summary-v4' })).rejects.toMatchObject({ code: 'USAGE' });
  await engine.close();
});

it('the decisions are in the sample, each in the language that its name says', () => {
  expect(new Set(ABILITY_DECISIONS).size).toBe(12);
  for (const id of ABILITY_DECISIONS) {
    const text = readFileSync(`resources/sample/decisions/${id}.txt`, 'utf8');
    expect(/\bdo\b.*\bque\b/is.test(text)).toBe(id.startsWith('pt'));
    expect(text.length).toBeLessThan(12_000);
  }
});
