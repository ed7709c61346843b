/** An extractor tried on twelve short decisions of the sample; the report is kept, and shown beside the model. Nothing else is stored. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AbilityReport } from '../../../shared/ability';
import type { ParsedInput } from '../../../shared/contract';
import type { Lang, Progress } from '../../../shared/domain';
import { AppError, throwIfAborted, toAppError } from '../../../shared/errors';
import { CheckId } from '../../../shared/profiles';
import { failedChecks } from '../extract/checks';
import { partyNames } from '../extract/partyNames';
import type { ExtractionResult, Extractor, Store } from '../ports';
import { sha256Hex } from '../text/hash';
import type { Emit, EngineContext } from './context';
import { DEFAULT_PROFILE } from './profiles';
import { createProgress, withUsage } from './progress';

/** The shortest six of each language, so that a laptop is done in minutes. Another set is another stamp. */
export const ABILITY_DECISIONS = [
  ...['pt-stj-01', 'pt-stj-03', 'pt-stj-04', 'pt-tcu-03', 'pt-tj-02', 'pt-tj-03'],
  ...['en-sc-02', 'en-sc-05', 'en-sc-08', 'en-sc-09', 'en-sc-10', 'en-sc-11'],
];
/** What every nugget of any profile is held against. */
const LENGTH = { least: 40, most: 800 };
const FACT = 'abilities';

export async function measureAbility(
  context: EngineContext,
  input: ParsedInput<'measureAbility'>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<AbilityReport> {
  const { signal } = options;
  const extractor = await context.extractor({ ...input, profile: input.profile ?? DEFAULT_PROFILE }, signal);
  try {
    if (extractor.makes !== 'nuggets')
      throw new AppError('USAGE', `The profile ${extractor.profile.id} makes summaries.`, 'Try a model with a profile that makes nuggets.');
    const decisions = await readDecisions(context.config.resources);
    const progress = createProgress(withUsage(options.emit, extractor), 'extract', 'document', decisions.length);
    const report = begin(extractor, decisions, context);
    const started = performance.now();
    for (const [i, decision] of decisions.entries()) {
      throwIfAborted(signal);
      progress.at(i, decision.doc_id);
      try {
        add(report, decision, await extractor.extract(decision, { ...(signal ? { signal } : {}) }));
      } catch (thrown) {
        const error = toAppError(thrown);
        if (error.code === 'CANCELLED') throw error;
        report.failed.push({ doc_id: decision.doc_id, message: error.message });
        report.empty++;
      }
    }
    progress.at(decisions.length);
    progress.end();
    report.seconds = (performance.now() - started) / 1000;
    if (!context.store.readonly) await keep(context.store, report);
    return report;
  } finally {
    await extractor.dispose();
  }
}

interface Decision {
  readonly doc_id: string;
  readonly lang: Lang;
  readonly text: string;
}

function readDecisions(resources: string): Promise<Decision[]> {
  return Promise.all(
    ABILITY_DECISIONS.map(async (doc_id) => ({
      doc_id,
      lang: doc_id.startsWith('pt') ? 'pt' : 'en',
      text: await readFile(join(resources, 'sample', 'decisions', `${doc_id}.txt`), 'utf8'),
    })),
  );
}

function begin(extractor: Extractor, decisions: readonly Decision[], { clock, config }: EngineContext): AbilityReport {
  const { id, version, model, profile, params } = extractor;
  const stamp = sha256Hex(JSON.stringify([decisions, LENGTH, version, profile.sha256, params]));
  return {
    extractor: id,
    model_id: model.id,
    model_sha256: model.sha256,
    profile: profile.id,
    documents: decisions.length,
    failed: [],
    answers: 0,
    valid: 0,
    stops: {},
    nuggets: 0,
    empty: 0,
    located: { exact: 0, normalised: 0, fuzzy: 0, none: 0 },
    passed: Object.fromEntries(CheckId.options.map((check) => [check, 0])) as AbilityReport['passed'],
    prompt_tokens: 0,
    answer_tokens: 0,
    seconds: 0,
    stamp: `${config.version} ${stamp.slice(0, 16)}`,
    at: clock.now().toISOString(),
  };
}

function add(report: AbilityReport, { text, lang }: Decision, { nuggets, traces }: ExtractionResult): void {
  for (const trace of traces) {
    const { prompt_tokens = 0, answer_tokens = 0 } = JSON.parse(trace.params) as { prompt_tokens?: number; answer_tokens?: number };
    report.answers++;
    report.prompt_tokens += prompt_tokens;
    report.answer_tokens += answer_tokens;
    if (trace.attempts === 1 && isReply(trace.raw)) report.valid++;
    for (const stop of trace.stop_reason.split(' | ')) report.stops[stop] = (report.stops[stop] ?? 0) + 1;
  }
  const parties = partyNames(text);
  report.nuggets += nuggets.length;
  if (nuggets.length === 0) report.empty++;
  for (const nugget of nuggets) {
    report.located[nugget.status]++;
    const failed = failedChecks(nugget, CheckId.options, { lang, length: LENGTH, parties });
    for (const check of CheckId.options) if (!failed.includes(check)) report.passed[check] = (report.passed[check] ?? 0) + 1;
  }
}

/** Rules give no answer in a form: what they say of themselves is JSON too. */
function isReply(raw: string): boolean {
  try {
    const parsed: unknown = JSON.parse(raw);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

const keyOf = ({ extractor, model_sha256, model_id, profile }: AbilityReport): string =>
  [extractor, model_sha256 || model_id, profile].join(' ');

async function keep(store: Store, report: AbilityReport): Promise<void> {
  const known = ((await store.getFact(FACT)) as Record<string, AbilityReport> | undefined) ?? {};
  await store.putFact(FACT, { ...known, [keyOf(report)]: report });
}

/** The latest report of each extractor, model and profile; what a newer program can't read is left out. */
export async function abilities(store: Store): Promise<AbilityReport[]> {
  const known = ((await store.getFact(FACT)) as Record<string, unknown> | undefined) ?? {};
  return Object.values(known).flatMap((value) => {
    const parsed = AbilityReport.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}
