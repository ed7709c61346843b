/** What a GGUF's header says, for the list of models, and whether the file is as long as the header says it must be. */
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors';

export interface GgufFacts {
  readonly name: string;
  readonly architecture: string;
  /** Number of parameters as people say it: 135M, 4B. */
  readonly parameters: string;
  /** Tokens that the model was trained to read at once; 0 where it does not say. */
  readonly context: number;
  readonly licence: string;
  /** Without one it is a base model, and no good at following a prompt. */
  readonly chatTemplate: boolean;
  /** What says that it reads and does not write, in words; '' for a language model. */
  readonly encoder: string;
}

/** The part of a GGUF reader's answer that is used here. */
export interface GgufHeader {
  readonly metadata: unknown;
  readonly architectureMetadata: unknown;
  readonly totalMetadataSize: number;
  readonly fullTensorInfo?: readonly { readonly fileOffset: number | bigint; readonly filePart: number }[];
}

export function ggufFacts(path: string, header: GgufHeader, totalParameters: number): GgufFacts {
  const { general, tokenizer } = header.metadata as { general?: Record<string, unknown>; tokenizer?: { chat_template?: string } };
  const text = (key: string) => (typeof general?.[key] === 'string' ? (general[key] as string) : '');
  return {
    name: text('name') || basename(path, '.gguf'),
    architecture: text('architecture'),
    parameters: text('size_label') || sizeLabel(totalParameters),
    context: Number((header.architectureMetadata as { context_length?: number } | undefined)?.context_length ?? 0),
    licence: text('license'),
    chatTemplate: Boolean(tokenizer?.chat_template?.trim()),
    encoder: encoderSign(text('architecture'), (header.architectureMetadata ?? {}) as Readonly<Record<string, unknown>>),
  };
}

/** Architectures that read and do not write. */
export const ENCODERS = /^(bert|.*-bert.*|t5encoder|clip|siglip|wavtokenizer.*)$/;
/** llama.cpp's numbers; a language model names none of them. */
const POOLINGS: Readonly<Record<number, string>> = { 1: 'mean', 2: 'cls', 3: 'last', 4: 'rank' };

/** Embedding models are often built like language models, chat template and all: what tells them is how their vectors are pooled. */
function encoderSign(architecture: string, { pooling_type, attention }: Readonly<Record<string, unknown>>): string {
  if (ENCODERS.test(architecture)) return `its architecture is ${architecture}`;
  const pooling = POOLINGS[Number(pooling_type ?? 0)];
  if (pooling) return `its pooling is "${pooling}"`;
  return (attention as { causal?: unknown } | undefined)?.causal === false ? 'each word sees those after it' : '';
}

function sizeLabel(parameters: number): string {
  if (!(parameters > 0)) return '';
  const [value, unit] = parameters >= 1e9 ? [parameters / 1e9, 'B'] : [parameters / 1e6, 'M'];
  return `${value >= 10 ? Math.round(value) : Math.round(value * 10) / 10}${unit}`;
}

/** The files of a model that comes in parts (`x-00001-of-00003.gguf`), else the file itself. */
export function ggufParts(path: string): string[] {
  const split = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i.exec(basename(path));
  if (!split) return [path];
  const parts = Number(split[3]);
  return Array.from({ length: parts }, (_, i) => join(dirname(path), `${split[1]}-${String(i + 1).padStart(5, '0')}-of-${split[3]}.gguf`));
}

/**
 * @param tensorBytes bytes of all tensors together
 * @throws MODEL_FAILED where a part is missing or ends before its weights do
 */
export async function checkWhole(path: string, header: GgufHeader, tensorBytes: number): Promise<void> {
  const fail = (why: string): never => {
    throw new AppError('MODEL_FAILED', `${basename(path)} is no whole GGUF file: ${why}.`, 'A half-finished download? Fetch it again.', {
      path,
    });
  };
  const parts = ggufParts(path);
  const sizes = await Promise.all(
    parts.map((part) =>
      stat(part)
        .then(({ size }) => size)
        .catch(() => fail(`${basename(part)} is missing`)),
    ),
  );
  for (const { fileOffset, filePart } of header.fullTensorInfo ?? [])
    if (Number(fileOffset) >= (sizes[filePart - 1] ?? 0)) fail(`${basename(parts[filePart - 1] ?? path)} ends before its weights do`);
  const total = sizes.reduce((a, b) => a + b, 0);
  if (Number.isFinite(tensorBytes) && total < header.totalMetadataSize + tensorBytes)
    fail(`it has ${total} bytes, its weights alone take ${tensorBytes}`);
}
