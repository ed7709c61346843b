/** The main job on the sample collection, and a small table of it: what `npm start` shows before the workbench opens. */
import type { Progress } from '../../../shared/domain';
import { toAppError } from '../../../shared/errors';
import { type Client, createClient } from '../../../shared/rpc/client';
import { createMemoryPorts } from '../../../shared/rpc/port';
import { printResult, progressPrinter, shorten, table } from './output';
import { type CommonFlags, fail, interruptSignal, openEngine } from './session';

const COLLECTION = 'sample';

interface Welcome {
  readonly documents: number;
  readonly nuggets: number;
  readonly query: string;
  readonly top: readonly { rank: number; doc_id: string; title: string; score: number; nugget: string; tier: string }[];
}

export async function welcome(flags: CommonFlags): Promise<void> {
  const signal = interruptSignal();
  const printer = progressPrinter(flags);
  const engine = await openEngine(flags, 'write').catch((thrown) => {
    fail(flags, toAppError(thrown));
  });
  if (!engine) return;
  try {
    const [near, far] = createMemoryPorts();
    engine.serve(far);
    const client = createClient(near);
    await prepare(client, { signal, onEvent: printer.on });
    printer.end();
    const data = await firstSearch(client);
    printResult(flags, data, welcomeText(data));
  } catch (thrown) {
    printer.end();
    fail(flags, toAppError(thrown));
  } finally {
    await engine.close();
  }
}

/** Imports, extracts and indexes what is not yet: a second time there is nothing to do. */
async function prepare(client: Client, options: { signal: AbortSignal; onEvent: (progress: Progress) => void }): Promise<void> {
  const { collections } = await client.call('collections', {});
  const sample = collections.find(({ id }) => id === COLLECTION);
  const complete =
    sample && sample.documents > 0 && sample.extracted_documents === sample.documents && sample.indexed.some(({ current }) => current);
  if (complete) return;
  await client.call('import', { collection: COLLECTION, paths: ['sample:'] }, options);
  await client.call('extract', { collection: COLLECTION }, options);
  await client.call('index', { collection: COLLECTION }, options);
}

async function firstSearch(client: Client): Promise<Welcome> {
  const [{ collections }, { queries }] = await Promise.all([
    client.call('collections', {}),
    client.call('queries', { collection: COLLECTION }),
  ]);
  const sample = collections.find(({ id }) => id === COLLECTION);
  const query = queries.find(({ query_id }) => query_id.startsWith('pt')) ?? queries[0];
  const text = query?.text ?? 'licitação';
  const { results } = await client.call('search', { collection: COLLECTION, query: text, top: 3, units_per_document: 1 });
  return {
    documents: sample?.documents ?? 0,
    nuggets: sample?.nuggets.reduce((sum, { count }) => sum + count, 0) ?? 0,
    query: text,
    top: results.map(({ rank, doc_id, title, score, units }) => ({
      rank,
      doc_id,
      title,
      score,
      nugget: units[0]?.text ?? '',
      tier: units[0]?.tier ?? '',
    })),
  };
}

function welcomeText({ documents, nuggets, query, top }: Welcome): string {
  const rows = top.map(({ rank, title, score, nugget }) => [rank, score.toFixed(3), shorten(title, 44), shorten(nugget, 78)]);
  return [
    `Pepita: ${documents} sample decisions, ${nuggets} nuggets (extractive: sentences of the decisions, not written theses)`,
    `Query: ${shorten(query, 110)}`,
    '',
    table(['rank', 'score', 'decision', 'best nugget'], rows),
  ].join('\n');
}
