import { X } from "lucide-react";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { IconButton } from "../ui/icon-button.tsx";
import type { PastConversation } from "./conversation-history.ts";

interface RecentProps {
  readonly conversations: readonly PastConversation[];
  readonly language: string;
  readonly messages: AssistantMessages;
  readonly onOpen: (conversation: PastConversation) => void;
  readonly onForget: (id: string) => void;
}

/** Conversations that this browser remembers: each can be opened again, or forgotten. */
export function RecentConversations({ conversations, language, messages, onOpen, onForget }: RecentProps) {
  const format = new Intl.DateTimeFormat(languageTag(language), { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className="px-4 py-6">
      <h3 className="font-display font-semibold text-xl">{messages.recent}</h3>
      <p className="mt-1.5 text-muted text-sm">{conversations.length > 0 ? messages.recentHint : messages.noRecent}</p>
      <ul className="mt-5 flex flex-col gap-2">
        {conversations.map((conversation) => (
          <li key={conversation.id} className="flex items-start gap-1">
            <button
              type="button"
              onClick={() => onOpen(conversation)}
              className="min-h-11 min-w-0 flex-1 rounded-lg border border-line bg-card px-3.5 py-2 text-start text-sm transition-colors hover:border-(--accent-line) hover:bg-accent-soft"
            >
              <span className="line-clamp-2">{conversation.title}</span>
              <span className="text-muted text-xs">{format.format(conversation.at)}</span>
            </button>
            <IconButton size="small" label={messages.forget(conversation.title)} onClick={() => onForget(conversation.id)}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
