/** One sequence of a context: reads a prompt and writes an answer, one after the other. */
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { Answer, AskOptions, StopReason } from '../chat/chatModel';
import { endOfAnswer } from '../chat/stops';
import type { Grammars } from './grammars';
import type { PrefixStates } from './prefixStates';
import type { Lib, LlamaContextSequence, Token } from './runtime';

/** Tokens of a prompt that are read between two looks at the signal. */
const CHUNK = 256;

export interface Lane {
  /**
   * @param prefix tokens that the prompt begins with and that the next one may begin with too
   * @throws CANCELLED, INTERNAL where the prompt does not fit the context
   */
  answer(tokens: readonly Token[], prefix: readonly Token[], options: AskOptions): Promise<Answer>;
}

export function openLane(lib: Lib, sequence: LlamaContextSequence, grammarOf: Grammars, states: PrefixStates): Lane {
  const { model } = sequence;

  async function read(tokens: readonly Token[], signal: AbortSignal | undefined): Promise<void> {
    for (let i = 0; i < tokens.length; i += CHUNK) {
      throwIfAborted(signal);
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(i, i + CHUNK));
    }
  }

  /** Leaves exactly the prefix in the context, read in one way whatever came before: the same text always gives the same answer. */
  async function keepPrefix(prefix: readonly Token[], signal: AbortSignal | undefined): Promise<void> {
    const held = sequence.contextTokens;
    if (prefix.length > 0 && held.length >= prefix.length && prefix.every((token, i) => held[i] === token)) {
      if (held.length > prefix.length) await sequence.eraseContextTokenRanges([{ start: prefix.length, end: held.length }]);
      if (sequence.nextTokenIndex === prefix.length) return;
    }
    await sequence.clearHistory();
    await states.load(sequence, prefix, () => read(prefix, signal));
  }

  async function write(last: Token, { signal, maxTokens, temperature, seed, schema }: AskOptions): Promise<Omit<Answer, 'promptTokens'>> {
    const bound = schema && { grammarEvaluationState: new lib.LlamaGrammarEvaluationState({ model, grammar: await grammarOf(schema) }) };
    let raw = '';
    let pending: Token[] = [];
    let answerTokens = 0;
    let stop: StopReason = 'eog';
    // No penalty on repetition: quotes repeat the source letter by letter.
    for await (const token of sequence.evaluate([last], { temperature, seed, ...bound })) {
      throwIfAborted(signal);
      answerTokens++;
      pending.push(token);
      const piece = model.detokenize(pending);
      // A character of several bytes may come in several tokens.
      if (!piece.endsWith('\ufffd')) {
        raw += piece;
        pending = [];
        const ended = endOfAnswer(raw, piece);
        if (ended) {
          stop = ended;
          break;
        }
      }
      if (answerTokens >= maxTokens) {
        stop = 'maxTokens';
        break;
      }
    }
    return { raw, stop, answerTokens };
  }

  return {
    async answer(tokens, common, options) {
      // It may have waited for its turn.
      throwIfAborted(options.signal);
      // A text can grow together with the prompt's last token: such a window goes without the prefix.
      const prefix = common.length < tokens.length && common.every((token, i) => tokens[i] === token) ? common : [];
      await keepPrefix(prefix, options.signal);
      await read(tokens.slice(prefix.length, -1), options.signal);
      if (sequence.nextTokenIndex !== tokens.length - 1) throw new AppError('INTERNAL', 'The context was shifted while a prompt was read.');
      return { ...(await write(tokens.at(-1)!, options)), promptTokens: tokens.length };
    },
  };
}
