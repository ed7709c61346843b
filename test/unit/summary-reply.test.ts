import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { salvageFields } from '../../electron/engine/chat/salvageFields';
import { mergeSummaries } from '../../electron/engine/extract/summary/mergeSummaries';
import { readSummaryReply } from '../../electron/engine/extract/summary/summaryReply';
import { summarySchema } from '../../electron/engine/extract/summary/summarySchema';
import type { SummaryItem } from '../../shared/domain';
import { FormField } from '../../shared/profiles';

const field = (name: string, more: object = {}) => FormField.parse({ name, label: { en: name }, ...more });
const form = [
  field('court', { ranked: false, max_chars: 30 }),
  field('facts', { type: 'list', quoted: true, max_items: 3 }),
  field('issues', { type: 'list', max_items: 3, max_chars: 60 }),
];
const whole = {
  court: 'Supreme Court of India',
  facts: [
    { text: 'A clerk was dismissed without a hearing.', quote: 'dismissed without a hearing' },
    { text: 'He "appealed" [twice] {in} vain.', quote: 'appealed' },
  ],
  issues: ['Whether a clerk is a public servant?'],
};
const texts = (raw: string) =>
  Object.fromEntries([...readSummaryReply(raw, form).fields].map(([name, items]) => [name, items.map(({ text }) => text)]));

describe('the answer of a summary', () => {
  it('is bound to the fields in their order; a quoted item is an object', () => {
    expect(summarySchema(form)).toMatchObject({
      required: ['court', 'facts', 'issues'],
      properties: {
        court: { type: 'string' },
        facts: { maxItems: 3, items: { required: ['text', 'quote'] } },
        issues: { items: { type: 'string' } },
      },
    });
  });

  it('whole: every item with its quote, and nothing to repair', () => {
    const { fields, state, repairs } = readSummaryReply(JSON.stringify(whole), form);
    expect({ state, repairs }).toEqual({ state: 'whole', repairs: '' });
    expect(fields.get('facts')).toEqual(whole.facts);
    expect(fields.get('court')).toEqual([{ text: 'Supreme Court of India', quote: '' }]);
  });

  it('missing, of a wrong type, too long, repeated, empty: put right, and each told', () => {
    const long = 'Whether the clerk, who had served for eleven years, may be dismissed without any hearing at all?';
    const { fields, state, repairs } = readSummaryReply(
      JSON.stringify({ facts: 'A clerk was dismissed.', issues: [long, 7, 'N/A', '', { a: 1 }, 'seven', 'Seven'], judges: ['X'] }),
      form,
    );
    expect(state).toBe('whole');
    expect(fields.get('facts')).toEqual([{ text: 'A clerk was dismissed.', quote: '' }]);
    const issues = fields.get('issues')!.map(({ text }) => text);
    expect(issues).toEqual([expect.stringMatching(/^Whether the clerk.*…$/), '7', 'seven']);
    expect(issues[0]!.length).toBeLessThanOrEqual(60);
    for (const told of [
      'missing: court',
      'facts: a single value',
      'issues: 1 invalid',
      'issues: 1 repeated',
      'issues: 1 shortened',
      'not asked for: judges',
    ])
      expect(repairs).toContain(told);
  });

  it('cut anywhere: what is whole is kept, in order, and nothing is made up', () => {
    const raw = JSON.stringify(whole);
    const all = { court: [whole.court], facts: whole.facts.map(({ text }) => text), issues: whole.issues };
    for (let at = 1; at < raw.length; at++) {
      const got = texts(raw.slice(0, at));
      for (const name of ['court', 'facts', 'issues'] as const) expect(all[name].slice(0, got[name]!.length)).toEqual(got[name]);
    }
    expect(texts(raw.slice(0, raw.indexOf('"He')))).toMatchObject({ facts: [all.facts[0]], issues: [] });
    expect(readSummaryReply(raw.slice(0, -1), form).state).toBe('cut');
  });

  it('words around it, a fence, or no head: read, and known not to be whole', () => {
    const raw = JSON.stringify(whole, null, 2);
    for (const odd of [`Sure!\n\`\`\`json\n${raw}\n\`\`\``, raw.slice(raw.indexOf('"facts"'))]) {
      expect(readSummaryReply(odd, form).state).toBe('cut');
      expect(texts(odd).issues).toEqual(whole.issues);
    }
    for (const none of ['', '[]', 'null', '{"summary":"x"}', 'I can not.']) expect(readSummaryReply(none, form).state).toBe('invalid');
  });

  it('property: nothing makes it throw, and what is salvaged was said', () => {
    fc.assert(fc.property(fc.string(), (raw) => void readSummaryReply(raw, form)));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('court', 'facts', 'issues', 'x'), fc.jsonValue()), fc.nat(400), (said, at) => {
        const raw = JSON.stringify(said);
        readSummaryReply(raw, form);
        const kept = salvageFields(raw.slice(0, at), ['court', 'facts', 'issues']);
        for (const value of Object.values(kept).flat()) expect(raw).toContain(JSON.stringify(value));
      }),
    );
  });

  it('the prompt’s own words, and a loop, are nothing', () => {
    const { fields, repairs } = readSummaryReply(
      JSON.stringify({ court: '', facts: [], issues: ['the questions that the court had to answer', 'is it so that it is '.repeat(9)] }),
      form,
      'Fields: "issues": The questions that the court had to answer.',
    );
    expect(fields.get('issues')).toEqual([]);
    expect(repairs).toContain('1 loops');
    expect(repairs).toContain('1 echoes');
  });
});

const item = (text: string, status: SummaryItem['status'] = 'exact'): SummaryItem => ({ text, status, spans: [] });
const window = (fields: Record<string, SummaryItem[]>) => new Map(Object.entries(fields));

describe('the summaries of many windows', () => {
  it('a text is the first window’s that has one; lists are joined, what is said twice once, better evidence wins its place', () => {
    const { fields, notes } = mergeSummaries(
      [
        window({ court: [], facts: [item('The clerk was dismissed in 1994.', 'none')], issues: [item('Is it void?')] }),
        window({
          court: [item('High Court')],
          facts: [item('the clerk was dismissed in 1994', 'exact'), item('The clerk was dismissed in 1995.')],
        }),
        window({ court: [item('Supreme Court')], facts: [] }),
      ],
      form,
    );
    expect(fields).toEqual([
      { name: 'court', ranked: false, items: [item('High Court')] },
      { name: 'facts', ranked: true, items: [item('the clerk was dismissed in 1994', 'exact'), item('The clerk was dismissed in 1995.')] },
      { name: 'issues', ranked: true, items: [item('Is it void?')] },
    ]);
    expect(notes).toEqual([]);
  });

  it('beyond the cap each window gives one in turn, so that the last has its share; the rest is told', () => {
    const many = (from: string) => window({ issues: ['alpha', 'beta', 'gamma'].map((word) => item(`${from} ${word}?`)) });
    const { fields, notes } = mergeSummaries([many('first'), many('second')], form);
    expect(fields[2]!.items.map(({ text }) => text)).toEqual(['first alpha?', 'first beta?', 'second alpha?']);
    expect(notes).toEqual(['issues: 3 of 6 left out, the form holds 3']);
  });
});
