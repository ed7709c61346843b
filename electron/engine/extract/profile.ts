/** A profile: its definition (JSON) and a prompt for each language (Markdown), hashed into every trace and into the extraction's key. */
import type { Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { CheckId, ProfileFile, SummaryProfileFile } from '../../../shared/profiles';
import { sha256Hex } from '../text/hash';
import { type ItemForm, itemForm } from './itemForm';

export interface Prompt {
  readonly lang: Lang;
  readonly system: string;
  /** Of the file with LF as line end, so that a checkout on Windows has the same. */
  readonly sha256: string;
  /** The user's part around a window of text. */
  user(text: string): string;
}

interface Common {
  readonly id: string;
  /** Over the definition and the prompts of all languages. */
  readonly sha256: string;
  /** A language without a prompt of its own is read with the other's. */
  readonly prompts: Readonly<Record<Lang, Prompt>>;
}

export interface NuggetProfile extends Common {
  readonly kind: 'nuggets';
  readonly form: ItemForm;
  readonly checks: readonly CheckId[];
  readonly length: { readonly least: number; readonly most: number };
}

export interface SummaryProfile extends Common {
  readonly kind: 'summary';
  readonly fields: SummaryProfileFile['fields'];
}

export type Profile = NuggetProfile | SummaryProfile;

/** @param prompts at least one of them */
export function makeProfile(definition: ProfileFile, prompts: Readonly<Partial<Record<Lang, Prompt>>>): Profile {
  const { pt = prompts.en, en = prompts.pt } = prompts;
  if (!pt || !en) throw new AppError('INTERNAL', `The profile ${definition.id} has no prompt.`);
  const sha256 = sha256Hex(`${JSON.stringify(definition)}\npt ${pt.sha256}\nen ${en.sha256}\n`);
  const common = { id: definition.id, sha256, prompts: { pt, en } };
  if (definition.kind === 'summary') return { ...common, kind: 'summary', fields: definition.fields };
  return { ...common, kind: 'nuggets', form: itemForm(definition), checks: definition.checks, length: definition.length };
}

const SLOT = '{{text}}';

/** @throws BAD_INPUT with file, line and remedy */
export function parsePrompt(raw: string, path: string, lang: Lang): Prompt {
  const file = raw.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  const lines = file.split('\n');
  const lineOf = (wanted: string) => lines.indexOf(wanted) + 1;
  const refuse = (line: number, what: string, remedy: string) => new AppError('BAD_INPUT', `${path}, line ${line}: ${what}.`, remedy);
  const [system, user] = [lineOf('# system'), lineOf('# user')];
  if (system === 0) throw refuse(1, 'there is no line "# system"', 'Put "# system" before what the model is told.');
  if (user === 0) throw refuse(lines.length, 'there is no line "# user"', `Put "# user" before the part that holds ${SLOT}.`);
  if (user < system) throw refuse(user, '"# user" stands before "# system"', 'Put the system part first.');
  const told = lines
    .slice(system, user - 1)
    .join('\n')
    .trim();
  if (told === '') throw refuse(system, 'the system part is empty', 'Say there what the model is to draw out of a text.');
  const rest = lines.slice(user).join('\n');
  const slots = lines.flatMap((line, i) => (i >= user && line.includes(SLOT) ? Array(line.split(SLOT).length - 1).fill(i + 1) : []));
  if (slots.length === 0) throw refuse(user, `the user's part holds no ${SLOT}`, `Put ${SLOT} where the text is to stand.`);
  if (slots.length > 1) throw refuse(slots[1]!, `${SLOT} stands there a second time`, 'Leave one of them.');
  const [before, after] = rest.split(SLOT) as [string, string];
  return { lang, system: told, sha256: sha256Hex(file), user: (text) => `${before.trimStart()}${text}${after.trimEnd()}` };
}
