/**
 * The nouns of Pepita, as zod schemas, so that what crosses a process is checked
 * where it arrives. Everything here is JSON-safe.
 */
export * from './document';
export * from './evidence';
export * from './extraction';
export * from './lang';
export * from './nugget';
export * from './progress';
export * from './query';
export * from './ranking';
export * from './source';
export * from './summary';
