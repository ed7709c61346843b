/** What the command line writes: one JSON object or a text to stdout, everything else to stderr. */
import type { Progress } from '../../../shared/domain';
import type { RemoteUsage } from '../../../shared/endpoints';
import { type AppError, assertNever, type ErrorCode } from '../../../shared/errors';

export interface OutputFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function printResult(flags: OutputFlags, data: unknown, text: string, warnings: readonly string[] = []): void {
  if (flags.json) process.stdout.write(`${JSON.stringify({ schema_version: 1, ok: true, data, warnings })}\n`);
  else {
    if (text) process.stdout.write(`${text}\n`);
    for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  }
}

export function printError(flags: OutputFlags, error: AppError): void {
  const { code, message, remedy, details } = error;
  if (flags.json) process.stdout.write(`${JSON.stringify({ schema_version: 1, ok: false, error: { code, message, remedy, details } })}\n`);
  else process.stderr.write(`error: ${message}\n${remedy ? `       ${remedy}\n` : ''}`);
}

/** 0 done · 1 our own fault · 2 wrong use · 3 bad input · 4 not found · 5 workspace taken or too new · 6 model · 130 interrupted. */
export function exitStatus(code: ErrorCode): number {
  switch (code) {
    case 'USAGE':
      return 2;
    case 'BAD_INPUT':
      return 3;
    case 'NOT_FOUND':
    case 'NOT_INDEXED':
      return 4;
    case 'WORKSPACE_TAKEN':
    case 'WORKSPACE_TOO_NEW':
      return 5;
    case 'MODEL_MISSING':
    case 'MODEL_FAILED':
    case 'ENDPOINT_OFF':
    case 'ENDPOINT_FAILED':
      return 6;
    case 'CANCELLED':
      return 130;
    case 'DISK_FULL':
    case 'DISCONNECTED':
    case 'BAD_FRAME':
    case 'INTERNAL':
      return 1;
    default:
      return assertNever(code);
  }
}

const VERBS: Record<Progress['stage'], string> = {
  read: 'reading',
  extract: 'extracting',
  embed: 'embedding',
  store: 'storing',
  search: 'searching',
  download: 'fetching',
  fit: 'fitting',
  formulate: 'formulating',
  rerank: 'reranking',
  test: 'testing differences',
  approximate: 'making the approximate index',
};

/** On a terminal one line that is written over; elsewhere a line every ten seconds. Nothing with --quiet. */
export function progressPrinter(flags: OutputFlags): { on(progress: Progress): void; end(): void } {
  if (flags.quiet) return { on() {}, end() {} };
  const terminal = process.stderr.isTTY === true;
  let last = 0;
  let open = false;
  return {
    on(progress) {
      const now = Date.now();
      if (!terminal && now - last < 10_000) return;
      last = now;
      const line = progressLine(progress);
      if (!terminal) process.stderr.write(`${line}\n`);
      else {
        process.stderr.write(`\r\x1b[2K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
        open = true;
      }
    },
    end() {
      if (open) process.stderr.write('\r\x1b[2K');
      open = false;
    },
  };
}

export function progressLine({ stage, done, total, unit, rate, eta, tokens, current, usage }: Progress): string {
  const amount = unit === 'byte' ? size : (n: number) => `${n}`;
  const units = unit === 'query' ? 'queries' : `${unit}s`;
  const parts = [`${VERBS[stage]} ${amount(done)}${total === null ? '' : ` of ${amount(total)}`}${unit === 'byte' ? '' : ` ${units}`}`];
  if (rate !== null && unit === 'byte') parts.push(`${size(rate)}/s`);
  else if (rate !== null && stage === 'extract' && rate < 10) parts.push(`${(60 * rate).toFixed(60 * rate >= 10 ? 0 : 1)} ${units}/min`);
  else if (rate !== null) parts.push(rate >= 1 ? `${rate.toFixed(rate >= 10 ? 0 : 1)}/s` : `${(1 / rate).toFixed(1)} s each`);
  if (tokens) parts.push(`${tokens.toFixed(0)} tokens/s`);
  if (eta !== null && eta >= 1) parts.push(`${duration(eta)} left`);
  if (usage) parts.push(usageText(usage));
  if (current) parts.push(current);
  return parts.join(' · ');
}

/** Tokens sent and received, and what they cost where the prices are known. */
export function usageText({ host, requests, retries, prompt_tokens, answer_tokens, estimated, cost }: RemoteUsage): string {
  const about = estimated ? 'about ' : '';
  const again = retries > 0 ? `, ${retries} of them again` : '';
  const price = cost === null ? '' : `, cost ${about}${cost.toFixed(cost < 1 ? 4 : 2)}`;
  return `${host}: ${requests} requests${again}, ${about}${prompt_tokens} tokens sent, ${answer_tokens} received${price}`;
}

const size = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** Columns aligned with spaces; numbers (a column whose every cell below the head is one) to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, c) => Math.max(...cells.map((row) => [...(row[c] ?? '')].length)));
  const right = head.map((_, c) => rows.length > 0 && rows.every((row) => /^-?[\d.,]+%?$|^–$/.test(String(row[c] ?? ''))));
  const pad = (text: string, c: number) => {
    const fill = ' '.repeat(Math.max(0, widths[c]! - [...text].length));
    return right[c] ? fill + text : text + fill;
  };
  return cells.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

/** At most `max` code points, cut at a word, with an ellipsis. */
export function shorten(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if ([...flat].length <= max) return flat;
  const cut = [...flat].slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > max / 2 ? space : cut.length)}…`;
}
