/** The name by which the product's own sample collection is imported, whatever folder it is installed in. */
import { join } from 'node:path';

export const SAMPLE = 'sample:';

export function resolveSamplePaths(paths: readonly string[], resources: string): string[] {
  return paths.map((path) => (path === SAMPLE ? join(resources, 'sample') : path));
}
