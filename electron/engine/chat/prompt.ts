/** A prompt file: what the model is told (`# system`) and what it is asked (`# user`), with a place for each text that is put in. */
import type { Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { sha256Hex } from '../text/hash';

export interface Prompt {
  readonly lang: Lang;
  readonly system: string;
  /** Of the file with LF as line end, so that a checkout on Windows has the same. */
  readonly sha256: string;
  /** The user's part around the texts that go into its slots, in the order in which the slots were asked for. */
  user(...texts: readonly string[]): string;
}

/**
 * @param names of the slots that the user's part must hold once each, `{{text}}` where nothing else is said
 * @throws BAD_INPUT with file, line and remedy
 */
export function parsePrompt(raw: string, path: string, lang: Lang, names: readonly string[] = ['text']): Prompt {
  const file = raw.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  const lines = file.split('\n');
  const lineOf = (wanted: string) => lines.indexOf(wanted) + 1;
  const refuse = (line: number, what: string, remedy: string) => new AppError('BAD_INPUT', `${path}, line ${line}: ${what}.`, remedy);
  const slots = names.map((name) => `{{${name}}}`);
  const [system, user] = [lineOf('# system'), lineOf('# user')];
  if (system === 0) throw refuse(1, 'there is no line "# system"', 'Put "# system" before what the model is told.');
  if (user === 0) throw refuse(lines.length, 'there is no line "# user"', `Put "# user" before the part that holds ${slots.join(', ')}.`);
  if (user < system) throw refuse(user, '"# user" stands before "# system"', 'Put the system part first.');
  const told = lines
    .slice(system, user - 1)
    .join('\n')
    .trim();
  if (told === '') throw refuse(system, 'the system part is empty', 'Say there what the model is to draw out of a text.');
  for (const slot of slots) {
    const places = lines.flatMap((line, i) => (i >= user && line.includes(slot) ? Array(line.split(slot).length - 1).fill(i + 1) : []));
    if (places.length === 0) throw refuse(user, `the user's part holds no ${slot}`, `Put ${slot} where the text is to stand.`);
    if (places.length > 1) throw refuse(places[1]!, `${slot} stands there a second time`, 'Leave one of them.');
  }
  const parts = splitAt(lines.slice(user).join('\n').trim(), slots);
  return {
    lang,
    system: told,
    sha256: sha256Hex(file),
    // What is put in is never looked at again: a text may hold what looks like a slot.
    user: (...texts) => parts.map((part) => (typeof part === 'string' ? part : (texts[part] ?? ''))).join(''),
  };
}

/** The text between the slots, and for each slot its number. */
function splitAt(text: string, slots: readonly string[]): (string | number)[] {
  const places = slots.map((slot, number) => ({ number, at: text.indexOf(slot), length: slot.length })).sort((a, b) => a.at - b.at);
  const parts: (string | number)[] = [];
  let end = 0;
  for (const { number, at, length } of places) {
    parts.push(text.slice(end, at), number);
    end = at + length;
  }
  return [...parts, text.slice(end)];
}
