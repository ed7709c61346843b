/** Small things that the host gives. */
import type { Lang } from '../../../shared/domain';

export interface Clock {
  now(): Date;
}

export interface DetectedLang {
  readonly lang: Lang;
  readonly sure: boolean;
}
