import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport, isToolUIPart, type UIMessage } from "ai";
import { requireV4 } from "@/internal/testing/assistant.ts";
import { callRoute, fetchFrom } from "@/internal/testing/http.ts";
import type { SearchResult } from "@/lib/search/request.ts";
import * as messageV1 from "../../app/v1/assistant/[domain]/message/route.ts";
import * as messageV2 from "../../app/v2/assistant/[domain]/message/route.ts";

const { processDataStream } = requireV4("ai") as { processDataStream(options: object): Promise<void> };

/** A question as a client asks it; `token` names the key. */
export interface Asked {
  readonly token: string;
  readonly retrievalPageSize?: number;
  readonly filter?: object;
}

/** An answer as a client reads it. */
export interface Read {
  readonly text: string;
  readonly reasoning: string;
  /** Addresses of the sources. */
  readonly sources: readonly string[];
  /** Results of the tools: hits, or an error. */
  readonly results: readonly (readonly SearchResult[] | { readonly error: string })[];
  readonly engine: string | undefined;
  /** The client's message of a failure. */
  readonly error: string | undefined;
}

type Ask = (question: string, asked: Asked) => Promise<Read>;

const askV4: Ask = async (question, { token, ...request }) => {
  const response = await callRoute(messageV1, {
    path: "/v1/assistant/docs/message",
    params: { domain: "docs" },
    token,
    body: { fp: "r", messages: [{ id: "q", role: "user", content: question, parts: [] }], ...request },
  });
  const read = { text: "", reasoning: "", engine: undefined as string | undefined, error: undefined as string | undefined };
  const sources: string[] = [];
  const results: Read["results"][number][] = [];
  await processDataStream({
    stream: response.body,
    onTextPart: (delta: string) => {
      read.text += delta;
    },
    onReasoningPart: (delta: string) => {
      read.reasoning += delta;
    },
    onSourcePart: ({ url }: { url: string }) => sources.push(url),
    onToolResultPart: ({ result }: { result: Read["results"][number] }) => results.push(result),
    onErrorPart: (error: string) => {
      read.error = error;
    },
    onMessageAnnotationsPart: (annotations: { engine?: string }[]) => {
      read.engine = annotations.find(({ engine }) => engine)?.engine ?? read.engine;
    },
  });
  return { ...read, sources, results };
};

const askV7: Ask = async (question, { token, ...request }) => {
  const transport = new DefaultChatTransport<UIMessage<{ engine?: string }>>({
    body: { fp: "r", ...request },
    fetch: fetchFrom(messageV2, { path: "/v2/assistant/docs/message", params: { domain: "docs" }, token }),
  });
  const chat = new Chat<UIMessage<{ engine?: string }>>({ transport });
  await chat.sendMessage({ text: question });
  const parts = chat.lastMessage?.parts ?? [];
  const textOf = (type: "text" | "reasoning") => parts.map((part) => (part.type === type ? part.text : "")).join("");
  return {
    text: textOf("text"),
    reasoning: textOf("reasoning"),
    sources: parts.flatMap((part) => (part.type === "source-url" ? [part.url] : [])),
    results: parts.filter(isToolUIPart).flatMap((part): Read["results"] => {
      if (part.state === "output-error") return [{ error: part.errorText }];
      return part.state === "output-available" ? [part.output as SearchResult[]] : [];
    }),
    engine: chat.lastMessage?.metadata?.engine,
    error: chat.error?.message,
  };
};

/** The clients of both wires, for `describe.each`. */
export const clients = [
  ["AI SDK 4", askV4],
  ["AI SDK 7", askV7],
] as const;
