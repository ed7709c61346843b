/** A conflict of two workspaces in the window's words: labels and values are told as they stand on the buttons. Pure. */
import type { Output } from '../../../../shared/contract';
import type { Key, Translate } from '../../../i18n';
import { actionLabel, choicesOf, LABEL_NAMES, labelAction } from '../judge/actions';

type Conflict = Output<'importAnnotations'>['conflicts'][number];

const OTHER: Readonly<Record<string, Key>> = { note: 'note', text: 'theirWording', evidence: 'evidenceOfYours', grade: 'relevance' };

export function conflictWords({ item, annotator, label, here, there, kept }: Conflict, t: Translate): string {
  const own = LABEL_NAMES.find((name) => name === label);
  const name = own ? t(`label_${own}`) : OTHER[label] ? t(OTHER[label]) : label;
  // "I don't know" has a button in one label and can be said of each.
  const values = own ? [...choicesOf(own).map(({ value }) => value), ...(own === 'problems' ? [] : ['unknown'])] : [];
  const value = (words: string): string =>
    own === undefined
      ? words || '–'
      : words
          .split(', ')
          .map((one) => (values.includes(one) ? t(actionLabel(labelAction(own, one))) : one || '–'))
          .join(', ');
  return `${item} · ${annotator} · ${name}: ${t('conflictSays', { here: value(here), there: value(there), kept: value(kept) })}`;
}
