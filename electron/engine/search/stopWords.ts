/**
 * Function words that say nothing about a text's subject. They count in a text's
 * length but are not looked up, unless a query has nothing else. Short on purpose:
 * `não`, `sem`, `contra`, `no` and `without` can turn a thesis round, so they stay searchable.
 */
import type { Lang } from '../../../shared/domain';

const PT =
  'a o as os um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para com e ou que se ao aos à às ' +
  'como mais mas foi ser é são era seu sua seus suas este esta estes estas esse essa esses essas isso isto aquele aquela ele ela eles elas ' +
  'lhe lhes me nos já também só até entre sobre quando qual quais cujo cuja há ter tem têm n';

const EN =
  'a an the and or of to in on at by for from with as is are was were be been being it its this that these those which who whom whose ' +
  'he she they his her their him them we our i me my you your has have had do does did will would shall should can could may might must ' +
  'there here when where then than so such if but into also any s';

const LISTS: Readonly<Record<Lang, ReadonlySet<string>>> = { pt: new Set(PT.split(' ')), en: new Set(EN.split(' ')) };

export function isStopWord(word: string, lang: Lang): boolean {
  return LISTS[lang].has(word);
}
