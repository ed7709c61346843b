/** Messages as tokens, in the chat template that the model file carries. */
import type { Messages } from '../chat/chatModel';
import type { Lib, LlamaModel, Token } from './runtime';

export interface ChatTemplate {
  readonly name: string;
  render(messages: Messages): Token[];
  /** The tokens that all windows of a prompt begin with. */
  prefixOf(messages: Messages): readonly Token[];
}

export function chatTemplate(lib: Lib, model: LlamaModel): ChatTemplate {
  const hasTemplate = Boolean(model.fileInfo.metadata?.tokenizer?.chat_template?.trim());
  // The grammar leaves no room for thoughts, so templates that think are told not to.
  const wrapper = hasTemplate
    ? lib.resolveChatWrapper(model, {
        warningLogs: false,
        customWrapperSettings: { qwen: { thoughts: 'discourage' }, jinjaTemplate: { reasoning: false }, gemma4: { reasoning: false } },
      })
    : new lib.GeneralChatWrapper();
  const prefixes = new Map<string, Token[]>();

  function render({ system, user }: Messages): Token[] {
    const state = wrapper.generateContextState({
      chatHistory: [
        { type: 'system', text: system },
        { type: 'user', text: user },
        { type: 'model', response: [] },
      ],
    });
    const opening = state.noPrefixTrigger?.type === 'response' ? state.noPrefixTrigger.inject : '';
    const tokens = lib.LlamaText([state.contextText, opening]).tokenize(model.tokenizer);
    // Some templates open a thought at once: it is closed again, empty.
    const thinks = model.detokenize(tokens.slice(-8), true).trimEnd().endsWith('<think>');
    return thinks ? [...tokens, ...model.tokenize('\n\n</think>\n\n', true)] : tokens;
  }

  return {
    name: hasTemplate ? wrapper.wrapperName : `${wrapper.wrapperName}, for the file has no chat template`,
    render,
    prefixOf({ system, user }) {
      const known = prefixes.get(system);
      if (known) return known;
      const [a, b] = [render({ system, user }), render({ system, user: '' })];
      let same = 0;
      while (same < a.length && same < b.length && a[same] === b[same]) same++;
      const prefix = a.slice(0, same);
      prefixes.set(system, prefix);
      return prefix;
    },
  };
}
