/** A profile: its definition (JSON) and a prompt for each language (Markdown), hashed into every trace and into the extraction's key. */
import type { Lang } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { CheckId, ProfileFile, SummaryProfileFile } from '../../../shared/profiles';
import type { Prompt } from '../chat/prompt';
import { sha256Hex } from '../text/hash';
import { type ItemForm, itemForm } from './itemForm';

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
