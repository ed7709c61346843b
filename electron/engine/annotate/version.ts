/** What is judged: names a nugget by what it says and where it says it is borne, so that judgments outlive a second extraction. */
import { sha256Hex } from '../text/hash';

export interface Versioned {
  readonly doc_id: string;
  readonly text: string;
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** @param textSha256 of the document's text. @returns 24 hex digits */
export function nuggetVersion({ doc_id, text, spans }: Versioned, textSha256: string): string {
  return sha256Hex(JSON.stringify([doc_id, textSha256, text, spans.map(({ start, end }) => [start, end])])).slice(0, 24);
}
