/**
 * What the engine says, as it stands in its source: the words of every error, and the reasons why a row or a file is refused.
 * As gettext does it, the English words are the message's name, what is filled in a numbered place: `There is no document "{0}".`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './ready.mjs';

/** Properties and variables that hold reasons, and the functions that are given some: of each call, which arguments. */
const REASONS = new Set([
  'reason',
  'refused',
  'realigned',
  'why',
  'note',
  'remedy',
  'fault',
  'faults',
  'problems',
  'notes',
  'warnings',
  'warning',
  'doubt',
  'without',
  'missing',
  'found',
]);
const SINKS = new Map([
  ['AppError', [1, 2]],
  ['rejected', [2]],
  ['note', [1]],
  ['fail', [0, 1]],
  ['wrong', [0, 1]],
  ['refuse', [0, 1, 2, 3]],
  ['exactly', [0]],
  ['WireFault', [1]],
  ['Error', [0]],
]);

/** Files that say nothing but reasons: each of their texts is one. */
const TALKERS = /engine\/(import\/|extract\/(reply|readDocument|summary\/(readSummary|summaryReply|mergeSummaries))\.ts|chat\/salvage)/;
/** Files of schemas: what each `message` in them says is a reason. */
const SCHEMAS = /^shared\/|embed\/manifest\.ts/;
/** What is no message though it has words: names of columns, commands, forms that a prompt shows. */
const SILENT = /^pepita (?!\w+ says)|^TCU — |^version https|^\s*\{\d\}\s*$|^[\w-]+ \{\d\}$/;

/** What a window has no use for: a flag or a command. */
const COMMAND = /(?<![\w-])--[a-z]|\bpepita [a-z]/;
/** Messages of which a place is filled in with a command. */
const commanding = new Set();

/** @returns the messages that name a flag or a command, or are filled in with one, with the place where each stands first */
export const readCommanding = (folder = root) =>
  new Map([...readMessages(folder)].filter(([template]) => COMMAND.test(template) || commanding.has(template)));

/** @returns every message with the place where it stands first, sorted; what has no word of its own is none */
export function readMessages(folder = root) {
  const found = new Map();
  for (const room of ['electron/engine', 'shared'])
    for (const name of readdirSync(join(folder, room), { recursive: true })) {
      if (!/\.(ts|mjs)$/.test(name)) continue;
      const file = `${room}/${String(name).replaceAll('\\', '/')}`;
      const source = ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
      for (const template of messagesOf(source)) if (!found.has(template)) found.set(template, file);
    }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function messagesOf(source) {
  const constants = new Map();
  const messages = new Set();
  const take = (node, depth = 0) => {
    for (const template of templatesOf(node, constants, depth)) if (hasWord(template)) messages.add(template);
  };
  const constant = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, constant);
  };
  constant(source);
  const visit = (node) => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression))
      for (const at of SINKS.get(node.expression.text) ?? []) if (node.arguments?.[at]) take(node.arguments[at]);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'push')
      if (REASONS.has(node.expression.expression.getText().split('.').at(-1))) for (const argument of node.arguments) take(argument);
    // What a schema says of a value that it refuses.
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'regex')
      take(node.arguments[1]);
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'message' && SCHEMAS.test(source.fileName)) take(node.initializer);
    if (
      (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) || ts.isParameter(node)) &&
      REASONS.has(node.name.getText()) &&
      node.initializer
    )
      take(node.initializer);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && REASONS.has(node.left.getText()))
      take(node.right);
    // A function that returns the reason where something is not as it should be says so.
    if (ts.isReturnStatement(node) && node.expression && givesReasons(node)) take(node.expression);
    if (
      ts.isArrowFunction(node) &&
      !ts.isBlock(node.body) &&
      /: string \| undefined =>/.test(node.getText().slice(0, 200)) &&
      givesReasons(node.body)
    )
      take(node.body);
    if (TALKERS.test(source.fileName) && isText(node) && !ts.isImportDeclaration(node.parent)) take(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages;
}

/** Whether the function around it is called a fault, says in its comment that it returns a reason, or gives a text in a value's place. */
function givesReasons(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    const name = at.name?.getText() ?? (ts.isVariableDeclaration(at.parent) ? at.parent.name.getText() : '');
    const comment = ts
      .getJSDocCommentsAndTags(at)
      .map((tag) => tag.getText())
      .join(' ');
    const type = at.type?.getText().replace(/\s+/g, ' ') ?? '';
    const inPlaceOfValue = /\| string$/.test(type) && !/^(undefined|null|number) \| string$/.test(type);
    return (
      inPlaceOfValue ||
      /fault|problem|notes|reason|sign$|warnings$|staleness|missing|laterDocuments/i.test(name) ||
      /@returns the reason/.test(comment)
    );
  }
  return false;
}

const isText = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

/** The texts that an expression can be; what is filled in and has words of its own gives messages as well. */
function* templatesOf(node, constants, depth) {
  if (depth > 8 || !node) return;
  const inner = (child) => templatesOf(child, constants, depth + 1);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) yield node.text;
  else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) yield* inner(node.expression);
  else if (ts.isConditionalExpression(node)) {
    yield* inner(node.whenTrue);
    yield* inner(node.whenFalse);
  } else if (ts.isTemplateExpression(node)) {
    const template = node.head.text + node.templateSpans.map((span, i) => `{${i}}${span.literal.text}`).join('');
    const filledIn = node.templateSpans.flatMap(({ expression }) => [...inner(expression)]);
    if (filledIn.some((text) => text.startsWith('pepita '))) commanding.add(template);
    yield template;
    yield* filledIn;
  } else if (ts.isBinaryExpression(node)) {
    if (/\?\?|\|\||&&/.test(node.operatorToken.getText())) {
      yield* inner(node.left);
      yield* inner(node.right);
    }
  } else if (ts.isIdentifier(node) && constants.has(node.text)) yield* inner(constants.get(node.text));
  else if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) yield* inner(element);
  else if (ts.isSpreadElement(node)) yield* inner(node.expression);
  // A list that is sifted and put together says what is in it.
  else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && /^(filter|join)$/.test(node.expression.name.text))
    yield* inner(node.expression.expression);
}

/** Three letters in a row, or two words of two; a blank between words. */
const hasWord = (template) =>
  (/\p{L}{3}/u.test(template) || /(?<!\p{L})\p{L}{2}(?!\p{L}).*\s.*\p{L}{2}/u.test(template)) &&
  /\s/.test(template.trim()) &&
  !SILENT.test(template);

if (process.argv[1]?.endsWith('messages.mjs'))
  for (const [template, file] of readMessages()) console.log(`${file}\t${JSON.stringify(template)}`);
