import { expect, it } from 'vitest';
import { conflictWords } from '../../renderer/features/audit/findings/conflictWords';
import type { Translate } from '../../renderer/i18n';
import { ptBR } from '../../renderer/i18n/pt-BR';

const t: Translate = (key, values = {}) =>
  (ptBR as Record<string, string>)[key]!.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
const conflict = (label: string, here: string, there: string, kept: string) =>
  conflictWords({ item: 'd#k.0', annotator: 'Ana', label, here, there, kept }, t);

it('a conflict is told in the words of the buttons; what people wrote, and what is no label, stays as it is', () => {
  expect(conflict('faithful', 'partial', 'no_support', 'no_support')).toBe(
    'd#k.0 · Ana · Fiel: aqui “Em parte”, lá “Não sustentado”; vale “Não sustentado”',
  );
  expect(conflict('problems', 'over_general, missing_condition', 'hallucinated', '')).toBe(
    'd#k.0 · Ana · Problemas: aqui “Geral demais, Falta condição”, lá “Inventado”; vale “–”',
  );
  // "I don't know" has no button of its own in every label, but is a word of each.
  expect(conflict('importance', 'unknown', 'vital', 'vital')).toBe('d#k.0 · Ana · Importância: aqui “Não sei”, lá “Vital”; vale “Vital”');
  expect(conflict('note', 'support', 'b', 'b')).toBe('d#k.0 · Ana · Nota: aqui “support”, lá “b”; vale “b”');
  expect(conflict('grade', '3', '1', '1')).toBe('d#k.0 · Ana · Relevância: aqui “3”, lá “1”; vale “1”');
});
