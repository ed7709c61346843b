/**
 * Names of a decision's parties, as its head gives them: "A v B", "APELANTE: A",
 * "Petitioner: A". No list of names is used, so that what the head does not say is not known.
 */
import { fold } from '../text/fold';

/** The parties stand at the head of a decision. */
const HEAD = 4000;
const MOST = 40;

const VERSUS = /^(.{3,120}?)\s+(?:v\.?|vs\.?|versus)\s+(.{3,120})$/i;
const ROLE =
  /^(?:(?:re)?quer(?:ente|id[oa])|recorrentes?|recorrid[oa]s?|apelantes?|apelad[oa]s?|agravantes?|agravad[oa]s?|embargantes?|embargad[oa]s?|impetrantes?|impetrad[oa]s?|pacientes?|reclamantes?|reclamad[oa]s?|autor(?:a|es)?|reu|re|responsave(?:l|is)|interessad[oa]s?|appellants?|respondents?|petitioners?|plaintiffs?|defendants?|accused)(?:\s*\([^)]*\))*\s*[:.]\s*(.{3,160})$/;

/** Bodies and offices that any decision may speak of: their names are no one's. */
const PUBLIC =
  /^(?:the )?(?:state|union|government|republic|commissioner|collector|director|registrar|ministerio|uniao|estado|municipio|fazenda|instituto nacional|inss|caixa|banco|tribunal|justica|secretaria|departamento|prefeitura|procuradoria|others?|outros?|anr|ors)\b/;
const TAIL = /\s*(?:[(&,;/].*|\be outr[oa]s?.*|\band (?:others?|another|anr).*|\b(?:anr|ors)\b.*|\d.*)$/i;

/** @returns names of two words or more, and single ones that are no common word, longest first */
export function partyNames(text: string): string[] {
  const found = new Set<string>();
  for (const line of text.slice(0, HEAD).split('\n')) {
    const said = line.replace(/\s+/g, ' ').trim();
    const names = VERSUS.exec(said)?.slice(1) ?? roleName(said);
    for (const raw of names) {
      const name = raw
        .replace(TAIL, '')
        .replace(/[.:;,–-]+$/, '')
        .trim();
      const words = name.split(' ');
      if (name.length < 4 || words.length > 8 || PUBLIC.test(fold(name))) continue;
      if (words.length >= 2) found.add(name);
    }
    if (found.size >= MOST) break;
  }
  return [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** The role is matched without accents and case; the name is taken from the line itself. */
function roleName(line: string): string[] {
  if (!ROLE.test(fold(line))) return [];
  return [line.slice(line.search(/[:.]/) + 1).trim()];
}

/** "Mr X", "Shri X", "Sr. X": a person, whether a party or not. */
const ADDRESSED = /\b(?:Mr|Mrs|Ms|Shri|Smt|Sr|Sra|Dr|Dra)\.?\s+\p{Lu}[\p{L}.]*(?:\s+\p{Lu}[\p{L}.]*)*/gu;

/** Names of persons and parties that a text gives, whatever their accents and case. */
export function namesIn(text: string, parties: readonly string[]): string[] {
  const words = ` ${
    fold(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
  const told = parties.filter((name) =>
    words.includes(
      ` ${
        fold(name)
          .match(/[\p{L}\p{N}]+/gu)
          ?.join(' ') ?? name
      } `,
    ),
  );
  return [...told, ...(text.match(ADDRESSED) ?? [])];
}
