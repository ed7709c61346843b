/** Tables as text that other programs take in. Pure. */

export type Cell = string | number | null;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Numbers with so many digits after the point; an absent one is an en dash. */
const shown = (cell: Cell, digits: number): string =>
  cell === null ? '–' : typeof cell === 'number' ? (Number.isFinite(cell) ? cell.toFixed(digits) : '–') : cell;

const isNumeric = ({ rows }: Table, column: number): boolean =>
  rows.every((row) => typeof row[column] !== 'string') && rows.some((row) => typeof row[column] === 'number');

export function toMarkdown(table: Table, digits = 4): string {
  const cell = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ');
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  const rule = `|${table.head.map((_, i) => (isNumeric(table, i) ? ' ---: |' : ' --- |')).join('')}\n`;
  return line(table.head) + rule + table.rows.map((row) => line(row.map((c) => shown(c, digits)))).join('');
}

/** With booktabs' rules, as journals want it. */
export function toLatex(table: Table, digits = 4): string {
  const line = (cells: readonly string[]) => `${cells.map(latexText).join(' & ')} \\\\\n`;
  const columns = table.head.map((_, i) => (isNumeric(table, i) ? 'r' : 'l')).join('');
  const body = table.rows.map((row) => line(row.map((c) => shown(c, digits)))).join('');
  return `\\begin{tabular}{${columns}}\n\\toprule\n${line(table.head)}\\midrule\n${body}\\bottomrule\n\\end{tabular}\n`;
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '–': '--',
  '†': '\\dag{}',
  '‡': '\\ddag{}',
  '−': '$-$',
};
const latexText = (text: string): string =>
  text.replace(/[\\~^–†‡−]|[&%$#_{}]/g, (character) => LATEX[character] ?? `\\${character}`).replace(/\s+/g, ' ');

export interface CsvOptions {
  /** `pt-BR`: what a Brazilian Excel opens right: byte order mark, semicolons, decimal commas. */
  readonly locale?: 'en' | 'pt-BR';
}

/** Numbers in full. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function toCsv(table: Table, { locale = 'en' }: CsvOptions = {}): string {
  const brazil = locale === 'pt-BR';
  const separator = brazil ? ';' : ',';
  const number = (x: number) => (Number.isFinite(x) ? (brazil ? String(x).replace('.', ',') : String(x)) : '');
  const text = (cell: string) => {
    const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /["\r\n;,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (cells: readonly Cell[]) =>
    `${cells.map((cell) => (cell === null ? '' : typeof cell === 'number' ? number(cell) : text(cell))).join(separator)}\r\n`;
  return `${brazil ? '\ufeff' : ''}${line(table.head)}${table.rows.map(line).join('')}`;
}
