/** One document with one profile: what would be sent, and with a model what comes of it. Nothing is stored. */
import type { ParsedInput, PreviewOutput } from '../../../shared/contract';
import type { Document, Progress } from '../../../shared/domain';
import { estimateWindows } from '../extract/estimateWindows';
import { summarySchema } from '../extract/summary/summarySchema';
import type { ExtractionResult } from '../ports';
import type { Emit, EngineContext } from './context';
import { findProfile } from './profiles';
import { createProgress, withUsage } from './progress';
import { requireDocument } from './require';

export async function previewProfile(
  context: EngineContext,
  input: ParsedInput<'previewProfile'>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<PreviewOutput> {
  const { entry, profile } = await findProfile(context.config, input.profile);
  const document = await requireDocument(context.store, input.collection, input.doc_id);
  const { title, lang, text, doc_id } = document;
  const estimated = estimateWindows(profile, lang, text);
  const shown = estimated.slice(0, input.windows);
  // Cut at its end alone, so that every place is the same as in the whole text.
  const head = text.slice(0, shown.length < estimated.length ? shown.at(-1)!.end : text.length);
  // Summaries can be made by rules; nuggets of a profile can't.
  const reads = input.model !== undefined || input.endpoint !== undefined || profile.kind === 'summary';
  const made = !reads ? undefined : await read(context, input, { ...document, text: head }, options);
  const prompt = profile.prompts[lang];
  const [first] = made?.windows ?? shown;
  return {
    profile: entry,
    doc_id,
    title,
    lang,
    prompt_lang: prompt.lang,
    prompt: { system: prompt.system, user: prompt.user(first ? text.slice(first.start, first.end) : '') },
    schema: profile.kind === 'nuggets' ? profile.form.schema : summarySchema(profile.fields),
    windows:
      made?.windows ??
      shown.map(({ start, end, promptTokens }) => ({
        start,
        end,
        prompt_tokens: promptTokens,
        counted: false,
        answer_tokens: null,
        stop: '',
        raw: '',
      })),
    read_chars: head.length,
    chars: text.length,
    all_windows: estimated.length,
    made: made?.made ?? null,
  };
}

async function read(
  context: EngineContext,
  { profile, model, endpoint }: ParsedInput<'previewProfile'>,
  document: Pick<Document, 'doc_id' | 'title' | 'lang' | 'text'>,
  { signal, emit }: { signal?: AbortSignal; emit: Emit<Progress> },
) {
  const choice = { profile, ...(model !== undefined && { model }), ...(endpoint !== undefined && { endpoint }) };
  const extractor = await context.extractor(choice, signal);
  const progress = createProgress(withUsage(emit, extractor), 'extract', 'step', null);
  const started = performance.now();
  try {
    const result = await extractor.extract(document, {
      ...(signal && { signal }),
      onWindow: (done, total) => progress.at(done, `${document.title} (${done}/${total})`),
    });
    const { nuggets, summary, status, note } = result;
    return {
      windows: result.traces.map(windowOf),
      made: {
        extractor: extractor.id,
        model: extractor.model.id,
        nuggets: nuggets.map(({ text, tier, status: found, spans, quotes, fields, failed_checks }) => ({
          text,
          tier,
          status: found,
          spans: [...spans],
          quotes: [...quotes],
          fields,
          failed_checks: [...failed_checks],
        })),
        summary: summary
          ? summary.fields.map(({ name, ranked, items }) => ({
              name,
              ranked,
              items: items.map((item) => ({ ...item, spans: [...item.spans] })),
            }))
          : null,
        status,
        note,
        seconds: (performance.now() - started) / 1000,
        usage: extractor.usage?.() ?? null,
      },
    };
  } finally {
    progress.end();
    await extractor.dispose();
  }
}

function windowOf({ window_start, window_end, params, stop_reason, raw }: ExtractionResult['traces'][number]) {
  const { prompt_tokens = 0, answer_tokens = null } = JSON.parse(params) as { prompt_tokens?: number; answer_tokens?: number | null };
  return { start: window_start, end: window_end, prompt_tokens, counted: prompt_tokens > 0, answer_tokens, stop: stop_reason, raw };
}
