/** Hints whether nuggets are borne by their text, and how often they say what people say. */
import type { Hint, HintAgreementOutput, ParsedInput } from '../../../shared/contract';
import type { Document, Nugget, Progress } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { askEntailment } from '../annotate/entailment';
import { groupBy } from '../annotate/groupBy';
import { foresight, hintOf } from '../annotate/hint';
import { orderQueue } from '../annotate/queue';
import { isScored } from '../annotate/scores';
import { stem } from '../search/stem';
import { isStopWord } from '../search/stopWords';
import { tokenise } from '../search/tokenise';
import { cutPassages } from '../text/passages';
import { versionOf } from './annotationParts';
import { scoredNuggets } from './annotationScores';
import type { Emit, EngineContext } from './context';
import { type OpenChat, openChat } from './openChat';
import { createProgress } from './progress';
import { requireDocument } from './require';
import { vectorsAtHand } from './vectorsAtHand';

/** Places of a decision that its vectors are held against. */
const PLACES = 16;
/** Characters around the evidence that a model also reads. */
const AROUND = 600;

type Asked = Pick<ParsedInput<'hint'>, 'model' | 'endpoint'>;

/** @throws USAGE in blind work */
export async function nuggetHint(context: EngineContext, input: ParsedInput<'hint'>, signal?: AbortSignal): Promise<Hint> {
  const { collection, doc_id, nugget_id, blind } = input;
  if (blind) throw new AppError('USAGE', 'In blind work there are no hints.', 'Turn blind work off to see them.');
  const document = await requireDocument(context.store, collection, doc_id);
  const [nugget] = await context.store.nuggets(collection, { docId: doc_id, ids: [nugget_id] });
  if (!nugget) throw new AppError('NOT_FOUND', `The document "${doc_id}" has no nugget "${nugget_id}".`, 'Open it anew.');
  const chat = await chatFor(context, input, signal);
  try {
    return (await hintsIn(context, document, [nugget], chat, signal))[0]!;
  } finally {
    await chat?.model.dispose();
  }
}

