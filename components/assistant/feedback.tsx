import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import type { SiteScope } from "../site-scope.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { rate } from "./conversation.ts";
import type { PanelMessage, Rating } from "./panel-message.ts";

interface FeedbackProps {
  readonly message: PanelMessage;
  readonly site: SiteScope;
  readonly messages: AssistantMessages;
}

type FeedbackStep = "rate" | "reason" | "thanks" | "failed";

/** Was the answer helpful? A "no" is sent at once and may then be explained. Returns the buttons, and what belongs below them. */
export function useFeedback({ message, site, messages }: FeedbackProps) {
  const [step, setStep] = useState<FeedbackStep>("rate");
  const [given, setGiven] = useState(message.metadata?.rating);

  const send = async (rating: Rating, reason?: string) => {
    const before = given;
    setGiven(rating);
    setStep(rating === "down" && reason === undefined ? "reason" : "thanks");
    try {
      await rate(site, message, rating, reason);
    } catch {
      // Whatever the cause, the reader can only press again.
      setGiven(before);
      setStep("failed");
    }
  };

  const buttons = (
    <>
      <IconButton size="small" label={messages.helpful} aria-pressed={given === "up"} onClick={() => void send("up")}>
        <ThumbsUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton size="small" label={messages.notHelpful} aria-pressed={given === "down"} onClick={() => void send("down")}>
        <ThumbsDown aria-hidden className="size-4" />
      </IconButton>
    </>
  );
  const below = (
    <>
      {step === "reason" && (
        <ReasonForm messages={messages} onSend={(reason) => void send("down", reason)} onSkip={() => setStep("thanks")} />
      )}
      {step === "failed" && (
        <p role="alert" className="mt-1 text-(--tone-danger) text-sm">
          {messages.feedbackFailed}
        </p>
      )}
      <p role="status" className={step === "thanks" ? "mt-1 text-muted text-sm" : "sr-only"}>
        {step === "thanks" ? messages.thanks : ""}
      </p>
    </>
  );
  return { buttons, below };
}

interface ReasonFormProps {
  readonly messages: AssistantMessages;
  readonly onSend: (reason: string) => void;
  readonly onSkip: () => void;
}

function ReasonForm({ messages, onSend, onSkip }: ReasonFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState("");
  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <form
      ref={form}
      className="mt-2 rounded-lg border border-line bg-card p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onSend(reason.trim());
      }}
    >
      <label htmlFor={id} className="font-medium text-sm">
        {messages.reasonLabel}
      </label>
      <textarea
        id={id}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        rows={2}
        maxLength={1000}
        placeholder={messages.reasonPlaceholder}
        className="mt-1.5 block w-full resize-y rounded-md border border-line-strong bg-paper px-2.5 py-1.5 text-sm placeholder:text-muted"
      />
      <div className="mt-2 flex gap-2">
        <button
          type="submit"
          disabled={!reason.trim()}
          className="min-h-8 rounded-md bg-accent px-3 font-medium text-on-accent text-sm disabled:bg-sunk disabled:text-muted"
        >
          {messages.sendReason}
        </button>
        <button
          type="button"
          onClick={onSkip}
          className="min-h-8 rounded-md px-3 text-muted text-sm hover:bg-sunk hover:text-ink"
        >
          {messages.skipReason}
        </button>
      </div>
    </form>
  );
}
