/** Lower case, accents and other marks removed: what cue rules and language detection compare. Lengths may change. */
export function fold(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
