/** JSON schemas as llama.cpp's grammars. */
import type { JsonSchema } from '../chat/chatModel';
import type { Llama, LlamaGrammar } from './runtime';

export type Grammars = (schema: JsonSchema) => Promise<LlamaGrammar>;

/** A grammar for each schema that is asked for, made once. */
export function grammars(llama: Llama): Grammars {
  const made = new Map<string, Promise<LlamaGrammar>>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const grammar = made.get(key) ?? llama.createGrammarForJsonSchema(schema as { readonly type: 'object' });
    made.set(key, grammar);
    return grammar;
  };
}
