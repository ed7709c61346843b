/** Numbers, sizes and times in the user's language. */
import type { Progress } from '../../shared/domain';
import type { RemoteUsage } from '../../shared/endpoints';
import type { Language, Translate } from '../i18n';

/** Every number of the window is written here: with a true minus sign, and none before what is rounded to nothing. */
const written = (x: number, language: Language, options?: Intl.NumberFormatOptions): string =>
  x.toLocaleString(language, { signDisplay: 'negative', ...options }).replace('-', '\u2212');

const digitsOf = (digits: number): Intl.NumberFormatOptions => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** At most three digits after the point. */
export const count = (n: number, language: Language): string => written(n, language);
export const share = (x: number, language: Language): string => written(x, language, { style: 'percent', maximumFractionDigits: 0 });
export const size = (bytes: number, language: Language): string =>
  bytes < 1e6 ? `${count(Math.ceil(bytes / 1000), language)} kB` : `${written(bytes / 1e6, language, { maximumFractionDigits: 1 })} MB`;
export const decimal = (x: number, digits: number, language: Language): string => written(x, language, digitsOf(digits));
/** A difference: with its sign, but for none. */
export const difference = (x: number, digits: number, language: Language): string =>
  written(x, language, { ...digitsOf(digits), signDisplay: 'exceptZero' });
/** A number of a table of any kind: as many digits as it has, up to four. */
export const figure = (x: number, language: Language): string => written(x, language, { maximumFractionDigits: 4 });

/** A sum in the currency of whoever gave the prices: small ones with the digits that count. */
export const money = (x: number, language: Language): string =>
  written(x, language, { minimumFractionDigits: 2, maximumFractionDigits: x > 0 && x < 1 ? 4 : 2 });

/** What a remote endpoint was sent, and what it cost where the prices are known. */
export function usageText({ host, requests, prompt_tokens, answer_tokens, cost }: RemoteUsage, t: Translate, language: Language): string {
  const n = (x: number) => count(x, language);
  const words = t('usage', { host, requests: n(requests), sent: n(prompt_tokens), received: n(answer_tokens) });
  return cost === null ? words : `${words} · ${t('cost', { cost: money(cost, language) })}`;
}

/** A language by its name in the window's: `inglês`. */
export const languageName = (code: string, language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;

/** Without case and accents, for finding. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

export function longDate(iso: string, language: Language): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return iso;
  return new Date(`${iso}T12:00:00Z`).toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

export function progressText(progress: Progress | null, t: Translate, language: Language): string {
  if (!progress) return t('starting');
  const bytes = progress.unit === 'byte';
  const amount = bytes ? size : count;
  // Steps of a computation are no things that one has a rate of.
  const steps = progress.unit === 'step';
  const parts = [
    progress.total === null
      ? amount(progress.done, language)
      : t(steps ? 'stepOf' : 'of', { done: amount(progress.done, language), total: amount(progress.total, language) }),
  ];
  if (progress.rate !== null && bytes) parts.push(`${size(progress.rate, language)}/s`);
  else if (progress.rate !== null && progress.stage === 'extract' && progress.rate < 10) {
    parts.push(t('perMinute', { rate: decimal(60 * progress.rate, progress.rate < 1 / 6 ? 1 : 0, language) }));
  } else if (progress.rate !== null && !steps) {
    parts.push(
      progress.rate >= 1
        ? t('perSecond', { rate: decimal(progress.rate, progress.rate < 10 ? 1 : 0, language) })
        : t('secondsEach', { seconds: decimal(1 / progress.rate, 1, language) }),
    );
  }
  if (progress.tokens) parts.push(t('tokensPerSecond', { rate: decimal(progress.tokens, 0, language) }));
  if (progress.eta !== null && progress.eta >= 1) parts.push(t('left', { time: timeLeft(progress.eta) }));
  return parts.join(' · ');
}
