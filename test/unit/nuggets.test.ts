import { describe, expect, it } from 'vitest';
import { alignSource } from '../../electron/engine/extract/align';
import { evidenceOf } from '../../electron/engine/extract/imported';
import { parseNugget } from '../../electron/engine/import/nuggets';
import { offsetConverter, offsetReader } from '../../electron/engine/use/offsets';

describe('a row of nuggets made elsewhere', () => {
  const row = (more: object) => parseNugget(JSON.stringify({ doc_id: 'd', text: 'Uma tese.', ...more }), undefined, 'arquivo');

  it('says who made it: a flag, the row, an export’s extractor, else the file', () => {
    const source = (json: object, flag?: string) =>
      (parseNugget(JSON.stringify({ doc_id: 'd', text: 'Uma tese.', ...json }), flag, 'arquivo') as { source: string }).source;
    expect(source({ system: 'a' }, 'Modelo X 2.1')).toBe('imported:Modelo X 2.1');
    expect(source({ system: 'a', extractor: 'llama' })).toBe('imported:a');
    expect(source({ extractor: 'llama' })).toBe('imported:llama');
    expect(source({ extractor: 'imported:b' })).toBe('imported:b');
    expect(source({})).toBe('imported:arquivo');
  });

  it('may have one quote, several or none, and spans in two forms', () => {
    expect(row({ quote: 'a b c' })).toMatchObject({ quotes: ['a b c'] });
    expect(row({ quotes: ['x', 'y'] })).toMatchObject({ quotes: ['x', 'y'] });
    expect(row({})).toMatchObject({ quotes: undefined, spans: undefined, tier: 'written', context: '', cue: null, fields: {} });
    expect(row({ offsets: 'utf8', spans: [[1, 4], { start: 5, end: 9, kind: 'exact', score: 1 }] })).toMatchObject({
      offsets: 'utf8',
      spans: [
        { start: 1, end: 4 },
        { start: 5, end: 9, kind: 'exact' },
      ],
    });
  });

  it.each([
    [{ doc_id: '' }, '"doc_id" is empty'],
    [{ doc_id: null }, '"doc_id" is empty'],
    [{ text: 5 }, '"text"'],
    [{ text: '  ' }, 'the text is empty'],
    [{ text: 'x'.repeat(20_001) }, 'at most 20000'],
    [{ quotes: 'a' }, '"quotes"'],
    [{ spans: [[0, 3]] }, '"offsets"'],
    [{ spans: [[3, 3]], offsets: 'utf16' }, 'ends before it begins'],
    [{ spans: [[-1, 3]], offsets: 'utf16' }, '"spans'],
    [{ spans: [[0, 3]], offsets: 'bytes' }, '"offsets"'],
    [{ tier: 'gold' }, '"tier"'],
    [{ system: 'a/b' }, 'name of the system'],
  ])('is refused with its reason: %j', (more, reason) => {
    expect(row(more)).toContain(reason);
  });

  it('that is no JSON object is refused', () => {
    expect(parseNugget('{"doc_id":', undefined, 'f')).toContain('not JSON');
    expect(parseNugget('[1]', undefined, 'f')).toContain('no JSON object');
    expect(parseNugget('null', undefined, 'f')).toContain('no JSON object');
  });
});

describe('offsets read from another unit', () => {
  // a · é (2 bytes) · 😀 (4 bytes, 2 units) · b
  const text = 'aé😀b';
  it.each([
    ['utf16', [0, 1, 2, undefined, 4, 5, undefined]],
    ['codepoints', [0, 1, 2, 4, 5, undefined, undefined]],
    ['utf8', [0, 1, undefined, 2, undefined, undefined, undefined, 4, 5, undefined]],
  ] as const)('%s', (unit, places) => {
    expect(places.map((_, offset) => offsetReader(text, unit)(offset))).toEqual(places);
  });
  it('are the way back of the offsets that are written', () => {
    const long = 'Acórdão 😀 ﬁnal 👩‍⚖️ — §2º.';
    for (const unit of ['utf16', 'codepoints', 'utf8'] as const) {
      const [to, back] = [offsetConverter(long, unit), offsetReader(long, unit)];
      for (const place of [0, 8, 10, 16, long.length]) expect(back(to(place))).toBe(place);
    }
  });
});

