import type { ChatStatus } from "ai";
import { useEffect, useState } from "react";
import type { AssistantMessages } from "../../lib/i18n/assistant.ts";
import { type PanelMessage, sourcesOf, textOf } from "./panel-message.ts";

interface PanelStatusProps {
  readonly messages: readonly PanelMessage[];
  readonly status: ChatStatus;
  readonly error: Error | undefined;
  readonly texts: AssistantMessages;
}

/** One sentence for screen readers at each turn of an answer; the transcript itself is not read out while it grows. */
export function PanelStatus({ messages, status, error, texts }: PanelStatusProps) {
  const [begun, setBegun] = useState(false);
  const busy = status === "submitted" || status === "streaming";
  // A conversation that was there before says nothing.
  useEffect(() => {
    if (busy) setBegun(true);
  }, [busy]);
  return (
    <p role="status" data-panel-status className="sr-only">
      {begun && !error ? toWords(messages.at(-1), busy, texts) : ""}
    </p>
  );
}

function toWords(last: PanelMessage | undefined, busy: boolean, texts: AssistantMessages): string {
  if (busy) return last?.role === "assistant" && textOf(last) ? texts.answering : texts.searching;
  if (!last) return "";
  if (last.role === "user" || last.metadata?.stopped) return texts.stopped;
  return textOf(last) ? texts.ready(sourcesOf(last).length) : "";
}
