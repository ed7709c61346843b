/**
 * kill -9 in the middle of an extraction of 100 decisions, three times: what the ledger says
 * afterwards, against the same extraction left alone.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hundredCases } from './collections.mjs';
import { CLI, pepita, WORK } from './work.mjs';

const KILLS = 3;
const ARGS = ['--collection', 'aila100'];

/** @param reference workspace in which aila100 was extracted without a stop */
export async function measureKills(reference) {
  const workspace = join(WORK, 'killed');
  rmSync(workspace, { recursive: true, force: true });
  pepita(workspace, 'import', hundredCases(), ...ARGS);
  const seen = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const target = Math.round((100 * kill) / (KILLS + 1));
    const before = ledger(workspace);
    const told = await killAfter(workspace, target - before.length);
    const after = ledger(workspace);
    const lost = before.filter((line) => !after.includes(line)).length;
    seen.push(`| ${kill} | ${before.length} | ${after.length} | ${told} | ${lost} |`);
  }
  const last = pepita(workspace, 'extract', ...ARGS);
  const all = ledger(workspace);
  const ids = new Set(all.map((line) => JSON.parse(line).doc_id));
  const same = nuggets(workspace) === nuggets(reference);
  console.log('## kill -9, three times, in the extraction of 100 AILA cases\n');
  console.log('| kill | finished before | finished after | told as finished | lost |\n| --- | --- | --- | --- | --- |');
  console.log(seen.join('\n'));
  console.log(
    `\nThe fourth start did the other ${last.documents} and skipped ${last.skipped}; ${all.length} lines in the ledger for ${ids.size} documents; nuggets byte for byte those of an extraction left alone: ${same ? 'yes' : 'NO'}.`,
  );
  if (!same || all.length !== 100 || ids.size !== 100) process.exitCode = 1;
}

/** Starts an extraction and kills it once its progress has told of `documents` more. */
function killAfter(workspace, documents) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [CLI, 'extract', ...ARGS, '--workspace', workspace, '--json'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = 0;
    child.stderr.on('data', (chunk) => {
      for (const [, n] of String(chunk).matchAll(/extracting (\d+) of/g)) told = Math.max(told, Number(n));
      if (told >= documents) child.kill('SIGKILL');
    });
    child.on('exit', () => done(told));
  });
}

/** What is finished: one line a document, with the time of its commit, so that one that was done again would be seen. */
function ledger(workspace) {
  const out = join(WORK, 'killed.ledger.jsonl');
  pepita(workspace, 'export', 'extractions', ...ARGS, '--out', out);
  return readFileSync(out, 'utf8').split('\n').filter(Boolean);
}

function nuggets(workspace) {
  const out = join(WORK, 'killed.nuggets.jsonl');
  pepita(workspace, 'export', 'nuggets', ...ARGS, '--out', out);
  return readFileSync(out, 'utf8');
}