describe('evidence that is given', () => {
  const text = 'O prazo prescricional 😀 é de cinco anos. Página 2 A contagem começa na data do fato.';
  const source = alignSource(text);
  const at = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
  const ask = (given: Partial<Parameters<typeof evidenceOf>[0]>) =>
    evidenceOf({ text: 'Prescreve em cinco anos.', quotes: undefined, places: undefined, ...given }, text, source);

  it('is taken where the text reads as the quote, and its kind is ours', () => {
    const place = at('O prazo prescricional 😀 é de cinco anos');
    expect(ask({ quotes: ['O prazo prescricional 😀 é de cinco anos'], places: [place] })).toEqual({
      status: 'exact',
      spans: [{ ...place, kind: 'exact', score: 1 }],
      quotes: ['O prazo prescricional 😀 é de cinco anos'],
      doubt: '',
    });
    expect(ask({ quotes: ['o PRAZO  prescricional 😀 é de cinco anos'], places: [place] })).toMatchObject({
      status: 'normalised',
      doubt: '',
    });
    expect(ask({ quotes: ['O prazo prescricional 😀 é de vinte anos'], places: [place] })).toMatchObject({ status: 'fuzzy', doubt: '' });
  });

  it('keeps a weaker kind that was said, and takes a stronger one back', () => {
    const place = at('A contagem começa na data do fato');
    const quotes = ['A contagem começa na data do fato'];
    expect(ask({ quotes, places: [{ ...place, kind: 'normalised', score: 1 }] }).status).toBe('normalised');
    expect(ask({ quotes: ['A contagem começa na data do ato'], places: [{ ...place, kind: 'exact', score: 1 }] })).toMatchObject({
      status: 'fuzzy',
      doubt: 'the evidence is weaker than was said',
    });
  });

  it('is looked for anew where the text does not read so, or the place is none', () => {
    const quotes = ['A contagem começa na data do fato'];
    const right = { spans: [{ ...at(quotes[0]!), kind: 'exact', score: 1 }], status: 'exact' };
    expect(ask({ quotes, places: [at('O prazo prescricional 😀 é')] })).toMatchObject({
      ...right,
      doubt: expect.stringContaining('does not read'),
    });
    expect(ask({ quotes, places: [{ start: undefined, end: 9 }] })).toMatchObject({ ...right, doubt: expect.stringContaining('outside') });
  });

  it('of one quote may lie in several places together', () => {
    const places = [at('O prazo prescricional 😀 é de cinco anos.'), at('A contagem')].map((place) => ({
      ...place,
      kind: 'normalised' as const,
      score: 1,
    }));
    const quotes = ['O prazo prescricional 😀 é de cinco anos. A contagem'];
    expect(ask({ quotes, places })).toMatchObject({ status: 'normalised', spans: places, doubt: '' });
    // The longer of the two is nearly the whole quote by itself: that makes the evidence no weaker.
    const uneven = [at('O prazo prescricional 😀 é de cinco'), at('anos.')].map((place) => ({
      ...place,
      kind: 'normalised' as const,
      score: 1,
    }));
    const said = { quotes: ['O prazo prescricional 😀 é de cinco anos.'], places: uneven };
    expect(ask(said)).toMatchObject({ status: 'normalised', spans: uneven, doubt: '' });
  });

  it('without quotes is the text at the place; without either, the nugget itself is looked for', () => {
    const place = at('A contagem começa na data do fato.');
    expect(ask({ places: [place] })).toMatchObject({ status: 'exact', quotes: ['A contagem começa na data do fato.'] });
    expect(ask({ quotes: [], places: [place] })).toMatchObject({ status: 'exact', spans: [{ ...place, kind: 'exact', score: 1 }] });
    expect(ask({ text: 'A contagem começa na data do fato.' })).toMatchObject({
      status: 'exact',
      spans: [{ ...place, kind: 'exact', score: 1 }],
    });
    expect(ask({})).toEqual({ status: 'none', spans: [], quotes: [], doubt: '' });
    expect(ask({ quotes: ['palavras que não estão no texto'] })).toMatchObject({
      status: 'none',
      quotes: ['palavras que não estão no texto'],
    });
  });
});
