/**
 * Search beside Python's usual tools: exact nuggets → documents at 200,000 and 1,000,000 vectors (FAISS, flat), BM25 (bm25s),
 * and a whole run of 150 queries by two rankers.
 */

import { ensurePython } from './python.mjs';
import { benchExact } from './search/exact.mjs';
import { benchLexical } from './search/lexical.mjs';
import { benchWholeRun } from './search/wholeRun.mjs';

export async function benchSearch() {
  const python = ensurePython();
  await benchWholeRun(python);
  await benchLexical(python);
  await benchExact(python);
}
