/** What the engine says, by its English words: `tools/messages.mjs` reads them out of its source, and a test holds the two together. */
import { annotationFaults } from './annotations.pt-BR';
import { checkFaults, schemaFaults, words } from './checks.pt-BR';
import { collectionFaults } from './collections.pt-BR';
import { encoderFaults } from './encoders.pt-BR';
import { measuringFaults } from './measuring.pt-BR';
import { modelFaults, workspaceFaults } from './models.pt-BR';
import { rankingFaults } from './ranking.pt-BR';
import { readingFaults } from './reading.pt-BR';
import { remoteFaults } from './remote.pt-BR';

export const faultsPtBR: Readonly<Record<string, string>> = {
  ...readingFaults,
  ...remoteFaults,
  ...modelFaults,
  ...workspaceFaults,
  ...encoderFaults,
  ...annotationFaults,
  ...rankingFaults,
  ...measuringFaults,
  ...collectionFaults,
  ...schemaFaults,
};

/** With what the libraries say, whose words are in no source of ours. */
export const saidPtBR = { ...checkFaults, ...faultsPtBR } as const;

export const wordsPtBR: Readonly<Record<string, string>> = words;
