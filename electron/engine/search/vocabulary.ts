/** Words seen in a collection → term numbers, and the ways in which a query's word can find them. */
import type { Lang } from '../../../shared/domain';
import { looseKey, stem } from './stem';
import { isStopWord } from './stopWords';

/** One word of a query as the index understands it. */
export interface QueryWord {
  readonly word: string;
  /** Terms that it stands for, counted as one; empty where the collection has none of them. */
  readonly terms: readonly number[];
  /** A function word of a language of the collection, and no term of another. */
  readonly stop: boolean;
}

/**
 * Each language keeps its own terms, so that an English stem is no Portuguese word by
 * chance; figures belong to all. Distinct words are stemmed once.
 */
export class Vocabulary {
  private readonly terms = new Map<string, number>();
  private readonly words: Record<Lang, Map<string, number>> = { pt: new Map(), en: new Map() };
  /** Terms of the collection's words by their unaccented singular. */
  private readonly loose: Record<Lang, Map<string, number[]>> = { pt: new Map(), en: new Map() };

  get size(): number {
    return this.terms.size;
  }

  get langs(): Lang[] {
    return (['pt', 'en'] as const).filter((lang) => this.words[lang].size > 0);
  }

  /** The term of a word of the collection, made where it is new. */
  add(word: string, lang: Lang): number {
    const known = this.words[lang].get(word);
    if (known !== undefined) return known;
    const name = termName(word, lang);
    let term = this.terms.get(name);
    if (term === undefined) {
      term = this.terms.size;
      this.terms.set(name, term);
    }
    this.words[lang].set(word, term);
    const key = looseKey(word, lang);
    const mates = this.loose[lang].get(key);
    if (!mates) this.loose[lang].set(key, [term]);
    else if (!mates.includes(term)) mates.push(term);
    return term;
  }

  /** A query's word in every language that the collection has. */
  look(word: string): QueryWord {
    const terms = new Set<number>();
    let functionWord = false;
    for (const lang of this.langs) {
      if (isStopWord(word, lang)) {
        functionWord = true;
        continue;
      }
      // A word of the collection was stemmed before.
      const own = this.words[lang].get(word) ?? this.terms.get(termName(word, lang));
      if (own !== undefined) terms.add(own);
      for (const term of this.loose[lang].get(looseKey(word, lang)) ?? []) terms.add(term);
    }
    // A function word of one language that no text of the other has is not missing: it says nothing.
    return { word, terms: [...terms].sort((a, b) => a - b), stop: functionWord && terms.size === 0 };
  }

  /** As `look`, with function words taken as words. */
  lookAny(word: string): QueryWord {
    const terms = this.langs.map((lang) => this.terms.get(termName(word, lang))).filter((term) => term !== undefined);
    return { word, terms: [...new Set(terms)].sort((a, b) => a - b), stop: false };
  }
}

function termName(word: string, lang: Lang): string {
  return /^\p{N}/u.test(word) ? word : `${lang} ${stem(word, lang)}`;
}
