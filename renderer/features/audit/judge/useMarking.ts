/** Choosing a place in the text by keyboard or mouse, and marking it as evidence. */
import { useMemo, useState } from 'react';
import type { JudgedValues, MarkedSpan } from '../../../../shared/annotation';
import type { Nugget } from '../../../../shared/domain';
import type { Layer, Range } from '../../../reading/segments';
import type { Tool } from './actions';
import { moveEdge, selectedPlace, sentencesOf, stepSentence, withPlace } from './textPlaces';

type MarkingTool = Extract<
  Tool,
  | 'markEvidence'
  | 'clearEvidence'
  | 'noEvidence'
  | 'nextSentence'
  | 'previousSentence'
  | 'longer'
  | 'shorter'
  | 'laterStart'
  | 'earlierStart'
>;

export interface Marking {
  readonly picking: Range | undefined;
  /** What is marked and what is chosen, for the reader. */
  readonly over: readonly Layer[];
  readonly run: Readonly<Record<MarkingTool, () => void>>;
  pick(place: Range | undefined): void;
}

export function useMarking(
  nugget: Nugget | undefined,
  source: { readonly text: string; readonly lang: 'pt' | 'en' } | undefined,
  marked: JudgedValues['evidence'],
  onMarked: (evidence: MarkedSpan[] | null) => void,
): Marking {
  const [picked, setPicked] = useState<{ readonly of: string; readonly place: Range }>();
  const picking = picked && picked.of === nugget?.id ? picked.place : undefined;
  const text = source?.text ?? '';
  // Cut when they are first stepped through: in a decision of 200,000 words it takes longer than a highlight may.
  const cut = useMemo(() => lazily(() => (source ? sentencesOf(source.text, source.lang) : [])), [source]);
  const over = useMemo<Layer[]>(
    () =>
      [
        { name: 'judged', ranges: marked ?? [] },
        { name: 'picking', ranges: picking ? [picking] : [] },
      ].filter(({ ranges }) => ranges.length > 0),
    [marked, picking],
  );
  const pick = (place: Range | undefined) => nugget && place && setPicked({ of: nugget.id, place });
  const from = picking ?? marked?.[0] ?? nugget?.spans[0];
  const edge = (which: 'start' | 'end', by: 1 | -1) => from && pick(moveEdge(text, from, which, by));
  const mark = () => {
    const column = document.querySelector('.place > div:not([hidden]) .reader .column');
    const place = selectedPlace(text, column, getSelection()) ?? picking;
    if (!place) return;
    onMarked(withPlace(marked ?? [], { ...place, quote: text.slice(place.start, place.end) }));
    getSelection()?.removeAllRanges();
    setPicked(undefined);
  };
  return {
    picking,
    over,
    pick,
    run: {
      markEvidence: mark,
      clearEvidence: () => onMarked(null),
      noEvidence: () => onMarked(marked?.length === 0 ? null : []),
      nextSentence: () => pick(stepSentence(cut(), from, 1)),
      previousSentence: () => pick(stepSentence(cut(), from, -1)),
      longer: () => edge('end', 1),
      shorter: () => edge('end', -1),
      laterStart: () => edge('start', 1),
      earlierStart: () => edge('start', -1),
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
