import { ExperimentFile } from '../../../shared/experiment';
import { parseYaml, type ReadYaml, readYaml } from './yaml';

/** An experiment file with its faults, all of them; nothing is thrown. */
export const readExperiment = (source: string): ReadYaml<ExperimentFile> => readYaml(source, ExperimentFile);

/**
 * An experiment file as data.
 * @param file its name, for messages
 * @throws BAD_INPUT with the first fault's line and column, all of them in `details.faults`
 */
export const parseExperiment = (source: string, file: string): ExperimentFile =>
  parseYaml(source, file, ExperimentFile, 'docs/experiments.md shows every key with an example.');
