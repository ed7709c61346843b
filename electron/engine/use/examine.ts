/** `pepita doctor`: tries each thing that the work needs, and says what to do where it fails. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Output } from '../../../shared/contract';
import { toAppError } from '../../../shared/errors';
import type { EngineContext } from './context';
import { indexedWith } from './indexState';
import { listModels } from './listModels';
import { describePace } from './llamaPace';
import { encoderIdentities, findEncoders } from './openEncoders';

type Check = Output<'doctor'>['checks'][number];

export async function examine(context: EngineContext): Promise<Output<'doctor'>> {
  const { config, store } = context;
  const checks = [
    check('Node.js', async () => [
      Number(process.versions.node.split('.')[0]) >= 20,
      process.versions.node,
      'Install Node.js 20 or newer.',
    ]),
    check('workspace', async () => [
      true,
      `${config.workspace} (${store.readonly ? 'read only' : 'writable'}, ${(await store.collections()).length} collections)`,
      '',
    ]),
    check('disk', async () => {
      const free = await freeBytes(config.workspace);
      return [free > 1e9, `${(free / 1e9).toFixed(1)} GB free`, 'Free some space: an index takes about 3 KB a nugget.'];
    }),
    check('encoder', async () => {
      const encoder = await context.encoder();
      const started = performance.now();
      const { vectors } = await encoder.embed(['A licitação exige julgamento objetivo.'], 'query');
      return [
        vectors.length === encoder.info.dimensions,
        `${encoder.info.id}, ${encoder.info.dimensions} dimensions, a query in ${(performance.now() - started).toFixed(0)} ms`,
        '',
      ];
    }),
    check('exact search', async () => {
      const score = await (await context.dot()).score(Float32Array.of(0.6, 0.8), 2, Float32Array.of(0.6, 0.8));
      return [Math.abs(score[0]! - 1) < 1e-6, 'inner products are right', 'Reinstall Pepita: models/dot is damaged.'];
    }),
    check('indexes', async () => {
      const identities = await encoderIdentities(await findEncoders(config));
      const changed: { id: string; encoder: string }[] = [];
      for (const { id } of await store.collections()) {
        // Whether texts came or went since is for the library to say: no signature is reckoned here.
        for (const { encoder, state } of await indexedWith(store, id, '', identities))
          if (state === 'changed') changed.push({ id, encoder });
      }
      return [
        changed.length === 0,
        changed.map(({ id, encoder }) => `"${id}": the encoder ${encoder} has changed since it was indexed`).join('; ') ||
          'no encoder has changed since a collection was indexed with it',
        changed.map(({ id, encoder }) => `Index again: pepita index --collection ${id} --encoder ${encoder}`).join('; '),
      ];
    }),
    check('language models', async () => {
      const { llms } = await listModels(store, config);
      const ready = llms.filter((model) => model.ready);
      const broken = llms.filter((model) => !model.ready).map((model) => `${model.path}: ${model.reason}`);
      const none = 'none: nuggets are made by the extractive extractor';
      const found = ready.map(async ({ id, sha256 }) => {
        const pace = await describePace(store, sha256, config.threads);
        return pace ? `${id} (${pace})` : id;
      });
      return [broken.length === 0, (await Promise.all(found)).join(', ') || none, broken.join('; ')];
    }),
  ];
  return { checks: await Promise.all(checks) };
}

async function check(name: string, look: () => Promise<[ok: boolean, found: string, remedy: string]>): Promise<Check> {
  try {
    const [ok, found, remedy] = await look();
    return { name, ok, found, remedy: ok ? '' : remedy };
  } catch (thrown) {
    const { message, remedy } = toAppError(thrown);
    return { name, ok: false, found: message, remedy };
  }
}

async function freeBytes(path: string): Promise<number> {
  const stats = await statfs(path).catch(() => statfs(dirname(path)));
  return stats.bavail * stats.bsize;
}
