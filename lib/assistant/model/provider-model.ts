import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible, type MetadataExtractor } from "@ai-sdk/openai-compatible";
import { InvalidResponseDataError } from "ai";
import type { ProviderChoice } from "../../config/config.ts";
import { type LanguageModelV4, type ModelStreamPart, streamedModel } from "./language-model.ts";

/**
 * Returns the model of one answer behind any OpenAI-compatible address, through chat completions, which all of them have.
 * OpenAI's own models take parameters that no other server knows (`max_completion_tokens`, the role `developer`), and other
 * servers send what OpenAI does not: thoughts beside the text.
 */
export function createProviderModel({ model, apiKey, baseUrl }: ProviderChoice): LanguageModelV4 {
  if (baseUrl && !isOpenAI(baseUrl, model)) return createCompatibleModel({ model, apiKey, baseUrl });
  return createOpenAI({ apiKey: apiKey ?? "none", ...(baseUrl && { baseURL: baseUrl }), fetch: fetchCompletion }).chat(model);
}

const OPENAI_HOST = /(?:^|\.)(?:openai\.com|openai\.azure\.com|cognitiveservices\.azure\.com)$/;
/** As OpenAI names its models; behind a gateway too. `gpt-oss` runs on servers of others. */
const OPENAI_MODEL = /^(?:gpt-(?!oss)|chatgpt-|o\d)/;

function isOpenAI(baseUrl: string, model: string): boolean {
  return OPENAI_HOST.test(new URL(baseUrl).hostname) || OPENAI_MODEL.test(model);
}

function createCompatibleModel({ model, apiKey, baseUrl }: ProviderChoice & { baseUrl: string }): LanguageModelV4 {
  const thoughts = new ThoughtsToReturn();
  const provider = createOpenAICompatible({
    name: "provider",
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    includeUsage: true,
    fetch: fetchCompletion,
    metadataExtractor: thoughts,
    transformRequestBody: (body) => thoughts.prepare(body),
  });
  const chat = provider.chatModel(model);
  return streamedModel(chat, async (call) => {
    const result = await chat.doStream(call);
    return { ...result, stream: result.stream.pipeThrough(asBrokenOff()) };
  });
}

/**
 * Decides whether the next call repeats the thoughts of the one before. DeepSeek, which sends them as `reasoning_content`,
 * refuses a call without them after a tool; Groq, which sends them as `reasoning`, refuses one with `reasoning_content`.
 */
class ThoughtsToReturn implements MetadataExtractor {
  #isWanted = false;

  prepare(body: Record<string, unknown>): Record<string, unknown> {
    if (this.#isWanted || !Array.isArray(body.messages)) return body;
    return { ...body, messages: body.messages.map(({ reasoning_content, ...message }) => message) };
  }

  createStreamExtractor() {
    return {
      processChunk: (chunk: unknown) => {
        // An error event has no choices.
        const { choices } = chunk as { choices?: readonly { delta?: { reasoning_content?: unknown } }[] };
        this.#isWanted ||= typeof choices?.[0]?.delta?.reasoning_content === "string";
      },
      buildMetadata: () => undefined,
    };
  }

  async extractMetadata() {
    return undefined;
  }
}

/** Marks a stream that ends without a reason as interrupted; the package calls that an error of the provider's answer. */
function asBrokenOff(): TransformStream<ModelStreamPart, ModelStreamPart> {
  let hasNoReason = false;
  return new TransformStream({
    transform(part, controller) {
      hasNoReason ||= part.type === "error" && isWithoutReason(part.error);
      if (part.type === "error" && hasNoReason) return;
      if (part.type === "finish" && hasNoReason)
        controller.enqueue({ ...part, finishReason: { unified: "interrupted", raw: undefined } });
      else controller.enqueue(part);
    },
  });
}

function isWithoutReason(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined;
}

/** Bytes of a response that are read before they are asked for; the rest waits in the connection. */
const MAX_AHEAD = 1024 * 1024;

/** Type of the error event of a broken connection. */
export const BROKEN_CONNECTION = "broken_connection";

/**
 * Fetches the stream of a completion. Where its connection breaks, the stream ends in an error event, as providers send one
 * themselves: a stream that fails drops what nobody has read yet, and with it the end of what the model wrote.
 */
async function fetchCompletion(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.ok || !response.body) return response;
  return new Response(endInEvent(response.body, init?.signal), response);
}

function endInEvent(body: ReadableStream<Uint8Array>, signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          if (signal?.aborted) return controller.error(cause);
          controller.enqueue(toErrorEvent());
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_AHEAD }),
  );
}

/** Begins with an empty line, since the connection may have broken in the middle of an event. */
function toErrorEvent(): Uint8Array {
  const error = { message: "The connection to the model broke.", type: BROKEN_CONNECTION };
  return new TextEncoder().encode(`\n\ndata: ${JSON.stringify({ error })}\n\n`);
}
