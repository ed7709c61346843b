/**
 * What the steps of the engine need from the outside, as interfaces. The native
 * packages stand behind them, one importer each: embed/onnx.ts, store/,
 * llama/runtime.ts.
 */
export type * from './encoder';
export type * from './extractor';
export type * from './host';
export type * from './store';
export type * from './vectors';
