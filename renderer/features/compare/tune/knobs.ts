/** The knobs of a kept run: what can be turned without searching again. Pure. */
import type { Rescoring, RunHead } from '../../../../shared/contract';
import type { Aggregate } from '../../../../shared/domain';

export type RuleName = 'max' | 'mean' | 'sum' | 'log-sum' | 'count-damped' | 'by-sentence';
export const WHOLE_RULES: readonly RuleName[] = ['max', 'mean', 'sum', 'log-sum', 'count-damped'];

export const ruleOf = (aggregate: Aggregate): RuleName => (aggregate.startsWith('mean:') ? 'mean' : (aggregate as RuleName));
export const depthOf = (aggregate: Aggregate): number => (aggregate.startsWith('mean:') ? Number(aggregate.slice('mean:'.length)) : 3);
export const aggregateOf = (rule: RuleName, depth: number): Aggregate => (rule === 'mean' ? `mean:${depth}` : rule);

export interface PartKnobs {
  readonly name: string;
  /** As it was made; between whole queries and their sentences a part can't be changed. */
  readonly made: Aggregate;
  readonly aggregate: Aggregate;
  readonly weight: number;
  /** A part over whole documents has nothing to gather. */
  readonly gathers: boolean;
}

type Config = RunHead['config'];

export const partKnobs = ({ parts }: Config, change: Rescoring | undefined): PartKnobs[] =>
  parts.map((part, i) => ({
    name: part.name,
    made: part.aggregate,
    aggregate: change?.parts?.[i]?.aggregate ?? part.aggregate,
    weight: change?.parts?.[i]?.weight ?? part.weight,
    gathers: part.unit !== 'document' && part.unit !== 'summary',
  }));

/** The change with one part turned; undefined where everything is as it was made. */
export function turnPart(
  config: Config,
  change: Rescoring | undefined,
  part: number,
  turn: { aggregate?: Aggregate; weight?: number },
): Rescoring | undefined {
  const parts = config.parts.map((_, i) => ({ ...change?.parts?.[i], ...(i === part ? turn : {}) }));
  return settled(config, { ...change, parts });
}

export const turn = (config: Config, change: Rescoring | undefined, knobs: Omit<Rescoring, 'parts'>): Rescoring | undefined =>
  settled(config, { ...change, ...knobs });

/** Without what says what the run says anyway. */
function settled(config: Config, change: Rescoring): Rescoring | undefined {
  const parts = config.parts.map((part, i) => {
    const { aggregate, weight } = change.parts?.[i] ?? {};
    return {
      ...(aggregate !== undefined && aggregate !== part.aggregate ? { aggregate } : {}),
      ...(weight !== undefined && weight !== part.weight ? { weight } : {}),
    };
  });
  const out: Rescoring = {
    ...(parts.some((part) => Object.keys(part).length > 0) ? { parts } : {}),
    ...(change.fusion !== undefined && change.fusion !== config.fusion ? { fusion: change.fusion } : {}),
    ...(change.normalisation !== undefined && change.normalisation !== config.normalisation ? { normalisation: change.normalisation } : {}),
    ...(change.rrf_k !== undefined && change.rrf_k !== config.rrf_k ? { rrf_k: change.rrf_k } : {}),
  };
  return Object.keys(out).length > 0 ? out : undefined;
}
