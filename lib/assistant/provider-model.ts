import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible, type MetadataExtractor } from "@ai-sdk/openai-compatible";
import { InvalidResponseDataError } from "ai";
import type { ProviderChoice } from "../config/config.ts";
import type { LanguageModelV4, ModelStreamPart } from "./language-model.ts";
import { fetchCompletion } from "./provider-fetch.ts";

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
  return {
    specificationVersion: "v4",
    provider: chat.provider,
    modelId: chat.modelId,
    supportedUrls: {},
    doGenerate: (call) => chat.doGenerate(call),
    doStream: async (call) => {
      const result = await chat.doStream(call);
      return { ...result, stream: result.stream.pipeThrough(asBrokenOff()) };
    },
  };
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

/** A stream that ends without saying why was broken off; the package calls that an error of the provider's answer. */
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
