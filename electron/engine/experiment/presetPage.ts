/** A preset's outcome as a page: the table, what was not run and what would make it, what can't be the same. Pure. */
import type { PresetOutput } from '../../../shared/contract';
import type { PresetFile } from '../../../shared/presets';
import { toMarkdown } from '../../../shared/table';
import { OTHERS } from './drawSample';
import { presetTable } from './presetTable';

export function presetPage(preset: PresetFile, out: Omit<PresetOutput, 'seconds' | 'dir'>): string {
  const { nuggets, summaries, vectors } = preset.models;
  const made = [nuggets && `nuggets by ${nuggets}`, summaries && `summaries by ${summaries}`, `vectors of ${vectors.join(', ')}`];
  const encoders = [...new Set(out.rows.map(({ encoder }) => encoder).filter(Boolean))];
  return [
    `# ${preset.title}`,
    ...(out.sample ? [sampleLine(out.sample)] : []),
    `Published: ${preset.source}. There: ${made.filter(Boolean).join(', ')}. Here: ${out.extractor ? `${out.extractor}, ` : ''}${encoders.length > 0 ? `vectors of ${encoders.join(', ')}` : 'no vectors'}. Convention: ${preset.convention}.`,
    toMarkdown(presetTable(out), 5).trimEnd(),
    ...(out.not_run.length > 0 ? ['## What was not run', out.not_run.map(notRunText).join('\n\n')] : []),
    '## What can’t be the same',
    preset.differs.map((line) => `- ${line}`).join('\n'),
    '## The data sets',
    out.datasets
      .map((one) => {
        const due = preset.datasets.find(({ id }) => id === one.id)!;
        return `- **${one.title}**: ${one.note || `${one.documents} documents and ${one.queries} judged queries, as published`}. ${one.state === 'missing' || one.state === 'failed' ? `It takes ${due.files}.` : `Read from ${one.path}; ${one.rejected} rows refused, ${one.unjoined} ids do not join.`} Counts: ${due.counted}.`;
      })
      .join('\n'),
    '',
  ].join('\n\n');
}

const sampleLine = ({ queries, seed }: NonNullable<PresetOutput['sample']>): string =>
  `**A trial on a sample**: of each data set at most ${queries} judged queries, the documents that are relevant to them, and ${OTHERS} others for each query, drawn by seed ${seed}. So small a pool is far easier than the whole: these figures show that all works, and stand for nothing else.`;

const notRunText = ({ dataset, runs, why, command }: PresetOutput['not_run'][number]): string =>
  `- **${dataset}**: ${runs.join('; ')}: ${why}. To go on:\n\n  \`\`\`\n  ${command}\n  \`\`\``;
