import { once } from "node:events";
import { connect } from "node:net";
import { streamText, tool } from "ai";
import { z } from "zod";
import { createProviderModel } from "../../lib/assistant/provider-model.ts";
import type { ProviderChoice } from "../../lib/config/config.ts";
import { toLogFields } from "../../lib/log.ts";
import { createProviderEmbedding } from "../../lib/search/dense/provider.ts";
import { askPart, type DoctorFinding } from "./finding.ts";

const remedies = {
  "chat model": "Check ASSISTANT_MODEL, OPENAI_BASE_URL and OPENAI_API_KEY",
  "embedding model": "Check EMBEDDING_MODEL, EMBEDDING_BASE_URL or OPENAI_BASE_URL, and its key",
} as const;
const MAX_MS = 15_000;
const SLOW_MODEL_MS = 3_000;
const SLOW_HOST_MS = 1_000;

/** Checks that a model answers, by one short request. */
export async function checkProvider(
  name: "chat model" | "embedding model",
  choice: ProviderChoice | undefined,
): Promise<DoctorFinding> {
  if (!choice)
    return { name, state: "ok", says: name === "chat model" ? "none: answers quote excerpts" : "none: built-in search" };
  return askPart(name, SLOW_MODEL_MS, async () => {
    const signal = AbortSignal.timeout(MAX_MS);
    try {
      if (name === "chat model") await askAsAnswersDo(choice, signal);
      else await createProviderEmbedding(choice, { retries: 0 }).embed(["yes"], signal);
    } catch (cause) {
      // Without the provider's own words, since some repeat the key in them.
      throw new Error(`${choice.model}: ${toLogFields(cause).error}. ${remedies[name]}`);
    }
    return choice.model;
  });
}

/** Most tokens of the answer: a model that thinks first needs some for its thoughts. */
const MAX_TOKENS = 200;

/** Asks for a stream with a tool at hand, since some servers give answers, but no streams or no tools. */
async function askAsAnswersDo(choice: ProviderChoice, abortSignal: AbortSignal): Promise<void> {
  const search = tool({ description: "Searches the documentation.", inputSchema: z.object({ query: z.string() }) });
  const { stream } = streamText({
    ...{ model: createProviderModel(choice), prompt: "Say yes.", tools: { search } },
    ...{ maxOutputTokens: MAX_TOKENS, maxRetries: 0, abortSignal, onError: () => {} },
  });
  let said = false;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new Error(`no answer within ${MAX_MS / 1_000} s`);
    said ||= part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-call";
  }
  if (!said) throw new Error("the answer is empty");
}

/** Checks that the host of the deploy hook takes connections. The hook is not called, and its path, a secret, not shown. */
export async function checkHook(url: string | undefined): Promise<DoctorFinding> {
  const name = "deploy hook";
  if (!url) return { name, state: "ok", says: "none" };
  const { hostname, port, protocol } = new URL(url);
  return askPart(name, SLOW_HOST_MS, async () => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(MAX_MS) });
    } catch (cause) {
      throw new Error(`${hostname} cannot be reached (${(cause as NodeJS.ErrnoException).code})`);
    } finally {
      socket.destroy();
    }
    return `${hostname} answers`;
  });
}
