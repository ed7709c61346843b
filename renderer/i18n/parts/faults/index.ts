/** What the engine says, by its English words: `tools/messages.mjs` reads them out of its source, and a test holds the two together. */
import { modelFaults, workspaceFaults } from './models.pt-BR';
import { readingFaults } from './reading.pt-BR';
import { remoteFaults } from './remote.pt-BR';

export const faultsPtBR: Readonly<Record<string, string>> = { ...readingFaults, ...remoteFaults, ...modelFaults, ...workspaceFaults };
