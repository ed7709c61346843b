/** Any folder with a graph and a tokenizer becomes an encoder: looked at, tried, and described in a manifest. */
import { join, resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { batchCheck, batchCosine, checkEncoder } from '../embed/checkEncoder';
import { createEncoder } from '../embed/encoder';
import { type EncoderFacts, inspectFolder } from '../embed/inspect';
import { DEFAULT_OVERLAP, type EncoderManifest } from '../embed/manifest';
import { hashFile } from '../embed/modelFiles';
import { notesOn, type Proposal, propose, statedByProposal } from '../embed/propose';
import { replaceJsonFile } from '../store/jsonFile';
import { addGgufEncoder, ggufAt, inspectGgufEncoder } from './addGgufEncoder';
import type { EngineContext } from './context';
import { makeFindable, refuseTakenId } from './encoderPlace';
import { listProposal } from './listProposal';

/** Characters of the longest text that an encoder is tried on, and of one where it is read whole, window by window. */
const LONG = 1_000_000;
const LONG_WINDOWS = 20_000;

/** What a folder holds and the manifest that would be written: nothing is written yet. */
export async function inspectEncoder(context: EngineContext, input: ParsedInput<'inspectEncoder'>): Promise<Output<'inspectEncoder'>> {
  const { threads } = context;
  const dir = resolve(input.dir);
  const gguf = await ggufAt(dir, input.graph);
  if (gguf) return inspectGgufEncoder(context, gguf, input.choices);
  const { facts, graph } = await inspectFolder(dir, { chosen: input.graph, threads });
  await graph.release();
  const proposal = propose(facts, input.choices);
  return {
    path: dir,
    graph: { path: facts.graph, inputs: [...facts.inputs], outputs: facts.outputs.map(({ name, dims }) => ({ name, dims: [...dims] })) },
    tokenizer: { kind: facts.tokenizer.kind, vocabulary: facts.tokenizer.vocabulary },
    proposal: listProposal(proposal),
    notes: notesOn(facts, proposal),
    has_manifest: facts.hasManifest,
  };
}

/**
 * Writes manifest.json, and a link in the workspace's models folder where the encoder would not be found otherwise.
 * @throws USAGE where a manifest is there (without force) or the id is taken, MODEL_FAILED where a check fails: nothing is written then
 */
export async function addEncoder(context: EngineContext, input: ParsedInput<'addEncoder'>): Promise<Output<'addEncoder'>> {
  const { config, threads } = context;
  const dir = resolve(input.dir);
  const gguf = await ggufAt(dir, input.graph);
  if (gguf) return addGgufEncoder(context, gguf, input.choices, input.force);
  const { facts, graph, encode } = await inspectFolder(dir, { chosen: input.graph, threads });
  try {
    const manifestPath = join(dir, 'manifest.json');
    if (facts.hasManifest && !input.force)
      throw new AppError('USAGE', `${manifestPath} is there already.`, 'Use --force to write it anew.', { path: manifestPath });
    const proposal = propose(facts, input.choices);
    await refuseTakenId(config, proposal.id.value, dir);
    const files: EncoderManifest['files'] = [];
    for (const path of facts.files) files.push({ path, ...(await hashFile(join(dir, path))) });
    const wanted = manifestOf(facts, proposal, files);
    const hashes = { sha256: files[0]!.sha256, identity: '' };
    const batch = batchCheck(await batchCosine(createEncoder(wanted, graph, encode, hashes)));
    const manifest = { ...wanted, batch_rows: batch.alone ? 1 : wanted.batch_rows };
    const sentence = 'O tribunal decidiu o recurso. ';
    const long = sentence.repeat(Math.ceil((manifest.long_texts === 'window' ? LONG_WINDOWS : LONG) / sentence.length));
    const { alone: _, ...batchFound } = batch;
    const checks = [...(await checkEncoder(createEncoder(manifest, graph, encode, hashes), long)), batchFound];
    await replaceJsonFile(manifestPath, manifest, 2);
    context.reopenEncoder(manifest.id);
    return {
      id: manifest.id,
      path: manifestPath,
      linked: await makeFindable(config, manifest.id, dir),
      proposal: listProposal(proposal),
      batch_rows: manifest.batch_rows,
      checks,
      notes: notesOn(facts, proposal),
    };
  } finally {
    await graph.release();
  }
}

function manifestOf(facts: EncoderFacts, proposal: Proposal, files: EncoderManifest['files']): EncoderManifest {
  const width = facts.outputs.find(({ name }) => name === proposal.output.value)!.dims.at(-1)!;
  const dimensions = proposal.dimensions.value;
  if (dimensions > width)
    throw new AppError('USAGE', `The graph gives ${width} dimensions, not ${dimensions}.`, `At most --dimensions ${width}.`);
  return {
    ...statedByProposal(proposal, width),
    files,
    inputs: [...facts.inputs],
    long_texts: proposal.long_texts.value,
    window_overlap: Math.min(DEFAULT_OVERLAP, proposal.max_tokens.value >> 3),
    pad_id: facts.tokenizer.padId ?? 0,
    batch_rows: 32,
  };
}
