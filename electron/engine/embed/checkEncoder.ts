/** An encoder tried on what it will meet: what it can't bear refuses it, what is doubtful is told. */
import { AppError, toAppError } from '../../../shared/errors';
import type { Encoder } from '../ports';

export interface EncoderCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** '' where it is ok. */
  readonly remedy: string;
}

/** A vector's cosine to itself, alone and in a batch, below which the graph mixes the texts of a batch. */
const SAME = 0.9999;

/** A sentence, the same said otherwise, and another matter. */
const PAIRS = {
  pt: [
    'A licitação exige julgamento objetivo das propostas.',
    'As propostas de uma licitação devem ser julgadas por critérios objetivos.',
    'As crianças foram à praia porque o céu amanheceu limpo.',
  ],
  en: [
    'An employee may not be dismissed without a hearing.',
    'Workers must be heard before they are removed from their job.',
    'The recipe needs two cups of flour and a pinch of salt.',
  ],
} as const;

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

async function vectorsOf(encoder: Encoder, texts: readonly string[]): Promise<Float32Array[]> {
  const { vectors } = await encoder.embed(texts, 'passage');
  const { dimensions } = encoder.info;
  return texts.map((_, i) => vectors.subarray(i * dimensions, (i + 1) * dimensions));
}

/**
 * The smallest cosine of a text's vector alone to its vector beside longer texts; null where the graph takes one
 * text at a time. @param encoder one that puts several texts into a batch
 */
export async function batchCosine(encoder: Encoder): Promise<number | null> {
  const long = Object.values(PAIRS).flatMap((texts) => texts.map((text) => `${text} `.repeat(4)));
  const short = Object.values(PAIRS).map(([text]) => text);
  const together = await vectorsOf(encoder, [...short, ...long]).catch(() => null);
  if (!together) return null;
  const cosines: number[] = [];
  for (const [i, text] of short.entries()) cosines.push(dot((await vectorsOf(encoder, [text]))[0]!, together[i]!));
  return Math.min(...cosines);
}

/** Whether the texts of a batch leave each other alone, as `batchCosine` measured it. */
export function batchCheck(cosine: number | null): EncoderCheck & { alone: boolean } {
  const alone = cosine === null || !(cosine > SAME);
  const found =
    cosine === null
      ? 'the graph takes one text at a time'
      : `cosine ${cosine.toFixed(5)} to itself beside longer texts${alone ? ': texts are run one at a time (batch_rows 1)' : ''}`;
  return { name: 'batch', ok: true, found, remedy: '', alone };
}

/** @throws MODEL_FAILED where a plain sentence or a long text has no vector */
export async function checkEncoder(encoder: Encoder, longText: string): Promise<EncoderCheck[]> {
  const checks: EncoderCheck[] = [];
  const [plain] = await vectorsOf(encoder, [PAIRS.pt[0]]);
  checks.push({
    name: 'vector',
    ok: true,
    found: `${plain!.length} dimensions, finite, norm ${Math.sqrt(dot(plain!, plain!)).toFixed(4)}`,
    remedy: '',
  });
  for (const [lang, texts] of Object.entries(PAIRS)) {
    const [a, b, c] = (await vectorsOf(encoder, texts)) as [Float32Array, Float32Array, Float32Array];
    const [near, far] = [dot(a, b), dot(a, c)];
    checks.push({
      name: `meaning (${lang})`,
      ok: near > far,
      found: `paraphrase ${near.toFixed(3)}, another matter ${far.toFixed(3)}`,
      remedy: near > far ? '' : 'Is the model made for this language? Are pooling and prefixes those of the model?',
    });
  }
  const odd = { 'empty text': '', 'unknown characters': '𐀀𐀁 𐂀𐂁', emoji: '⚖️🧑🏽‍⚖️📜' };
  for (const [name, text] of Object.entries(odd)) {
    checks.push(
      await encoder.embed([text], 'passage').then(
        ({ tokens }) => ({ name, ok: true, found: `a vector from ${tokens[0]} tokens`, remedy: '' }),
        (error: unknown) => ({
          name,
          ok: false,
          found: toAppError(error).message,
          remedy: 'Such a text will be refused, and with it the index.',
        }),
      ),
    );
  }
  const { tokens, used_chars } = await encoder.embed([longText], 'passage').catch((error: unknown) => {
    const { message, details } = toAppError(error);
    throw new AppError(
      'MODEL_FAILED',
      `A long text fails: ${message}`,
      `Does the graph take ${encoder.info.max_tokens} tokens? Try a smaller --max-tokens.`,
      details,
    );
  });
  checks.push({
    name: 'long text',
    ok: true,
    found: `${tokens[0]} tokens read, ${used_chars[0]} of ${longText.length} characters`,
    remedy: '',
  });
  return checks;
}
