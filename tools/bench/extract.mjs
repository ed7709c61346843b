/**
 * Tokens a second of the local extraction, and decisions a minute, beside llama.cpp's own server over the same GGUF:
 * the same prompt, the same schema as grammar, the same texts, at most as many threads. Both keep the prompt's fixed
 * part. `PEPITA_THREADS=N` limits both.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../ready.mjs';
import { bundleEngine } from './bundle.mjs';
import { median } from './compare.mjs';
import { ensurePython, startPeer } from './python.mjs';
import { cut } from './sampleTexts.mjs';

const MODEL = join(root, '.cache', 'models', 'SmolLM2-135M-Instruct.Q4_1.gguf');
const DECISIONS = 50;
/** Decisions that one side reads before the other's turn. */
const BLOCK = 10;
const CHARS = 400;
const ANSWER = 64;
const SINGLE = 5;
const CONTEXT = 4096;

export async function benchExtract() {
  if (!existsSync(MODEL)) return console.log(`${MODEL} is not there: node test/live/fetch-models.mjs fetches it.`);
  const threads = Number(process.env.PEPITA_THREADS) || availableParallelism();
  const { openChatModel, loadProfile } = await import(
    await bundleEngine(
      'extract.mjs',
      `export { openChatModel } from './electron/engine/llama/openChatModel';
       export { loadProfile } from './electron/engine/extract/loadProfile';`,
    )
  );
  const { profile } = await loadProfile(join(root, 'resources', 'prompts', 'jurisprudence.json'));
  const prompt = profile.prompts.pt;
  const asked = (text, maxTokens = ANSWER) => ({ system: prompt.system, user: prompt.user(text), schema: profile.form.schema, maxTokens });
  const open = (pace, more = {}) => openChatModel({ modelPath: MODEL, gpu: false, contextSize: CONTEXT, threads, ...pace, ...more });
  const ask = (model, { system, user, ...bounds }) => model.ask({ system, user }, { ...bounds, temperature: 0, seed: 7 });
  const python = ensurePython();
  const serve = (n, slots) => python && startPeer('extract_peer.py', [MODEL, String(n), String(slots), String(CONTEXT)]);

  await single();
  await overall();

  /** One sequence, one thread on both sides. The server's own timings are taken, without its HTTP. */
  async function single() {
    const ours = await open({ pace: { lanes: 1, threads: 1 } }, { threads: 1 });
    const server = serve(1, 1);
    const rates = { ours: { read: [], write: [] }, server: { read: [], write: [] } };
    const texts = cut(500, SINGLE + 1);
    const one = async (request) => (await server.ask({ requests: [request] })).answers[0];
    // The first of each loop fills the caches and is not counted.
    for (const [i, text] of texts.entries()) {
      // Nothing of this prompt was read before.
      const fresh = { ...asked(text, 1), system: `${i} ${text}`, user: text };
      const { value, took } = await seconds(() => ask(ours, fresh));
      const theirs = server && (await one(fresh));
      if (i === 0) continue;
      rates.ours.read.push(value.promptTokens / took);
      if (theirs) rates.server.read.push(theirs.prompt_per_second);
    }
    for (const [i, text] of texts.entries()) {
      // Both read the text behind the kept prompt: what the longer takes more is the writing.
      const first = await seconds(() => ask(ours, asked(text, 1)));
      const whole = await seconds(() => ask(ours, asked(text)));
      const theirs = server && (await one(asked(text)));
      if (i === 0) continue;
      rates.ours.write.push((whole.value.answerTokens - 1) / (whole.took - first.took));
      if (theirs) rates.server.write.push(theirs.predicted_per_second);
    }
    await ours.dispose();
    server?.stop();
    table(
      ['one sequence, one thread', 'Pepita, tokens/s', "llama.cpp's server", 'ratio'],
      [
        ['reading the prompt', 'read'],
        ['writing the answer, bound to the grammar', 'write'],
      ].map(([label, key]) => {
        const [a, b] = [rates.ours[key], rates.server[key]];
        return [
          label,
          median(a).toFixed(1),
          b.length > 0 ? median(b).toFixed(1) : '–',
          b.length > 0 ? times(median(a.map((x, i) => x / b[i]))) : '–',
        ];
      }),
    );
  }

  /** Short decisions, blocks of them in turns. The server stands at its better of one thread and all, one slot and as many as we have lanes. */
  async function overall() {
    const ours = await open({});
    const texts = cut(CHARS, DECISIONS).map((text) => asked(text));
    const ways = { ours: async (requests) => ({ answers: await Promise.all(requests.map((request) => ask(ours, request))) }) };
    const servers = [];
    for (const [slots, n] of python
      ? [
          [1, 1],
          [ours.lanes, ours.lanes],
          [1, threads],
        ]
      : []) {
      const name = `${slots} slot${slots > 1 ? 's' : ''}, ${n} thread${n > 1 ? 's' : ''}`;
      if (ways[name]) continue;
      const server = serve(n, slots);
      servers.push(server);
      ways[name] = (requests) => server.ask({ requests });
    }
    // A trial: who takes five times as long as the fastest is left out, as threads that wait for each other do on a busy machine.
    const trial = {};
    for (const [name, way] of Object.entries(ways)) trial[name] = (await seconds(() => way(texts.slice(0, 2)))).took;
    const left = Object.keys(ways).filter((name) => name === 'ours' || trial[name] < 5 * Math.min(...Object.values(trial)));
    const took = Object.fromEntries(left.map((name) => [name, []]));
    const tokens = Object.fromEntries(left.map((name) => [name, 0]));
    for (let at = 0; at < DECISIONS; at += BLOCK) {
      for (const name of left) {
        const { value, took: block } = await seconds(() => ways[name](texts.slice(at, at + BLOCK)));
        took[name].push(block);
        for (const answer of value.answers) tokens[name] += answer.answerTokens ?? answer.predicted_n;
      }
    }
    const lanes = ours.lanes;
    await ours.dispose();
    for (const server of servers) server.stop();
    const total = (name) => took[name].reduce((a, b) => a + b, 0);
    table(
      [`${DECISIONS} decisions of ${CHARS} characters, answers of at most ${ANSWER} tokens`, 'decisions/min', 'answer tokens', 'Pepita is'],
      left.map((name) => [
        name === 'ours' ? `Pepita, ${lanes} lane${lanes > 1 ? 's' : ''}` : `server, ${name}`,
        ((DECISIONS / total(name)) * 60).toFixed(1),
        String(tokens[name]),
        name === 'ours' ? '' : times(median(took[name].map((x, i) => x / took.ours[i]))),
      ]),
    );
    for (const name of Object.keys(ways).filter((one) => !left.includes(one)))
      console.log(`Left out after a trial, for it was far slower: ${name}.`);
  }
}

const times = (x) => `${x.toFixed(2)}×`;

async function seconds(run) {
  const started = performance.now();
  const value = await run();
  return { value, took: (performance.now() - started) / 1000 };
}

function table(head, rows) {
  console.log(`| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
  console.log('');
}
