/** What the engine said, in each of the window's languages and by the window's places. Pure. */
import { saidPtBR, wordsPtBR } from './parts/faults';
import { inWindowEn } from './parts/inWindow.en';
import { inWindowPt } from './parts/inWindow.pt-BR';
import { createSaying } from './said';

/** What is known in Portuguese is known in English, as it is: it may stand beside what the window says otherwise. */
const asItIs = Object.fromEntries(Object.keys(saidPtBR).map((english) => [english, english]));

/** Each gives undefined where a text, or a part of it, is not known. */
export const sayings = {
  en: createSaying({ ...asItIs, ...inWindowEn }),
  'pt-BR': createSaying({ ...saidPtBR, ...inWindowPt }, wordsPtBR),
} as const;
