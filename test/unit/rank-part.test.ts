import { expect, it } from 'vitest';
import { partsOf } from '../../electron/engine/use/rankPart';

type Input = Parameters<typeof partsOf>[0];

it('a part without an encoder takes that of the ranking, and keeps its own where it has one', () => {
  const parts: Input['parts'] = [
    { unit: 'nugget', ranker: 'dense', aggregate: 'max', weight: 0.5 },
    { unit: 'document', ranker: 'dense', aggregate: 'max', weight: 0.5, encoder: 'own' },
  ];
  const input = { unit: 'nugget', ranker: 'hybrid', aggregate: 'max', encoder: 'fitted', parts } as Input;
  expect(partsOf(input).map(({ encoder }) => encoder)).toEqual(['fitted', 'own']);
});
