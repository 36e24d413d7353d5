import type { UIMessage } from "ai";
import type { AnswerMetadata } from "../../lib/assistant/wire/ui-stream.ts";
import type { ContextItem } from "./assistant-store.ts";

export type Rating = "up" | "down";

/** Members that the panel adds to a message of the service. */
export interface PanelMetadata extends AnswerMetadata {
  /** Excerpts that the reader attached to a question. */
  readonly context?: readonly ContextItem[];
  /** The reader's judgement of an answer. */
  readonly rating?: Rating;
  /** True for an answer that is incomplete because the reader stopped it or left the page. */
  readonly stopped?: boolean;
}

export type PanelMessage = UIMessage<PanelMetadata>;

/** A section that an answer cites. */
export interface Source {
  /** The number that the text cites it by. */
  readonly number: string;
  readonly url: string;
  readonly title: string;
  /** The text of the section as the assistant was given it; absent in an answer whose searches are not kept. */
  readonly passage?: string | undefined;
}

/** Returns the text of a message, without the empty blocks that tool steps leave. */
export function messageText({ parts }: PanelMessage): string {
  return parts.flatMap((part) => (part.type === "text" && part.text.trim() ? [part.text] : [])).join("\n\n");
}

/** Returns the sections an answer cites, each once. */
export function sourcesOf({ parts }: PanelMessage): Source[] {
  const passages = passagesOf(parts);
  const sources = parts.flatMap((part) =>
    part.type === "source-url"
      ? [{ number: part.sourceId, url: part.url, title: part.title ?? part.url, passage: passages.get(part.url) }]
      : [],
  );
  return sources.filter(({ url }, index) => sources.findIndex((other) => other.url === url) === index);
}

/** Returns, by URL, the passages that the searches of an answer found. */
function passagesOf(parts: PanelMessage["parts"]): Map<string, string> {
  const outputs = parts.flatMap((part) => ("output" in part && Array.isArray(part.output) ? (part.output as unknown[]) : []));
  const entries = outputs.flatMap((hit) => {
    const { url, content } = (typeof hit === "object" && hit !== null ? hit : {}) as { url?: unknown; content?: unknown };
    return typeof url === "string" && typeof content === "string" ? [[url, content] as const] : [];
  });
  return new Map(entries);
}

/** Returns the answer as the clipboard gets it: its Markdown and the list of its sources. */
export function toClipboardText(message: PanelMessage): string {
  const sources = sourcesOf(message).map(({ number, title, url }) => `[${number}] ${title}: ${url}`);
  return [messageText(message).trim(), sources.join("\n")].filter(Boolean).join("\n\n");
}
