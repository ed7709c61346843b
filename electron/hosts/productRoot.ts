/** Where the product's own files lie: the folder above dist, in a checkout as in an installed app. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const productRoot = (moduleUrl: string): string => join(dirname(fileURLToPath(moduleUrl)), '..');
