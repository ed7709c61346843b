/** The report as one page: no script, no network, legible on screen in both themes and on paper. Pure. */
import { LABELS, type Label, Problem } from '../../../shared/annotation';
import type { AgreementOutput, JudgedExample, ScoreGroup, ScoresOutput } from '../../../shared/contract';
import type { Lang } from '../../../shared/domain';
import { type ReportWords, reportWords } from './reportWords';

export interface ReportFacts {
  readonly lang: Lang;
  readonly collection: string;
  /** ISO time. */
  readonly at: string;
  readonly pepita: string;
  readonly annotators: readonly string[];
  readonly documents: number;
  readonly nuggets: number;
  readonly scores: ScoresOutput;
  readonly agreement: ReadonlyMap<Label, AgreementOutput>;
  readonly problems: ReadonlyMap<Problem, number>;
  readonly examples: readonly JudgedExample[];
}

export function reportHtml(facts: ReportFacts): string {
  const words = reportWords(facts.lang);
  const { scores } = facts;
  const number = numberIn(facts.lang);
  const kinds = [...new Set(scores.groups.map(({ by }) => by))];
  const body =
    facts.nuggets === 0
      ? `<p>${words.none}</p>`
      : [
          ...(new Set(scores.pairs.flatMap(({ a, b }) => [a, b])).size > 1
            ? [`<p class="lead">${escapeHtml(scores.most_faithful === null ? words.nobody : words.ahead(scores.most_faithful))}</p>`]
            : []),
          ...kinds.map(
            (by) =>
              `<h2>${words.by[by]}</h2>${scoreTable(
                scores.groups.filter((group) => group.by === by),
                words,
                number,
              )}`,
          ),
          `<p class="rule">${words.rule}</p>`,
          agreementTable(facts.agreement, words, number),
          problemTable(facts, words, number),
          exampleList(facts.examples, words),
        ].join('\n');
  const people = facts.annotators.map(escapeHtml).join(', ');
  return `<!doctype html>
<html lang="${facts.lang === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} – ${escapeHtml(facts.collection)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p class="facts">${escapeHtml(facts.collection)} · ${facts.at.slice(0, 10)} · Pepita ${escapeHtml(facts.pepita)}</p>
<p>${words.intro(facts.nuggets, facts.documents, facts.annotators.length)}${people ? ` ${words.people}: ${people}.` : ''}</p>
${body}
</main>
</body>
</html>
`;
}

type Numbers = (x: number, digits: number) => string;
const numberIn =
  (lang: Lang): Numbers =>
  (x, digits) => {
    const signed = x.toFixed(digits).replace('-', '−');
    return lang === 'pt' ? signed.replace('.', ',') : signed;
  };

const withEnds = (x: number | null, ends: readonly [number, number] | null, number: Numbers): string =>
  x === null ? '–' : `${number(x, 3)}${ends ? ` <small>${number(ends[0], 2)}–${number(ends[1], 2)}</small>` : ''}`;

function scoreTable(groups: readonly ScoreGroup[], words: ReportWords, number: Numbers): string {
  const head = [
    words.group,
    words.documents,
    words.nuggets,
    words.support,
    words.partial,
    words.no_support,
    words.left,
    words.strict,
    words.all,
    words.vital,
    words.vitalAll,
  ];
  const rows = groups.map((group) => {
    const { mean, ci95 } = group;
    const all = Math.max(1, group.nuggets);
    const share = (n: number) => `${((100 * n) / all).toFixed(1)}%`;
    // The bar says nothing that the numbers beside it do not say.
    const bar = `<span class="bar" aria-hidden="true"><i class="s" style="width:${share(group.support)}"></i><i class="p" style="width:${share(group.partial)}"></i><i class="n" style="width:${share(group.no_support)}"></i></span>`;
    return [
      `<th scope="row">${escapeHtml(group.name.replace(/^\d: /, '') || words.unnamed)}${bar}</th>`,
      ...[group.documents, group.nuggets, group.support, group.partial, group.no_support, group.unknown + group.disputed].map(
        (n) => `<td>${n}</td>`,
      ),
      ...(['strict_all', 'all', 'strict_vital', 'vital'] as const).map((name) => `<td>${withEnds(mean[name], ci95[name], number)}</td>`),
    ].join('');
  });
  return table(head, rows);
}

