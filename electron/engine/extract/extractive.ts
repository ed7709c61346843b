/**
 * Nuggets without a language model: sentences of the decision, in two tiers. Theses are
 * the sentences with the highest cue score; coverage sentences are those that together
 * stand for the whole text, and serve the ranking. Each is tied to its exact place.
 */
import { join } from 'node:path';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { Encoder, ExtractedNugget, ExtractionResult, Extractor } from '../ports';
import { type Sentence, sentencesOf } from '../text/sentences';
import { coverBy, meanOf } from './coverage';
import { loadCues } from './cue';
import { sentenceEvidence } from './sentenceEvidence';

const VERSION = '1';
const PER_THOUSAND_WORDS = 4;
const FEWEST = 3;
const MOST = 60;

export interface ExtractiveOptions {
  /** The product's `resources` folder. */
  readonly resources: string;
}

/** @param encoder embeds the sentences for the coverage tier */
export async function createExtractive(encoder: Encoder, options: ExtractiveOptions): Promise<Extractor> {
  const cues = await loadCues(join(options.resources, 'prompts', 'extractive-cues.json'));
  const { id, sha256, dimensions } = encoder.info;
  const params = { per_thousand_words: PER_THOUSAND_WORDS, fewest: FEWEST, most: MOST, mean: 'document' };
  return {
    id: 'extractive',
    makes: 'nuggets',
    version: VERSION,
    model: { id, sha256 },
    profile: { id: cues.id, sha256: cues.sha256 },
    params,
    lanes: 1,
    async extract({ doc_id, text }, { signal, onWindow }): Promise<ExtractionResult> {
      const sentences = sentencesOf(text);
      if (sentences.length === 0) {
        throw new AppError(
          'BAD_INPUT',
          `${doc_id} has no sentence of 60 characters or more.`,
          'Is it a text? A table or a scan without text layer gives no nuggets.',
        );
      }
      const count = Math.min(MOST, Math.max(FEWEST, Math.round((PER_THOUSAND_WORDS * countWords(text)) / 1000)));
      const scores = sentences.map((sentence) => cues.score(sentence.text));
      const theses = bestByScore(scores, count);
      throwIfAborted(signal);
      const { vectors } = await encoder.embed(
        sentences.map((sentence) => sentence.text),
        'passage',
        signal ? { signal } : {},
      );
      const coverage = coverBy(vectors, dimensions, meanOf(vectors, dimensions), theses, count, signal);
      onWindow?.(1, 1);
      const nugget = (tier: 'thesis' | 'coverage') => (place: number) => toNugget(sentences, place, tier, scores[place]!, text);
      const byPlace = (places: readonly number[]) => [...places].sort((a, b) => a - b);
      return {
        nuggets: [...byPlace(theses).map(nugget('thesis')), ...byPlace(coverage).map(nugget('coverage'))],
        traces: [
          {
            extractor: 'extractive',
            extractor_version: VERSION,
            model_id: id,
            model_sha256: sha256,
            profile_id: cues.id,
            profile_sha256: cues.sha256,
            params: JSON.stringify(params),
            window: 0,
            window_start: 0,
            window_end: text.length,
            raw: JSON.stringify({ sentences: sentences.length, theses, coverage, cue_scores: theses.map((place) => scores[place]) }),
            stop_reason: 'end of text',
            attempts: 1,
          },
        ],
        status: 'done',
        covered: text.length,
        note: '',
      };
    },
    async dispose() {},
  };
}

/** Indices of the `count` highest scores, the earlier first among equals. */
function bestByScore(scores: readonly number[], count: number): number[] {
  return scores
    .map((_, i) => i)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, count);
}

function toNugget(
  sentences: readonly Sentence[],
  place: number,
  tier: 'thesis' | 'coverage',
  cue: number,
  source: string,
): ExtractedNugget {
  const sentence = sentences[place]!;
  const { kind, spans } = sentenceEvidence(sentence, source);
  return {
    text: sentence.text,
    context: sentences[place + 1]?.text ?? '',
    tier,
    status: kind,
    spans,
    quotes: [sentence.text],
    cue,
    fields: {},
    failed_checks: [],
    trace: 0,
  };
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
