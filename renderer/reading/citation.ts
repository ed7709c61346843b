/** A quotation with its source, for the clipboard. */
import type { Document } from '../../shared/domain';
import type { Language } from '../i18n';
import { longDate } from '../shell/format';

type Cited = Pick<Document, 'title' | 'court' | 'class' | 'date'>;

/** Court, class and title, then the date; a part that the title already holds is not said twice. */
export function citationOf(document: Cited, language: Language): string {
  const title = document.title.trim();
  const parts = [document.court, document.class].filter((part) => part && !title.includes(part));
  const date = document.date ? longDate(document.date, language) : '';
  return [...parts, title, date].filter(Boolean).join(', ');
}

/** Quoted words on one line in the marks of the language, then their source in brackets. */
export function quotation(words: string, document: Cited, language: Language): string {
  const clean = words.replace(/\s+/g, ' ').trim();
  const citation = citationOf(document, language);
  return clean ? `“${clean}” (${citation})` : citation;
}
