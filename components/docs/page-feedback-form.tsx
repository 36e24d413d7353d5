import { type FormEvent, useEffect, useRef } from "react";
import { PAGE_ACTION } from "../ui/button.ts";

export interface FeedbackMessages {
  readonly helpful: string;
  readonly yes: string;
  readonly no: string;
  readonly why: string;
  /** By the reason that is sent. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly details: string;
  readonly cancel: string;
  readonly send: string;
  readonly thanks: string;
  readonly failed: string;
}

interface FormProps {
  readonly messages: FeedbackMessages;
  readonly onSend: (words: { reason?: string; text?: string }) => void;
  /** Called where the reader has nothing to add. */
  readonly onCancel: () => void;
}

/** Asks why a page did not help: a reason, words, both or neither. */
export default function PageFeedbackForm({ messages, onSend, onCancel }: FormProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [reason, text] = [String(form.get("reason") ?? ""), String(form.get("text") ?? "").trim()];
    onSend({ ...(reason && { reason }), ...(text && { text }) });
  };
  return (
    <form onSubmit={submit} className="grid max-w-120 gap-3 rounded-xl border border-line bg-card p-4">
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-semibold">{messages.why}</legend>
        {Object.entries(messages.reasons).map(([reason, text], index) => (
          <label key={reason} className="flex items-center gap-2 py-0.5">
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name="reason"
              value={reason}
              className="accent-(--accent)"
            />
            {text}
          </label>
        ))}
      </fieldset>
      <label className="grid gap-1">
        {messages.details}
        <textarea name="text" rows={3} maxLength={1_000} className="rounded-lg border border-line-strong bg-paper px-3 py-2" />
      </label>
      <p className="flex items-center gap-2">
        <button
          type="submit"
          className="rounded-full bg-accent px-4 py-1.5 font-semibold text-on-accent transition-opacity hover:opacity-90 pointer-coarse:min-h-10"
        >
          {messages.send}
        </button>
        <button type="button" onClick={onCancel} className={PAGE_ACTION}>
          {messages.cancel}
        </button>
      </p>
    </form>
  );
}
