import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverBy, meanOf } from '../../electron/engine/extract/coverage';
import { loadCues } from '../../electron/engine/extract/cue';
import { dedupe } from '../../electron/engine/extract/dedupe';
import { readReply } from '../../electron/engine/extract/reply';
import { cutWindows } from '../../electron/engine/extract/windows';
import type { ExtractedNugget } from '../../electron/engine/ports';

describe('windows over a long text', () => {
  const count = (text: string) => Math.ceil(text.length / 4);
  it('property: every character is in some window, none is over the budget, each goes further', () => {
    const piece = fc.constantFrom(
      'uma frase curta. ',
      'outra frase, mais longa, que segue adiante. ',
      '\n',
      '\n\n',
      'x'.repeat(300),
      '😀'.repeat(40),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), fc.integer({ min: 16, max: 200 }), fc.nat(60), (pieces, budget, overlap) => {
        const text = pieces.join('');
        const windows = cutWindows(text, budget, overlap, count);
        let reached = 0;
        for (const { start, end } of windows) {
          expect(start).toBeLessThanOrEqual(reached);
          expect(end).toBeGreaterThan(reached);
          expect(count(text.slice(start, end))).toBeLessThanOrEqual(budget);
          expect(/^[\udc00-\udfff]/.test(text.slice(start))).toBe(false);
          reached = end;
        }
        expect(reached).toBe(text.length);
      }),
    );
  });
  it('a text that fits is one window; the next begins where a paragraph does', () => {
    expect(cutWindows('curto', 100, 10, count)).toEqual([{ start: 0, end: 5 }]);
    const text = `${'Primeiro parágrafo com algumas palavras.'.repeat(3)}\n\n${'Segundo parágrafo com outras palavras.'.repeat(3)}\n\n${'Terceiro.'.repeat(9)}`;
    for (const { start } of cutWindows(text, 40, 0, count).slice(1)) expect(text.slice(0, start)).toMatch(/\n\n$|\.$/);
  });
});

describe('what a model answers', () => {
  const A = 'A prescrição intercorrente exige inércia do credor por prazo superior ao do direito.';
  const B = 'O seguro não cobre o sinistro causado por agravamento intencional do risco pelo segurado.';
  it('whole', () => {
    expect(readReply(JSON.stringify({ nuggets: [{ text: A, quotes: ['x y'] }] }))).toEqual({
      nuggets: [{ text: A, fields: {}, quotes: ['x y'], shortened: [] }],
      state: 'whole',
      note: '',
    });
    expect(readReply('{"nuggets":[]}')).toEqual({ nuggets: [], state: 'whole', note: '' });
  });
  it('cut by the token limit: what is whole is kept, the open one is not', () => {
    const reply = readReply(`{"nuggets":[{"text":"${A}"},{"text":"${B.slice(0, 30)}`);
    expect(reply.state).toBe('cut');
    expect(reply.nuggets).toEqual([{ text: A, fields: {}, quotes: [], shortened: [] }]);
  });
  it('cut inside an escape, with brackets and quotes in its strings', () => {
    const odd = `${A} Diz a lei: \\"{não}\\" e [sim].`;
    const reply = readReply(`{ "nuggets" : [ {"text":"${odd}","quotes":["a\\\\"]}, {"text":"B\\`);
    expect(reply.nuggets).toHaveLength(1);
    expect(reply.nuggets[0]!.text).toContain('"{não}" e [sim].');
  });
  it('without its head, or with another: invalid, nothing is made up', () => {
    for (const raw of ['', 'Claro! Aqui estão:', '[{"text":"x"}]', '{"teses":["x"]}', 'null', '{"nuggets":"x"'])
      expect(readReply(raw)).toMatchObject({ state: 'invalid', nuggets: [] });
  });
  it('a loop, a repetition and a scrap are left out and counted', () => {
    const loop = 'o prazo é de cinco anos, '.repeat(8);
    const reply = readReply(
      JSON.stringify({
        nuggets: [
          { text: A, quotes: [] },
          { text: A.toUpperCase(), quotes: [] },
          { text: loop, quotes: [] },
          { text: 'curto', quotes: [] },
          3,
        ],
      }),
    );
    expect(reply.nuggets.map(({ text }) => text)).toEqual([A]);
    expect(reply.note).toBe('2 invalid, 1 repeated, 1 loops');
  });
  it('property: never throws, and a cut answer gives a prefix of the whole one', () => {
    const whole = JSON.stringify({
      nuggets: [
        { text: A, quotes: ['q1'] },
        { text: B, quotes: ['q2', 'q3'] },
      ],
    });
    fc.assert(
      fc.property(fc.nat(whole.length), (at) => {
        const { nuggets } = readReply(whole.slice(0, at));
        expect([A, B].slice(0, nuggets.length)).toEqual(nuggets.map(({ text }) => text));
      }),
    );
    fc.assert(fc.property(fc.string(), (raw) => void readReply(raw)));
  });
});

describe('the same thesis from two windows', () => {
  const nugget = (text: string, start: number): ExtractedNugget => ({
    text,
    context: '',
    tier: 'written',
    status: 'exact',
    spans: [{ start, end: start + 50, kind: 'exact', score: 1 }],
    quotes: [],
    cue: null,
    fields: {},
    failed_checks: [],
    trace: 0,
  });
  it('is kept once; another with the same words elsewhere stays', () => {
    const a = nugget('a multa exige dolo ou culpa grave do gestor público responsável', 0);
    const near = nugget('A multa exige dolo ou culpa grave do gestor público responsável', 20);
    const other = nugget('a multa exige dolo ou culpa grave do gestor público e do responsável', 900);
    expect(dedupe([a, near, other])).toEqual([a, other]);
  });
});

describe('cues', () => {
  it('a thesis scores above procedure, party and fact', async () => {
    const cues = await loadCues('resources/prompts/extractive-cues.json');
    const thesis = cues.score(
      'É firme a jurisprudência no sentido de que a penhora de salário só pode ocorrer quando preservado o mínimo existencial do devedor.',
    );
    for (const other of [
      'Intimem-se as partes e, após o trânsito em julgado, arquivem-se os autos com baixa na distribuição.',
      'Alega o apelante que foi surpreendido com a cobrança em 12/03/2019 e que nada deve ao banco.',
      'O autor era servidor do município e havia sido nomeado para o cargo em comissão no ano anterior.',
    ])
      expect(thesis).toBeGreaterThan(cues.score(other) + 2);
    expect(cues.score('It is well settled that no order of dismissal can be passed unless the employee has been heard.')).toBeGreaterThan(
      cues.score('Counsel for the appellant submitted that the witness was not present.'),
    );
  });
});

describe('coverage', () => {
  // Four directions in the plane, two of them double: cover first what stands for most.
  const unit = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const vectors = Float32Array.from([0, 4, 90, 180, 184].flatMap(unit));
  const origin = Float32Array.of(0, 0);
  it('takes one of each group, the earliest among equals', () => {
    // 4° also covers a little of 90° (cos² 86° = .005), so it goes before 0°; 180° and 184° are equals.
    expect(coverBy(vectors, 2, origin, [], 3)).toEqual([1, 3, 2]);
  });
  it('does not cover again what the theses already cover', () => {
    expect(coverBy(vectors, 2, origin, [1], 1)).toEqual([3]);
  });
  it('gives no more than there is', () => expect(coverBy(vectors, 2, origin, [0], 99)).toHaveLength(4));
  it('mean of the rows', () => expect([...meanOf(Float32Array.of(1, 2, 3, 6), 2)]).toEqual([2, 4]));
});
