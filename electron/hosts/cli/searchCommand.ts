/** search: one query, ranked. */
import type { Command } from 'commander';
import type { Input, Output } from '../../../shared/contract';
import { shorten } from './output';
import { approximateLines, queriesGoTo, type RankingFlags, rankingInput, withRanking } from './rankingFlags';
import { announce } from './remoteWords';
import { runMethod } from './session';
import { wholeNumber } from './values';

export function addSearchCommand(program: Command, common: (command: Command) => Command): void {
  withRanking(common(program.command('search')))
    .argument('<query>', 'a thesis, a question or key words')
    .description('Rank the documents of a collection for a query.')
    .option('--top <n>', 'documents shown', wholeNumber, 10)
    .action((query: string, flags: RankingFlags & { top: number }) =>
      runMethod('search', flags, { ...rankingInput(flags), query, top: flags.top } satisfies Input<'search'>, {
        text: searchText,
        warnings: (out) => out.warnings,
        before: announce(queriesGoTo(flags), 'the query'),
      }),
    );
}

function searchText(out: Output<'search'>): string {
  const { config } = out;
  const head = `${out.total} documents · ${config.unit} · ${config.ranker}${config.encoder ? ` · ${config.encoder}` : ''} · ${config.aggregate} · ${Math.round(out.took_ms)} ms`;
  const { asked } = out.understood;
  const put = asked
    ? [`searched as ${config.query_form} (${asked.formulator}${asked.edited ? ', edited' : ''}): ${shorten(asked.texts.join(' ‖ '), 240)}`]
    : [];
  const unmatched = out.understood.unmatched_words.length > 0 ? [`no document has: ${out.understood.unmatched_words.join(', ')}`] : [];
  const results = out.results.map((r) => {
    const best = r.units[0];
    const meta = [r.court, r.class, r.date].filter(Boolean).join(' · ');
    return [
      `${String(r.rank).padStart(3)}  ${r.score.toFixed(4)}  ${r.title}${r.tied ? '  (tied)' : ''}`,
      `             ${[r.doc_id, meta].filter(Boolean).join(' · ')}`,
      ...(best && config.unit !== 'document' ? [`             ${tierMark(best.tier)}${shorten(best.text, 160)}`] : []),
    ].join('\n');
  });
  return [head, ...approximateLines(config), ...put, ...unmatched, ...results].join('\n');
}

const tierMark = (tier: string | null): string =>
  tier === 'coverage' ? '[coverage sentence] ' : tier === 'thesis' ? '[extracted sentence] ' : '';