function agreementTable(agreement: ReportFacts['agreement'], words: ReportWords, number: Numbers): string {
  const rows = (Object.keys(LABELS) as Label[]).flatMap((label) => {
    const one = agreement.get(label);
    if (!one || one.nuggets === 0) return [];
    return [
      `<th scope="row">${words.labels[label]}</th><td>${one.nuggets}</td><td>${withEnds(one.raw, one.raw_ci95, number)}</td><td>${withEnds(one.alpha.nominal, one.alpha_ci95.nominal, number)}</td><td>${withEnds(one.alpha.ordinal, one.alpha_ci95.ordinal, number)}</td>`,
    ];
  });
  if (rows.length === 0) return '';
  const head = ['', words.doubled, words.raw, `${words.alpha}, ${words.nominal}`, `${words.alpha}, ${words.ordinal}`];
  return `<h2>${words.agreement}</h2>${table(head, rows)}`;
}

function problemTable({ problems, nuggets }: ReportFacts, words: ReportWords, number: Numbers): string {
  const rows = Problem.options.flatMap((name) => {
    const n = problems.get(name) ?? 0;
    return n === 0 ? [] : [`<th scope="row">${words.problem[name]}</th><td>${n}</td><td>${number((100 * n) / nuggets, 1)} %</td>`];
  });
  return rows.length === 0 ? '' : `<h2>${words.problems}</h2>${table(['', words.nuggets, words.share], rows)}`;
}

function exampleList(examples: readonly JudgedExample[], words: ReportWords): string {
  if (examples.length === 0) return '';
  const items = examples.map((one) => {
    const problems = one.problems.map((name) => words.problem[name]).join(', ');
    return `<article><h3>${one.faithful === 'no_support' ? words.no_support : words.partial} · ${escapeHtml(one.extractor)}</h3><p class="source">${escapeHtml(one.title)}</p>
<blockquote>${escapeHtml(one.text)}</blockquote>
<p>${one.evidence ? `<b>${words.evidence}:</b> ${escapeHtml(one.evidence)}` : words.unlocated}</p>${one.edited ? `<p><b>${words.edited}:</b> ${escapeHtml(one.edited)}</p>` : ''}${problems ? `<p>${problems}</p>` : ''}${one.note ? `<p class="note">${escapeHtml(one.note)}</p>` : ''}</article>`;
  });
  return `<h2>${words.examples}</h2>${items.join('\n')}`;
}

const table = (head: readonly string[], rows: readonly string[]): string =>
  `<div class="wide"><table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table></div>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
:root{color-scheme:light dark;--paper:#fbf9f4;--ink:#1d1b18;--soft:#5b564e;--line:#d9d3c7;--s:#1f6f6b;--p:#b98a2c;--n:#9c3a3a}
@media (prefers-color-scheme:dark){:root{--paper:#1b1a18;--ink:#ece7dd;--soft:#b3ab9d;--line:#3c3832;--s:#5fb3ad;--p:#d9b25c;--n:#e08a8a}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:70rem;margin:0 auto;padding:2rem 1.5rem}
h1{font:600 1.8rem/1.2 Georgia,serif;margin:0}h2{font:600 1.2rem/1.3 Georgia,serif;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0}
.facts,.source,.rule,small{color:var(--soft)}.lead{font-weight:600}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .6rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
thead th{font-weight:600;color:var(--soft);font-size:.85rem;vertical-align:bottom}th:first-child{text-align:left}tbody th{font-weight:500}
td small{display:block;white-space:nowrap}
.bar{display:flex;height:6px;width:10rem;max-width:100%;margin-top:.3rem;background:var(--line);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.bar .s{background:var(--s)}.bar .p{background:repeating-linear-gradient(45deg,var(--p) 0 3px,transparent 3px 5px)}.bar .n{background:var(--n)}
article{border-top:1px solid var(--line);padding:1rem 0;break-inside:avoid}blockquote{font:1.05rem/1.5 Georgia,serif;margin:.5rem 0;padding-left:1rem;border-left:3px solid var(--line)}
article p{margin:.3rem 0;overflow-wrap:anywhere}.note{font-style:italic}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--s:#1f6f6b;--p:#b98a2c;--n:#9c3a3a}body{font-size:10pt}main{max-width:none;padding:0}.wide{overflow:visible}h2,h3,.source{break-after:avoid}p,blockquote{orphans:3;widows:3}.bar{box-shadow:0 0 0 .5px #000}.bar .n{background:#fff}tr{break-inside:avoid}thead{display:table-header-group}@page{size:A4 landscape;margin:15mm}}
`.trim();
