/** The parts of the engine that a search passes through, bundled from source. */
import { bundleEngine } from '../bundle.mjs';

export const bundleSearch = () => bundleEngine('search.mjs', SOURCE);

const SOURCE = `
import { connect } from '@lancedb/lancedb';
import { join } from 'node:path';
import { openTables } from './electron/engine/store/tables';
export { aggregate } from './electron/engine/aggregate/aggregate';
export { openDotScorer } from './electron/engine/embed/dot';
export { Bm25Builder } from './electron/engine/search/bm25';
export { denseHits } from './electron/engine/search/dense';
export { openStore } from './electron/engine/store/open';
export { documentRow, extractionRow, nuggetRow } from './electron/engine/store/rows';
export { createSearchSpaces } from './electron/engine/use/searchSpaces';
export { vectorKey } from './electron/engine/use/units';
export const tablesOf = async (dir: string) => openTables(await connect(join(dir, 'tables')));
export const spaceOf = (dimensions: number) => ({ encoder_id: 'made-up', sha256: 'b'.repeat(64), dimensions });
`;
