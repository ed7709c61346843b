/** A search as the window and the command line show it: documents with the units that brought them there. */
import type { ParsedInput, ResultDocument, SearchOutput } from '../../../shared/contract';
import type { DocumentHead } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { isEdited } from '../../../shared/formulation';
import { tiedFlags } from '../../../shared/ties';
import type { EngineContext } from './context';
import { vectorSpace } from './embedTexts';
import { encoderFor, fitWarnings } from './fitted';
import { formText } from './formQueries';
import { createRanker } from './rank';
import { requireCollection } from './require';
import { unitReader } from './unitReader';
import { summaryText } from './units';

export async function searchCollection(context: EngineContext, input: ParsedInput<'search'>, signal?: AbortSignal): Promise<SearchOutput> {
  const { store, spaces } = context;
  const query = input.query.trim();
  if (query === '') throw new AppError('USAGE', 'The query is empty.', 'Type a thesis, a question or key words.');
  await requireCollection(store, input.collection);
  const { asked, key, formulation, warnings } = await formText(context, input, query);
  const ranker = await createRanker(context, input, key);
  const started = performance.now();
  const { documents, sentences, unmatched } = await ranker.rank(asked, signal);
  const took_ms = performance.now() - started;
  const heads = await spaces.heads(input.collection);
  const shown = documents.slice(0, input.top);
  const tied = tiedFlags(documents.slice(0, input.top + 1).map((document) => document.score));
  const wanted = shown.filter(({ units }) => units.length > 0).map(({ doc_id }) => doc_id);
  const units = await unitReader(context, input.collection, input.unit, wanted, query);
  const shares = (input.unit === 'document' || input.unit === 'summary') && ranker.config.encoder !== '';
  const read = shares ? await readShares(context, input, ranker.config.encoder) : undefined;
  return {
    config: ranker.config,
    took_ms,
    understood: {
      sentences: [...sentences],
      unmatched_words: [...unmatched],
      asked: formulation && { texts: [...asked], formulator: formulation.formulator, edited: isEdited(formulation) },
    },
    total: documents.length,
    warnings: [...warnings, ...ranker.warnings, ...(await fitWarnings(context, input.collection, ranker.config.encoder))],
    results: shown.map((document, i) => ({
      ...headOf(heads, document.doc_id),
      rank: i + 1,
      doc_id: document.doc_id,
      score: document.score,
      tied: tied[i] === true,
      parts: [...document.parts],
      matched: document.matched,
      units: document.units.slice(0, input.units_per_document).flatMap((unit) => units(unit) ?? []),
      read: read?.(document.doc_id) ?? null,
    })),
  };
}

function headOf(
  heads: ReadonlyMap<string, DocumentHead>,
  docId: string,
): Pick<ResultDocument, 'title' | 'court' | 'class' | 'date' | 'lang'> {
  const head = heads.get(docId);
  if (!head) throw new AppError('INTERNAL', `Ranked document ${docId} is not in the collection.`);
  return { title: head.title, court: head.court, class: head.class, date: head.date, lang: head.lang };
}

/** How much of each document, or of its summary, the encoder read. */
async function readShares(
  context: EngineContext,
  input: ParsedInput<'search'>,
  encoderId: string,
): Promise<(docId: string) => ResultDocument['read']> {
  const { spaces } = context;
  const { collection, extractor, approximate } = input;
  const encoder = await encoderFor(context, collection, encoderId);
  if (input.unit === 'summary') {
    const space = await spaces[approximate ? 'units' : 'vectors'](collection, 'summary', extractor, vectorSpace(encoder));
    const summaries = await spaces.summaries(collection);
    const lengths = space.unitIds.map((id) => summaryText(summaries.get(id)!).length);
    const shares = new Map(
      space.unitIds.map((_, i) => [space.docIds[space.docOf[i]!]!, { used_chars: space.usedChars[i]!, chars: lengths[i]! }]),
    );
    return (docId) => shares.get(docId) ?? null;
  }
  const space = await spaces[approximate ? 'units' : 'vectors'](collection, 'document', extractor, vectorSpace(encoder));
  const heads = await spaces.heads(collection);
  const used = new Map(space.unitIds.map((id, i) => [id, space.usedChars[i]!]));
  return (docId) => ({ used_chars: used.get(docId) ?? 0, chars: heads.get(docId)?.chars ?? 0 });
}
