/**
 * Every command of the engine: what goes in, what comes out, which events it
 * sends on the way and whether it writes. Client and server derive their types
 * from here; the server parses every input before it reaches a handler.
 */
import type { z } from 'zod';
import { annotationCalls } from './annotation';
import { approximateCalls } from './approximate';
import { endpointCalls } from './endpoints';
import { evaluationCalls } from './evaluation';
import { experimentCalls } from './experiment';
import { extractionCalls } from './extraction';
import { faithfulnessCalls } from './faithfulness';
import { formulationCalls } from './formulations';
import { hintCalls } from './hints';
import { importingCalls } from './import';
import { indexingCalls } from './indexing';
import { jobsCalls } from './jobs';
import { judgingCalls } from './judging';
import { leaderboardCalls } from './leaderboard';
import { libraryCalls } from './library';
import { modelsCalls } from './models';
import { presetCalls } from './presets';
import { profilesCalls } from './profiles';
import { rankingCalls } from './ranking';
import { rerankCalls } from './reranking';
import { runsCalls } from './runs';

export * from './annotation';
export * from './approximate';
export * from './endpoints';
export * from './evaluation';
export * from './experiment';
export * from './extraction';
export * from './faithfulness';
export * from './formulations';
export * from './hints';
export * from './import';
export * from './indexing';
export * from './jobs';
export * from './judging';
export * from './leaderboard';
export * from './library';
export * from './models';
export * from './presets';
export * from './profiles';
export * from './ranking';
export * from './reranking';
export * from './rescoring';
export * from './runs';

export const contract = {
  ...libraryCalls,
  ...importingCalls,
  ...extractionCalls,
  ...indexingCalls,
  ...approximateCalls,
  ...profilesCalls,
  ...formulationCalls,
  ...rankingCalls,
  ...rerankCalls,
  ...runsCalls,
  ...evaluationCalls,
  ...experimentCalls,
  ...presetCalls,
  ...leaderboardCalls,
  ...modelsCalls,
  ...endpointCalls,
  ...jobsCalls,
  ...annotationCalls,
  ...faithfulnessCalls,
  ...judgingCalls,
  ...hintCalls,
} as const;
export type Contract = typeof contract;
export type Method = keyof Contract;
export type Input<M extends Method> = z.input<Contract[M]['input']>;
export type ParsedInput<M extends Method> = z.output<Contract[M]['input']>;
export type Output<M extends Method> = z.output<Contract[M]['output']>;
export type Event<M extends Method> = z.output<Contract[M]['event']>;

export function isMethod(name: string): name is Method {
  return Object.hasOwn(contract, name);
}
