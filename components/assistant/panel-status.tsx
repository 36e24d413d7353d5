import type { ChatStatus } from "ai";
import { useEffect, useState } from "react";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import { type PanelMessage, sourcesOf, textOf } from "./panel-message.ts";

interface PanelStatusProps {
  readonly conversation: readonly PanelMessage[];
  readonly status: ChatStatus;
  readonly error: Error | undefined;
  readonly messages: AssistantMessages;
}

/** One sentence for screen readers at each turn of an answer; the transcript itself is not read out while it grows. */
export function PanelStatus({ conversation, status, error, messages }: PanelStatusProps) {
  const [begun, setBegun] = useState(false);
  const busy = status === "submitted" || status === "streaming";
  // A conversation that was there before says nothing.
  useEffect(() => {
    if (busy) setBegun(true);
  }, [busy]);
  return (
    <p role="status" data-panel-status className="sr-only">
      {begun && !error ? panelStatusText(conversation.at(-1), busy, messages) : ""}
    </p>
  );
}

function panelStatusText(last: PanelMessage | undefined, busy: boolean, messages: AssistantMessages): string {
  if (busy) return last?.role === "assistant" && textOf(last) ? messages.answering : messages.searching;
  if (!last) return "";
  if (last.role === "user" || last.metadata?.stopped) return messages.stopped;
  return textOf(last) ? messages.ready(sourcesOf(last).length) : "";
}
