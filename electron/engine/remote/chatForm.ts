/** How a chat request is put: servers and models differ in what they take, and say so by refusing it. Pure. */
import type { ChatRequest } from '../endpointPort';

export interface ChatForm {
  readonly format: 'json_schema' | 'json_object' | 'none';
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: boolean;
  readonly seed: boolean;
  readonly reasoning: boolean;
}

export const FIRST_FORM: ChatForm = { format: 'json_schema', limit: 'max_tokens', temperature: true, seed: true, reasoning: true };

export function chatBody(model: string, request: ChatRequest, form: ChatForm, reasoningEffort: string | null): Record<string, unknown> {
  const { system, user, schema, maxTokens, temperature, seed } = request;
  return {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    [form.limit]: maxTokens,
    ...(form.temperature && { temperature }),
    ...(form.seed && { seed }),
    ...(form.reasoning && reasoningEffort !== null && { reasoning_effort: reasoningEffort }),
    ...(schema &&
      form.format === 'json_schema' && { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }),
    ...(schema && form.format === 'json_object' && { response_format: { type: 'json_object' } }),
    stream: false,
  };
}

/** The next form to try after a refusal, undefined where it was about something else. */
export function simpler(form: ChatForm, refused: { readonly said: string; readonly param: string }): ChatForm | undefined {
  const about = (what: RegExp) => what.test(refused.param) || what.test(refused.said);
  if (about(/max_tokens/) && form.limit === 'max_tokens' && !about(/context|too long|exceed/i))
    return { ...form, limit: 'max_completion_tokens' };
  if (about(/temperature/i) && form.temperature) return { ...form, temperature: false };
  if (about(/\bseed\b/i) && form.seed) return { ...form, seed: false };
  if (about(/reasoning/i) && form.reasoning) return { ...form, reasoning: false };
  if (about(/response_format|json_schema|json_object|schema|grammar|guided/i)) {
    if (form.format === 'json_schema') return { ...form, format: 'json_object' };
    if (form.format === 'json_object') return { ...form, format: 'none' };
  }
  return undefined;
}

/** What of the first form is left out or put otherwise, for the trace. */
export function dropped(form: ChatForm): string[] {
  return [
    ...(form.format === 'json_schema' ? [] : [`response_format json_schema (asked with ${form.format})`]),
    ...(form.limit === 'max_tokens' ? [] : ['max_tokens (asked with max_completion_tokens)']),
    ...(form.temperature ? [] : ['temperature']),
    ...(form.seed ? [] : ['seed']),
    ...(form.reasoning ? [] : ['reasoning_effort']),
  ];
}
