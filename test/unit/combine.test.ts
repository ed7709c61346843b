/** The combination is reckoned in flat arrays; here it is held, to the bit, against its definition written out plainly. */
import { describe, expect, it } from 'vitest';
import { type Combination, combine, type PartHits } from '../../electron/engine/aggregate/combine';
import { orderByRule } from '../../electron/engine/aggregate/orderByRule';
import { mulberry32 } from '../../electron/engine/compare/random';
import type { RankingPart } from '../../shared/domain';
import { compareScored } from '../../shared/ties';

const random = mulberry32(11);
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(of: readonly T[]): T => of[below(of.length)]!;

/** Few different scores, so that many tie; ids that bytes and UTF-16 order otherwise; documents that only some parts know. */
function someHits(): PartHits {
  const docs = Array.from({ length: 30 }, (_, i) => `${pick(['d', '\u{1f600}', '\ufb01', 'é'])}${i}`);
  const docIds = [...docs].sort(() => random() - 0.5).slice(0, 5 + below(20));
  const unitIds = Array.from({ length: 60 }, (_, i) => `u${i}`);
  const rows = unitIds
    .map((_, i) => i)
    .sort(() => random() - 0.5)
    .slice(0, below(60));
  const map = { unitIds, docOf: Uint32Array.from(unitIds, () => below(docIds.length)), docIds };
  const found = rows.map((row) => ({ row, score: Math.fround(pick([0.1, 0.2, 0.30000001, 0.3, -0.25, 0, 1.5])) }));
  found.sort((a, b) => compareScored(a.score, unitIds[a.row]!, b.score, unitIds[b.row]!));
  const scores = Float32Array.from(found, ({ score }) => score);
  return { map, lists: [{ units: Uint32Array.from(found, ({ row }) => row), scores, floor: scores.at(-1) ?? 0 }] };
}

/** As it is stated: units of each document, a rule over their scores, the tie rule, normalised scores or ranks, their weighted mean. */
function plainly(config: Combination, hits: readonly PartHits[]) {
  const ranked = config.parts.map(({ aggregate }, i) => {
    const { lists, map } = hits[i]!;
    const own = new Map<string, { id: string; score: number }[]>();
    for (const [place, row] of [...lists[0]!.units].entries()) {
      const doc = map.docIds[map.docOf[row]!]!;
      own.set(doc, [...(own.get(doc) ?? []), { id: map.unitIds[row]!, score: lists[0]!.scores[place]! }]);
    }
    const rule = (scores: number[]): number => {
      const sum = scores.reduce((total, score) => total + score, 0);
      if (aggregate === 'max') return scores[0]!;
      if (aggregate === 'sum') return sum;
      if (aggregate === 'count-damped') return sum / Math.sqrt(scores.length);
      if (aggregate === 'log-sum') return scores[0]! + Math.log(scores.reduce((total, score) => total + Math.exp(score - scores[0]!), 0));
      const top = scores.slice(0, Number(aggregate.slice('mean:'.length)));
      return top.reduce((total, score) => total + score, 0) / top.length;
    };
    return [...own]
      .map(([doc_id, units]) => ({ doc_id, score: rule(units.map(({ score }) => score)), matched: units.length, units }))
      .sort((a, b) => compareScored(a.score, a.doc_id, b.score, b.doc_id));
  });
  if (ranked.length === 1) return ranked[0]!.map((document) => ({ ...document, parts: [] }));
  const total = config.parts.reduce((sum, { weight }) => sum + weight, 0);
  const ids = [...new Set(ranked.flatMap((side) => side.map(({ doc_id }) => doc_id)))];
  const columns = ranked.map((side, i) => {
    const part = config.parts[i]!;
    const scaled = part.aggregate === 'max' || part.aggregate.startsWith('mean:');
    const floor = part.ranker === 'bm25' ? 0 : scaled ? hits[i]!.lists[0]!.floor : (side.at(-1)?.score ?? 0);
    const rank = (id: string) => side.findIndex(({ doc_id }) => doc_id === id) + 1;
    const raw = ids.map((id) => side[rank(id) - 1]?.score ?? floor);
    const mean = raw.reduce((sum, score) => sum + score, 0) / Math.max(1, raw.length);
    const deviation = Math.sqrt(raw.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, raw.length));
    const [low, high] = [Math.min(...raw), Math.max(...raw)];
    const scale = {
      none: (s: number) => s,
      'min-max': (s: number) => (high > low ? (s - low) / (high - low) : 0),
      'z-score': (s: number) => (deviation > 0 ? (s - mean) / deviation : 0),
    };
    const value = (id: string, row: number) =>
      config.fusion === 'rrf' ? (rank(id) ? 1 / (config.rrf_k + rank(id)) : 0) : scale[config.normalisation](raw[row]!);
    return (id: string, row: number) => ({
      name: part.name,
      share: part.weight / total,
      score: side[rank(id) - 1]?.score ?? null,
      rank: rank(id) || null,
      value: value(id, row),
    });
  });
  return ids
    .map((doc_id, row) => {
      const parts = columns.map((column) => column(doc_id, row));
      const own = ranked[1]!.find((document) => document.doc_id === doc_id);
      return {
        doc_id,
        score: parts.reduce((sum, { share, value }) => sum + share * value, 0),
        parts,
        matched: own?.matched ?? 0,
        units: own?.units ?? [],
      };
    })
    .sort((a, b) => compareScored(a.score, a.doc_id, b.score, b.doc_id));
}

const RULES = ['max', 'mean:1', 'mean:2', 'sum', 'log-sum', 'count-damped'] as const;

describe('the combination', () => {
  it('is its plain definition, bit for bit, whatever the rules', () => {
    for (let round = 0; round < 300; round++) {
      const parts = Array.from({ length: 1 + below(3) }, (_, i) => ({
        name: `p${i}`,
        // The units shown are those of the dense part over the configuration's unit: here the second.
        unit: i === 1 ? 'nugget' : 'document',
        ranker: i === 1 ? 'dense' : pick(['dense', 'bm25']),
        aggregate: pick(RULES),
        weight: 0.1 + random(),
      })) as unknown as RankingPart[];
      const config: Combination = {
        unit: 'nugget',
        parts,
        fusion: pick(['weighted', 'rrf'] as const),
        normalisation: pick(['min-max', 'z-score', 'none'] as const),
        rrf_k: pick([60, 0.1, 0]),
      };
      const hits = parts.map(someHits);
      const found = combine(config, hits);
      const due = plainly(config, hits);
      expect(found.slice()).toEqual(due);
      expect(found.length).toBe(due.length);
      expect(found.slice(2, 5)).toEqual(due.slice(2, 5));
      // A second query over the same maps finds what was united for the first.
      expect(combine(config, hits).slice(0, 3)).toEqual(due.slice(0, 3));
    }
  });

  it('orders any scores as the tie rule compares them', () => {
    const scores = Float64Array.from({ length: 500 }, () =>
      pick([
        0,
        -0,
        1,
        1 + 1e-9,
        -1,
        1e-45,
        -1e-45,
        -1e-46,
        1e39,
        -1e39,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        random(),
        -random(),
      ]),
    );
    const ids = Array.from(scores, (_, i) => `${i}`);
    const due = ids.map((_, i) => i).sort((a, b) => compareScored(scores[a]!, ids[a]!, scores[b]!, ids[b]!));
    expect([...orderByRule(scores, (i) => ids[i]!)]).toEqual(due);
  });
});
