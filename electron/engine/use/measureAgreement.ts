/** How far annotators agree on a label: raw, Cohen's κ for each pair, Krippendorff's α over all, and document by document. */
import type { AgreementOutput, ParsedInput } from '../../../shared/contract';
import { compareBytes } from '../../../shared/ties';
import {
  addMatrix,
  bootstrapGroups,
  cohenKappa,
  coincidences,
  confusion,
  emptyMatrix,
  krippendorff,
  type Matrix,
  rawAgreement,
} from '../annotate/agreement';
import { foldAnnotations } from '../annotate/fold';
import { groupBy } from '../annotate/groupBy';
import { categoriesOf, type Rated, ratingsOf } from '../annotate/ratings';
import { mulberry32 } from '../compare/random';
import type { EngineContext } from './context';
import { requireCollection } from './require';

export async function measureAgreement({ store, spaces }: EngineContext, input: ParsedInput<'agreement'>): Promise<AgreementOutput> {
  const { collection, label, samples, seed } = input;
  await requireCollection(store, collection);
  const { items } = foldAnnotations((await store.annotationEvents(collection)).events);
  const { units, unknown } = ratingsOf(items.values(), label, input.annotators);
  const categories = categoriesOf(label);
  const size = categories.length;
  const annotators = [...new Set(units.flatMap(({ by }) => [...by.keys()]))].sort(compareBytes);
  const documents = groupByDocument(units);
  const perDocument = documents.map(([, own]) => coincidences(own.map(valuesOf), size));
  const doubled = units.filter(({ by }) => by.size > 1);
  // With one document alone its nuggets are drawn.
  const resampled = new Set(doubled.map(({ nugget }) => nugget.doc_id)).size > 1 ? 'documents' : 'nuggets';
  const groupsOf = <T>(list: readonly T[], docOf: (one: T) => string, count: (own: readonly T[]) => Matrix) =>
    resampled === 'nuggets' ? list.map((one) => count([one])) : [...groupBy(list, docOf).values()].map(count);
  // Each interval draws from the seed anew, so that it does not hang on which others are asked for.
  const interval = (groups: readonly Matrix[], measure: (sum: Matrix) => number | null) =>
    bootstrapGroups(groups, measure, { samples, random: mulberry32(seed) });
  const all = sumOf(perDocument, size);
  const drawn = groupsOf(
    doubled,
    ({ nugget }) => nugget.doc_id,
    (own) => coincidences(own.map(valuesOf), size),
  );
  const heads = await spaces.heads(collection);
  return {
    label,
    categories: [...categories],
    annotators,
    nuggets: doubled.length,
    single: units.length - doubled.length,
    unknown,
    pairs: pairsOf(annotators).map(([a, b]) => {
      const both = units.filter(({ by }) => by.has(a) && by.has(b));
      const count = (own: readonly Rated[]) =>
        confusion(
          own.map(({ by }) => [by.get(a)!, by.get(b)!] as const),
          size,
        );
      const matrix = count(both);
      const groups = groupsOf(both, ({ nugget }) => nugget.doc_id, count);
      return {
        a,
        b,
        n: both.length,
        raw: rawAgreement(matrix),
        raw_ci95: interval(groups, rawAgreement),
        kappa: cohenKappa(matrix),
        ci95: interval(groups, cohenKappa),
      };
    }),
    raw: rawAgreement(all),
    raw_ci95: interval(drawn, rawAgreement),
    alpha: { nominal: krippendorff(all, 'nominal'), ordinal: krippendorff(all, 'ordinal') },
    alpha_ci95: {
      nominal: interval(drawn, (sum) => krippendorff(sum, 'nominal')),
      ordinal: interval(drawn, (sum) => krippendorff(sum, 'ordinal')),
    },
    resampled,
    samples,
    seed,
    documents: documents.flatMap(([doc_id, own], i) => {
      const nuggets = own.filter(({ by }) => by.size > 1).length;
      if (nuggets === 0) return [];
      const matrix = perDocument[i]!;
      const alpha = { nominal: krippendorff(matrix, 'nominal'), ordinal: krippendorff(matrix, 'ordinal') };
      const drawn = own.filter(({ by }) => by.size > 1).map((one) => coincidences([valuesOf(one)], size));
      return [
        {
          doc_id,
          title: heads.get(doc_id)?.title ?? doc_id,
          nuggets,
          raw: rawAgreement(matrix),
          raw_ci95: interval(drawn, rawAgreement),
          alpha,
        },
      ];
    }),
  };
}

const valuesOf = ({ by }: Rated): number[] => [...by.values()];

function groupByDocument(units: readonly Rated[]): [string, Rated[]][] {
  const groups = groupBy(units, ({ nugget }) => nugget.doc_id);
  return [...groups].sort(([a], [b]) => compareBytes(a, b));
}

function sumOf(matrices: readonly Matrix[], size: number): Matrix {
  const sum = emptyMatrix(size);
  for (const matrix of matrices) addMatrix(sum, matrix);
  return sum;
}

const pairsOf = (names: readonly string[]): [string, string][] =>
  names.flatMap((a, i) => names.slice(i + 1).map((b): [string, string] => [a, b]));
