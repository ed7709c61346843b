import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemForm, readFields, renderText, THESES } from '../../electron/engine/extract/itemForm';
import { readReply } from '../../electron/engine/extract/reply';
import { ProfileField } from '../../shared/profiles';

const field = (name: string, more: object = {}) => ProfileField.parse({ name, label: { en: name }, ...more });
const form = itemForm({
  fields: [
    field('article'),
    field('rule', { required: true, max_chars: 60 }),
    field('conditions', { type: 'list', max_items: 2, max_chars: 40 }),
  ],
  text: { en: '[{{article}}: ]{{rule}}[ Conditions: {{conditions}}.]' },
  quotes: { least: 1, most: 2 },
  max_nuggets: 3,
});
const item = (more: object = {}) => ({
  article: 'Art. 5',
  rule: 'The notice is due within ten days.',
  conditions: [],
  quotes: ['ten days'],
  ...more,
});
const read = (...items: unknown[]) => readReply(JSON.stringify({ nuggets: items }), { form, lang: 'en' });

describe('the form of a nugget', () => {
  it('binds the model to the fields in their order, quotes last; a text only where no template makes it', () => {
    const keys = (of: typeof form) => JSON.parse(JSON.stringify(of.schema)).properties.nuggets.items.required;
    expect(keys(form)).toEqual(['article', 'rule', 'conditions', 'quotes']);
    expect(keys(THESES)).toEqual(['text', 'quotes']);
    expect(JSON.parse(JSON.stringify(form.schema)).properties.nuggets.maxItems).toBe(3);
  });

  it('makes the text of the fields; a part whose field is empty is left out, a full stop not doubled', () => {
    expect(read(item()).nuggets[0]!.text).toBe('Art. 5: The notice is due within ten days.');
    expect(read(item({ article: '', conditions: ['The lease is in writing.', 'rent is owed'] })).nuggets[0]!.text).toBe(
      'The notice is due within ten days. Conditions: The lease is in writing; rent is owed.',
    );
    expect(renderText({ ...form, template: { en: '{{rule}}.' } }, 'en', { rule: 'Is it due?' }, '')).toBe('Is it due?');
    expect(renderText({ ...form, template: { en: '{{rule}}.' } }, 'en', { rule: 'It is due' }, '')).toBe('It is due.');
  });

  it('a language without a template takes the other’s; without any, the model’s own text stands', () => {
    expect(renderText(form, 'pt', { article: '', rule: 'A regra.', conditions: [] }, '')).toBe('A regra.');
    expect(renderText(THESES, 'pt', {}, 'A tese.')).toBe('A tese.');
  });

  it('keeps the fields; one string stands for a list, a list for a text, a missing optional field for an empty one', () => {
    expect(read({ rule: ['The notice is due', 'within ten days.'], conditions: 'in writing', quotes: 'ten days' }).nuggets[0]).toEqual({
      text: 'The notice is due; within ten days. Conditions: in writing.',
      fields: { article: '', rule: 'The notice is due; within ten days.', conditions: ['in writing'] },
      quotes: ['ten days'],
      shortened: [],
    });
  });

  it('a missing required field or an object for a string is no nugget, and is counted', () => {
    expect(read(item({ rule: ' ' }), item({ conditions: [{ a: 1 }] }), item({ rule: undefined }), 'x')).toEqual({
      nuggets: [],
      state: 'whole',
      note: '4 invalid',
    });
  });

  it('what is longer or more than allowed is cut at a word and named', () => {
    const long = `The notice is due ${'at once and without delay '.repeat(4)}`;
    const { nuggets } = read(item({ rule: long, conditions: ['a first', 'a second', 'a third'] }));
    const rule = String(nuggets[0]!.fields.rule);
    expect(rule.length).toBeLessThanOrEqual(60);
    expect(rule).toMatch(/^The notice is due at once [\w ]+\w…$/);
    expect(long).toContain(`${rule.slice(0, -1)} `);
    expect(nuggets[0]!.shortened).toEqual(['rule', 'conditions']);
  });

  it('an answer that ends early keeps the items that are whole, whichever field broke', () => {
    const whole = JSON.stringify({ nuggets: [item(), item({ rule: 'The rent is due on the first day of each month.' })] });
    for (let at = 1; at < whole.length; at++) {
      const { nuggets, state } = readReply(whole.slice(0, at), { form, lang: 'en' });
      expect(state).not.toBe('whole');
      expect(
        ['Art. 5: The notice is due within ten days.', 'Art. 5: The rent is due on the first day of each month.'].slice(0, nuggets.length),
      ).toEqual(nuggets.map(({ text }) => text));
    }
  });

  it('property: no value of a field makes it throw, and lengths hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('article', 'rule', 'conditions'), fc.jsonValue()), (said) => {
        const found = readFields(said, form);
        if (!found) return;
        expect(String(found.fields.rule).length).toBeLessThanOrEqual(60);
        expect((found.fields.conditions as string[]).length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
