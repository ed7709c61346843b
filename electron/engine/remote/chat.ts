/** `/chat/completions` of an endpoint: one question, one answer, as the server's dialect wants it. */
import type { EndpointSettings } from '../../../shared/endpoints';
import { AppError } from '../../../shared/errors';
import type { ChatReply, ChatRequest, RemoteCall, RemoteChat } from '../endpointPort';
import { estimateTokens } from '../text/tokens';
import { below } from './address';
import { type ChatForm, chatBody, dropped, FIRST_FORM, simpler } from './chatForm';
import type { Connection } from './connection';
import { createMeter } from './meter';
import { offersTokenizer, tokenStarts } from './tokenizer';

/** A long answer of a slow model on a processor. */
const TIMEOUT_MS = 15 * 60_000;

/** Asks the server whether it counts tokens: nothing but one fixed word is sent. */
export async function openRemoteChat(
  connection: Connection,
  settings: EndpointSettings,
  model: string,
  options: RemoteCall = {},
): Promise<RemoteChat> {
  const { host, base, concurrency } = connection;
  const meter = createMeter({ endpoint: connection.name, host, model }, settings);
  const url = below(base, 'chat/completions');
  const tokenizer = await offersTokenizer(connection, options);
  let form = FIRST_FORM;

  async function ask(request: ChatRequest, asked: ChatForm, { signal }: RemoteCall): Promise<ChatReply> {
    const json = await connection.post(url, chatBody(model, request, asked, settings.reasoning_effort), {
      signal,
      timeoutMs: TIMEOUT_MS,
      tokens: request.promptTokens + request.maxTokens,
      spent: (answer) => totalOf(answer),
      onTry: meter.request,
    });
    const { content, finish, prompt, answer, served } = readAnswer(json, host);
    const promptTokens = prompt ?? request.promptTokens;
    const answerTokens = answer ?? estimateTokens(content);
    meter.answered(promptTokens, answerTokens, prompt === undefined || answer === undefined);
    return { content, finish, promptTokens, answerTokens, served, dropped: dropped(asked) };
  }

  return {
    host,
    model,
    contextSize: settings.context_size,
    reasoningEffort: settings.reasoning_effort,
    concurrency,
    tokenizer,
    tokenStarts: (text, call = {}) => tokenStarts(connection, text, call),
    async complete(request, call = {}) {
      for (;;) {
        const asked = form;
        try {
          return await ask(request, asked, call);
        } catch (thrown) {
          const next = thrown instanceof AppError ? afterRefusal(asked, thrown) : undefined;
          if (!next) throw thrown;
          // Requests that were under way beside this one find the simpler form there already.
          if (form === asked) form = next;
        }
      }
    },
    usage: meter.usage,
  };
}

function afterRefusal(form: ChatForm, { code, details }: AppError): ChatForm | undefined {
  const { status, said, param } = details;
  if (code !== 'MODEL_FAILED' || (status !== 400 && status !== 422)) return undefined;
  return simpler(form, { said: String(said ?? ''), param: String(param ?? '') });
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const whole = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);

function totalOf(json: unknown): number | undefined {
  return whole(record(record(json).usage).total_tokens);
}

function readAnswer(json: unknown, host: string) {
  const answer = record(json);
  const choice = record(Array.isArray(answer.choices) ? answer.choices[0] : undefined);
  const message = record(choice.message);
  if (typeof message.content !== 'string' && typeof message.refusal !== 'string' && choice.finish_reason === undefined)
    throw new AppError(
      'MODEL_FAILED',
      `${host} answers, but not as a chat server does: there is no message in it.`,
      'Is the address that of an OpenAI-like server?',
      { host },
    );
  const usage = record(answer.usage);
  const served = [answer.model, answer.system_fingerprint].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return {
    // A model may refuse in words of its own, or think until its tokens are used up: then there is no content.
    content: typeof message.content === 'string' ? message.content : '',
    finish: typeof message.refusal === 'string' && message.refusal !== '' ? 'refusal' : String(choice.finish_reason ?? ''),
    prompt: whole(usage.prompt_tokens),
    answer: whole(usage.completion_tokens),
    served,
  };
}
