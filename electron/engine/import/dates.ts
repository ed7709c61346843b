/** Dates as files give them → ISO; '' where there is none. */
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

const pad = (n: string | number): string => String(n).padStart(2, '0');

/** A date that exists: 31/02 does not. */
function real(year: string, month: number, day: string): string {
  const iso = `${year}-${pad(month)}-${pad(day)}`;
  const time = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? iso : '';
}

/** `2024-05-07`, also with a time after it; `07/05/2024`, day first as in Brazil; a year, or year and month, alone. */
export function isoDate(value: string): string {
  const text = value.trim();
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text)) return text;
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text);
  if (iso) return real(iso[1]!, Number(iso[2]), iso[3]!);
  const brazilian = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
  return brazilian ? real(brazilian[3]!, Number(brazilian[2]), brazilian[1]!) : '';
}

/** A line that begins with `11 July 2001`. */
export function englishDate(line: string): string {
  const match = /^(\d{1,2})\s+([A-Za-z]+),?\s+(\d{4})\b/.exec(line);
  const month = MONTHS.indexOf(match?.[2]?.toLowerCase() ?? '') + 1;
  return match && month > 0 ? real(match[3]!, month, match[1]!) : '';
}
