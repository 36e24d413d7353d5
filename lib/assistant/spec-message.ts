import { getToolName, isToolUIPart, type UIMessage } from "ai";

/** A message in the shape of AI SDK 4, as `/v1` takes it. */
export interface SpecMessage {
  readonly id: string;
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  readonly parts: readonly SpecPart[];
  readonly experimental_attachments?: readonly { name?: string; contentType?: string; url: string }[];
}

type SpecPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly reasoning: string; readonly details: readonly { type: "text"; text: string }[] }
  | { readonly type: "step-start" }
  | { readonly type: "source"; readonly source: { sourceType: "url"; id: string; url: string; title?: string } }
  | { readonly type: "tool-invocation"; readonly toolInvocation: SpecToolInvocation };

interface SpecToolInvocation {
  readonly state: "partial-call" | "call" | "result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: unknown;
  readonly result?: unknown;
}

/** Converts messages of AI SDK 5 and later; parts that AI SDK 4 has no word for are left out. */
export function toSpecMessages(messages: readonly UIMessage[]): SpecMessage[] {
  return messages.map(toSpecMessage);
}

function toSpecMessage({ id, role, parts }: UIMessage): SpecMessage {
  const content = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const attachments = parts.flatMap((part) =>
    part.type === "file"
      ? [{ url: part.url, contentType: part.mediaType, ...(part.filename ? { name: part.filename } : {}) }]
      : [],
  );
  const message = { id, role, content, parts: parts.flatMap(toSpecPart) };
  return attachments.length > 0 ? { ...message, experimental_attachments: attachments } : message;
}

function toSpecPart(part: UIMessage["parts"][number]): SpecPart[] {
  if (isToolUIPart(part)) return [{ type: "tool-invocation", toolInvocation: toInvocation(part) }];
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "reasoning":
      return [{ type: "reasoning", reasoning: part.text, details: [{ type: "text", text: part.text }] }];
    case "step-start":
      return [{ type: "step-start" }];
    case "source-url":
      return [
        {
          type: "source",
          source: { sourceType: "url", id: part.sourceId, url: part.url, ...(part.title ? { title: part.title } : {}) },
        },
      ];
    default:
      return [];
  }
}

type ToolPart = Extract<UIMessage["parts"][number], { toolCallId: string }>;

function toInvocation(part: ToolPart): SpecToolInvocation {
  const call = { toolCallId: part.toolCallId, toolName: getToolName(part), args: part.input ?? {} };
  if (part.state === "output-available") return { state: "result", ...call, result: part.output ?? null };
  if (part.state === "output-error") return { state: "result", ...call, result: { error: part.errorText } };
  return { state: part.state === "input-streaming" ? "partial-call" : "call", ...call };
}