export async function hintAgreement(
  context: EngineContext,
  input: ParsedInput<'hintAgreement'>,
  { signal, emit }: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<HintAgreementOutput> {
  const { collection, size, seed, extractor } = input;
  const judged = (await scoredNuggets(context, collection)).filter(
    (one) => isScored(one) && (!extractor || one.nugget.extractor === extractor),
  );
  const people = new Map(judged.map(({ nugget, faithful }) => [nugget.version, faithful]));
  const all = [...(await context.spaces.nuggets(collection)).values()];
  const heads = await context.spaces.heads(collection);
  const candidates = all.flatMap((nugget) => {
    const version = versionOf(nugget, heads.get(nugget.doc_id)?.sha256 ?? '');
    const facts = { id: nugget.id, doc_id: nugget.doc_id, version, court: '', score: null, unlocated: false, disputed: false };
    return people.has(version) ? [facts] : [];
  });
  const chosen = new Set(orderQueue(candidates, { kind: 'sample', size, seed, by: 'court', strata: 4 }).map(({ id }) => id));
  const byDocument = groupBy(
    all.filter(({ id }) => chosen.has(id)),
    ({ doc_id }) => doc_id,
  );
  const chat = await chatFor(context, input, signal);
  const progress = createProgress(emit, 'search', 'text', chosen.size);
  const hints: Hint[] = [];
  try {
    for (const [doc_id, own] of byDocument) {
      throwIfAborted(signal);
      progress.at(hints.length, heads.get(doc_id)?.title ?? doc_id);
      const document = await context.store.document(collection, doc_id);
      if (document) hints.push(...(await hintsIn(context, document, own, chat, signal)));
    }
  } finally {
    await chat?.model.dispose();
  }
  progress.at(hints.length);
  progress.end();
  const pairs = (of: (hint: Hint) => Hint['model']) =>
    hints.flatMap((hint) => {
      const said = people.get(hint.version);
      const own = of(hint);
      return own !== null && (said === 'support' || said === 'partial' || said === 'no_support') ? [{ people: said, hint: own }] : [];
    });
  const rules = pairs(({ verdict }) => verdict);
  return {
    nuggets: rules.length,
    rules: foresight(rules),
    model: chat ? { name: chat.modelId, ...foresight(pairs(({ model }) => model)) } : null,
  };
}

async function chatFor(context: EngineContext, { model, endpoint }: Asked, signal?: AbortSignal): Promise<OpenChat | undefined> {
  if (model === undefined && endpoint === undefined) return undefined;
  const use = { what: 'A hint', without: 'Without a model, hints come from rules.', held: true };
  return openChat(context, { model, endpoint }, use, signal);
}

async function hintsIn(
  context: EngineContext,
  document: Document,
  nuggets: readonly Nugget[],
  chat: OpenChat | undefined,
  signal?: AbortSignal,
): Promise<Hint[]> {
  const { text, lang } = document;
  const words = (of: string) =>
    new Set(
      tokenise(of)
        .filter((word) => !isStopWord(word, lang))
        .map((word) => stem(word, lang)),
    );
  const documentWords = words(text);
  const passages = cutPassages(text);
  const passageWords = passages.map(({ start, end }) => words(text.slice(start, end)));
  const places = nuggets.map((nugget) => evidenceOf(nugget, words(nugget.text), passages, passageWords));
  const texts = places.map((spans) => spans.map(({ start, end }) => text.slice(start, end)).join(' … '));
  const cosines = await cosinesOf(context, nuggets, texts, document, passages, signal);
  const hints: Hint[] = [];
  for (const [i, nugget] of nuggets.entries()) {
    throwIfAborted(signal);
    const spans = places[i]!;
    const location = nugget.spans.length === 0 ? 0 : Math.min(...nugget.spans.map(({ score }) => score));
    const signals = {
      location,
      nuggetWords: words(nugget.text),
      evidenceWords: words(texts[i]!),
      documentWords,
      cosines: cosines[i] ?? null,
    };
    const start = Math.max(0, Math.min(...spans.map((span) => span.start)) - AROUND);
    const end = Math.min(text.length, Math.max(...spans.map((span) => span.end)) + AROUND);
    const model =
      chat && spans.length > 0
        ? await askEntailment(chat.model, { statement: nugget.text, text: text.slice(start, end), lang }, signal)
        : null;
    const version = versionOf(nugget, document.sha256);
    hints.push({ nugget_id: nugget.id, version, evidence: spans.map((span) => ({ ...span })), model, ...hintOf(signals) });
  }
  return hints;
}

type Place = { readonly start: number; readonly end: number };

/** Where it says it is borne; else the passage that shares most of its words (the first of equals). */
function evidenceOf(nugget: Nugget, own: ReadonlySet<string>, passages: readonly Place[], words: readonly ReadonlySet<string>[]): Place[] {
  if (nugget.spans.length > 0) return nugget.spans.map(({ start, end }) => ({ start, end }));
  const shared = words.map((in_) => [...own].filter((word) => in_.has(word)).length);
  const best = shared.indexOf(Math.max(...shared));
  const passage = passages[best];
  return passage ? [{ start: passage.start, end: passage.end }] : [];
}

/** None where no encoder is on this machine. */
async function cosinesOf(
  context: EngineContext,
  nuggets: readonly Nugget[],
  evidence: readonly string[],
  { text }: Document,
  passages: readonly Place[],
  signal?: AbortSignal,
): Promise<({ evidence: number; mean: number } | null)[]> {
  const encoder = await context.encoder().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'MODEL_MISSING') return undefined;
    throw error;
  });
  if (!encoder) return nuggets.map(() => null);
  const step = Math.max(1, Math.ceil(passages.length / PLACES));
  const spread = passages.filter((_, i) => i % step === 0).map(({ start, end }) => text.slice(start, end));
  const statements = nuggets.map((nugget) => nugget.text);
  const places = evidence.map((words) => words || text.slice(0, 500));
  const vectors = await vectorsAtHand(context.store, encoder, [...statements, ...places, ...spread], signal);
  return nuggets.map((_, i) => {
    const own = vectors[i]!;
    const all = vectors.slice(2 * nuggets.length).map((vector) => dot(own, vector));
    return { evidence: dot(own, vectors[nuggets.length + i]!), mean: all.reduce((sum, x) => sum + x, 0) / Math.max(1, all.length) };
  });
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
