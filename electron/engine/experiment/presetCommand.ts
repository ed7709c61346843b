/** The command that makes what a call of a preset left out. Pure. */
import type { ParsedInput } from '../../../shared/contract';
import { SAMPLE_SEED } from '../../../shared/presets';

/** The same call with a language model: rules go on drawing out what they drew, so that nothing is made again that is there. */
export function commandWithModel(input: ParsedInput<'preset'>): string {
  const { id, data, out, encoders, sample, seed, datasets } = input;
  const flags = [
    ['--data', data],
    ['--out', out],
    ...(sample === undefined ? [] : [['--sample', String(sample)], ...(seed === SAMPLE_SEED ? [] : [['--seed', String(seed)]])]),
    ...(encoders.length > 0 ? [['--encoder', ...encoders]] : []),
    ...(datasets ? [['--datasets', ...datasets]] : []),
    ['--extractor', 'extractive'],
    ['--model', 'FILE.gguf'],
  ];
  return ['pepita experiment preset', shellWord(id), ...flags.flatMap(([flag, ...words]) => [flag, ...words.map(shellWord)])].join(' ');
}

const shellWord = (word: string): string => (/^[\w./:=+@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
