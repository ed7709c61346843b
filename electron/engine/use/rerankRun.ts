/** A run's head read anew by a language model, once or several times: kept runs with reasons and traces, and how much they vary. */
import type { RerankInput, RerankOutput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { parseMeasure } from '../compare/parseMeasure';
import { formatTrecRun } from '../compare/trecRun';
import { casesTold } from './casesTold';
import type { Emit, EngineContext } from './context';
import { keepReranked } from './keepReranked';
import { createProgress, withUsage } from './progress';
import { queriesNamed } from './rankQueries';
import { requireCollection } from './require';
import { account, measured, type RerankedRound } from './rerankOutcome';
import { openReranker, type RerankDone, type RerankRound, rerankRankings } from './rerankQueries';
import { runToRerank } from './runToRerank';

/** Of repeats that vary by the seed: at 0 nothing is drawn, and all would be the same. */
const SAMPLING_TEMPERATURE = 0.7;

export async function rerankRun(
  context: EngineContext,
  input: RerankInput,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<RerankOutput> {
  const started = performance.now();
  const { collection } = input;
  await requireCollection(context.store, collection);
  const measures = input.measures.map(parseMeasure);
  const before = await runToRerank(context, collection, input.run);
  const asked = (await queriesNamed(context, collection, input.queries)).filter(({ query_id }) => before.rankings.has(query_id));
  if (asked.length === 0)
    throw new AppError('NOT_FOUND', `The run "${before.name}" ranks for none of these queries.`, 'Is it a run of another collection?');
  const cases = await casesTold(context, collection, input, asked);
  const chat = await openReranker(context, input, options.signal);
  const made: RerankedRound[] = [];
  try {
    const progress = createProgress(withUsage(options.emit, chat), 'rerank', 'query', asked.length * input.repeats);
    const total = asked.length * input.repeats;
    progress.at(0);
    for (const [i, round] of roundsOf(input).entries()) {
      const about = { collection, rankings: before.rankings, cases: cases.queries, knobs: input, round };
      const onDone = ({ queries, begun, query }: RerankDone) => {
        const done = i * asked.length + queries;
        progress.at(done, query.slice(0, 80), { work: { done: done + begun, total } });
      };
      const reranked = await rerankRankings(context, chat, about, { signal: options.signal, onDone });
      const name = `${input.name ?? `${before.name}-reranked`}${i > 0 ? `-${i + 1}` : ''}`;
      made.push({ name, round, reranked, trec: formatTrecRun({ name, rankings: reranked.rankings }) });
    }
    progress.end();
    const told = account(chat, before, cases, made);
    const outcome = { ...told, measures: await measured(context, collection, before, made, measures) };
    const runs = await keepReranked(context, { input, before, cases, chat, outcome }, made);
    return { ...outcome, runs, seconds: (performance.now() - started) / 1000 };
  } finally {
    await chat.model.dispose();
  }
}

/** What differs between the repeats is all that does. */
function roundsOf({ repeats, vary, seed, temperature }: RerankInput): RerankRound[] {
  const bySeed = vary === 'seed';
  const warmth = temperature ?? (bySeed && repeats > 1 ? SAMPLING_TEMPERATURE : 0);
  if (bySeed && repeats > 1 && warmth === 0)
    throw new AppError('USAGE', 'At temperature 0 repeats with other seeds are the same.', 'Leave --temperature out, or say --vary order.');
  return Array.from({ length: repeats }, (_, i) => ({
    temperature: warmth,
    seed: bySeed ? seed + i : seed,
    shuffle: bySeed || i === 0 ? null : i,
  }));
}
