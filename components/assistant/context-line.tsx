import { Code, TextQuote, X } from "lucide";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import type { ContextItem } from "./assistant-store.ts";

interface ContextLineProps {
  readonly item: ContextItem;
  readonly messages: AssistantMessages;
  /** Without it the excerpt stays: it belongs to a question that was asked. */
  readonly onRemove?: () => void;
}

/** Renders one excerpt that is attached to a question, on one line. */
export function ContextLine({ item, messages, onRemove }: ContextLineProps) {
  const isCode = item.type === "code";
  const KindIcon = isCode ? Code : TextQuote;
  const kind = isCode ? messages.contextCode : messages.contextText;
  const start = item.value.replace(/\s+/g, " ").slice(0, 80);
  return (
    <div className="mt-1.5 flex min-h-8 max-w-full items-center gap-2 rounded-lg border border-line bg-card ps-2.5 text-muted text-sm">
      <LucideSvg icon={KindIcon} size={14} className="size-3.5 shrink-0" />
      <span className="sr-only">{kind}: </span>
      <span className={`min-w-0 flex-1 truncate pe-2 ${isCode ? "font-mono text-xs" : ""}`}>{start}</span>
      {onRemove && (
        <IconButton size="small" label={messages.removeContext(`${kind}, ${start.slice(0, 40)}`)} onClick={onRemove}>
          <LucideSvg icon={X} size={16} className="size-4" />
        </IconButton>
      )}
    </div>
  );
}
