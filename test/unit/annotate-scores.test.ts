import { describe, expect, it } from 'vitest';
import { reportHtml } from '../../electron/engine/annotate/reportHtml';
import { meanScores, type Scored, trecScores } from '../../electron/engine/annotate/scores';

const made = (faithful: Scored['faithful'], importance: Scored['importance'] = 'vital'): Scored => ({ doc_id: 'd', faithful, importance });

describe('TREC’s scores by hand', () => {
  it('two of four supported, one partial; of three vital one supported, one partial; who does not know is left out', () => {
    const nuggets = [made('support'), made('support', 'okay'), made('partial'), made('no_support'), made('unknown'), made(null)];
    const scores = trecScores(nuggets);
    expect(scores).toEqual({ strict_all: 2 / 4, all: 2.5 / 4, strict_vital: 1 / 3, vital: 1.5 / 3 });
  });
  it('0 where there are no nuggets, or no vital ones', () => {
    expect(trecScores([])).toEqual({ strict_all: 0, all: 0, strict_vital: 0, vital: 0 });
    expect(trecScores([made('support', null)])).toEqual({ strict_all: 1, all: 1, strict_vital: 0, vital: 0 });
  });
  it('means go over documents, not nuggets', () => {
    const [one, two] = [trecScores([made('support')]), trecScores([made('no_support'), made('no_support'), made('partial')])];
    expect(meanScores([one!, two!])).toEqual({ strict_all: 0.5, all: (1 + 0.5 / 3) / 2, strict_vital: 0.5, vital: (1 + 0.5 / 3) / 2 });
  });
});

it('the report escapes what comes from texts, and needs nothing from elsewhere', () => {
  const group = { documents: 1, nuggets: 1, vital_nuggets: 0, support: 0, partial: 0, no_support: 1, unknown: 0, disputed: 0 };
  const zero = { strict_vital: 0, strict_all: 0, vital: 0, all: 0 };
  const none = { strict_vital: null, strict_all: null, vital: null, all: null };
  const page = (lang: 'en' | 'pt') =>
    reportHtml({
      lang,
      collection: '<c>',
      at: '2026-01-02T00:00:00.000Z',
      pepita: '1',
      annotators: ['A & B'],
      documents: 1,
      nuggets: 1,
      scores: {
        collection: 'c',
        judged_by: 'settled',
        groups: [{ by: 'court', name: '"TCU"', ...group, mean: { ...zero, all: 0.5 }, pooled: zero, ci95: { ...none, all: [0.25, 0.75] } }],
        pairs: [],
        most_faithful: null,
        samples: 100,
        seed: 1,
      },
      agreement: new Map(),
      problems: new Map([['hallucinated', 1]]),
      examples: [
        {
          nugget_id: 'd1#0',
          doc_id: 'd1',
          extractor: 'extractive',
          title: '<b>',
          text: '<script>x</script>',
          faithful: 'no_support',
          evidence: '',
          edited: 'e',
          note: 'n',
          problems: ['hallucinated'],
        },
      ],
    });
  const [en, pt] = [page('en'), page('pt')];
  expect(en).not.toMatch(/<script|src=|href=|url\(|@import|https?:/);
  expect(en).toContain('&lt;script&gt;x&lt;/script&gt;');
  expect([
    en.includes('0.500 <small>0.25–0.75'),
    pt.includes('0,500 <small>0,25–0,75'),
    pt.includes('Inventado'),
    pt.includes('lang="pt-BR"'),
  ]).toEqual([true, true, true, true]);
});
