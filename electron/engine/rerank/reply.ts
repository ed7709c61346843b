/** What a model answered about numbered candidates → the numbers that it named, with a line each. */
import type { JsonSchema } from '../chat/chatModel';
import { isLoop } from '../chat/loops';
import { salvage } from '../chat/salvage';
import { cutAtWord } from '../text/cutAtWord';

const MOST_REASON_CHARS = 300;

export interface Pick {
  /** Place of the candidate among those that were shown, from 0. */
  readonly place: number;
  /** '' where none was given, or where it goes round in circles. */
  readonly reason: string;
}

export interface ReadRanking {
  readonly picks: readonly Pick[];
  readonly invented: readonly string[];
  readonly repeated: readonly string[];
  readonly state: 'whole' | 'salvaged' | 'kept';
}

/** Numbers are bound to those that are there, where the server keeps to schemas; none can bind it not to repeat one. */
export function rankingSchema(shown: number, most: number): JsonSchema {
  const id = { type: 'string', enum: Array.from({ length: shown }, (_, i) => String(i + 1)) };
  const item = { type: 'object', properties: { id, reason: { type: 'string' } }, required: ['id', 'reason'], additionalProperties: false };
  return {
    type: 'object',
    properties: { ranking: { type: 'array', maxItems: Math.min(shown, most), items: item } },
    required: ['ranking'],
    additionalProperties: false,
  };
}

/**
 * The first naming of a number counts; numbers that stand for no candidate are dropped, and both are told.
 * @param most that are taken; what is named beyond them is left where it stood
 */
export function readRanking(raw: string, shown: number, most: number): ReadRanking {
  const whole = listOf(raw);
  const items = whole ?? salvage(raw, ['id', 'reason']);
  const picks: Pick[] = [];
  const [invented, repeated]: [string[], string[]] = [[], []];
  const seen = new Set<number>();
  for (const item of items) {
    const { id, reason } = typeof item === 'object' && item !== null ? (item as { id?: unknown; reason?: unknown }) : { id: item };
    const name = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : '';
    const place = Number(/^[[(#]?\s*(\d+)\s*[\])]?$/.exec(name)?.[1] ?? Number.NaN) - 1;
    if (!(place >= 0 && place < shown)) invented.push(name.slice(0, 60));
    else if (seen.has(place)) repeated.push(name);
    else {
      seen.add(place);
      if (picks.length < most) picks.push({ place, reason: lineOf(reason) });
    }
  }
  const state = picks.length === 0 && !(whole && whole.length === 0) ? 'kept' : whole ? 'whole' : 'salvaged';
  return { picks, invented, repeated, state };
}

function lineOf(reason: unknown): string {
  if (typeof reason !== 'string' || isLoop(reason)) return '';
  return cutAtWord(reason.replace(/\s+/g, ' ').trim(), MOST_REASON_CHARS);
}

function listOf(raw: string): readonly unknown[] | undefined {
  try {
    const { ranking } = JSON.parse(raw) as { ranking?: unknown };
    return Array.isArray(ranking) ? ranking : undefined;
  } catch {
    return undefined;
  }
}
