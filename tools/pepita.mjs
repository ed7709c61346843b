/** `npm run -s pepita -- …`: the command line in a checkout, installed and built first where needed. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureReady, root } from './ready.mjs';

ensureReady();
await import(pathToFileURL(join(root, 'dist', 'cli.mjs')).href);
