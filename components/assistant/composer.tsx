import { ArrowUp, Square } from "lucide";
import { type KeyboardEvent, type RefObject, useId, useSyncExternalStore } from "react";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import { isComposing } from "../hot-keys.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import type { ContextItem } from "./assistant-store.ts";
import { ContextLine } from "./context-line.tsx";
import { clearDraft, getDraft, removeContext, setDraftText, watchDrafts } from "./conversation-store.ts";

/** Longest question that can be written in the panel. */
const MAX_CHARACTERS = 4000;

interface ComposerProps {
  readonly domain: string;
  readonly messages: AssistantMessages;
  /** An answer is being written: sending waits, the button stops it. */
  readonly busy: boolean;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** A message about a refused step, such as one excerpt too many. */
  readonly notice: string;
  readonly onSend: (question: string, context: readonly ContextItem[]) => void;
  readonly onStop: () => void;
}

/** Renders the field for questions. It stays usable during an answer, so that the next question can be prepared. */
export function Composer({ domain, messages, busy, input, notice, onSend, onStop }: ComposerProps) {
  const id = useId();
  const draft = useSyncExternalStore(watchDrafts, () => getDraft(domain));
  const question = draft.text.trim();

  const send = () => {
    if (!question || busy) return;
    clearDraft(domain);
    onSend(question, draft.context);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {draft.context.length > 0 && (
        <ul aria-label={messages.context} className="mb-2">
          {draft.context.map((item) => (
            <li key={item.value}>
              <ContextLine
                item={item}
                messages={messages}
                onRemove={() => {
                  removeContext(domain, item);
                  input.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={notice ? "mb-2 text-muted text-sm" : "sr-only"}>
        {notice}
      </p>
      <label htmlFor={id} className="sr-only">
        {messages.questionLabel}
      </label>
      <div className="flex items-end gap-2 rounded-xl border border-line-strong bg-card p-1.5 ps-3.5 outline-accent has-[textarea:focus]:border-accent has-[textarea:focus]:outline-1">
        <textarea
          ref={input}
          id={id}
          value={draft.text}
          onChange={(event) => setDraftText(domain, event.target.value)}
          onKeyDown={onKeyDown}
          rows={1}
          maxLength={MAX_CHARACTERS}
          placeholder={messages.placeholder}
          enterKeyHint="send"
          className="field-sizing-content max-h-40 min-h-9 min-w-0 flex-1 resize-none bg-transparent py-1.5 text-base outline-none placeholder:text-muted"
        />
        {busy ? (
          <button
            type="button"
            aria-label={messages.stop}
            title={messages.stop}
            onClick={onStop}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-ink text-paper"
          >
            <LucideSvg icon={Square} size={16} fill="currentColor" className="size-4 shrink-0" />
          </button>
        ) : (
          <button
            type="submit"
            aria-label={messages.send}
            title={messages.send}
            disabled={!question}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent text-on-accent disabled:bg-sunk disabled:text-muted"
          >
            <LucideSvg icon={ArrowUp} size={16} className="size-4 shrink-0" />
          </button>
        )}
      </div>
    </form>
  );
}
