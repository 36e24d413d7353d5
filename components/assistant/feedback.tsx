import { useEffect, useId, useRef, useState } from "react";
import type { AssistantMessages } from "../../lib/i18n/assistant.ts";
import type { SiteScope } from "../site-scope.ts";
import { rate } from "./conversation.ts";
import { IconButton } from "./icons.tsx";
import type { PanelMessage, Rating } from "./panel-message.ts";

interface FeedbackProps {
  readonly message: PanelMessage;
  readonly site: SiteScope;
  readonly texts: AssistantMessages;
}

type FeedbackStep = "rate" | "reason" | "thanks" | "failed";

/** Was the answer helpful? A "no" is sent at once and may then be explained. Returns the buttons, and what belongs below them. */
export function useFeedback({ message, site, texts }: FeedbackProps) {
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
      <IconButton icon="up" label={texts.helpful} pressed={given === "up"} onClick={() => void send("up")} />
      <IconButton icon="down" label={texts.notHelpful} pressed={given === "down"} onClick={() => void send("down")} />
    </>
  );
  const below = (
    <>
      {step === "reason" && (
        <ReasonForm texts={texts} onSend={(reason) => void send("down", reason)} onSkip={() => setStep("thanks")} />
      )}
      {step === "failed" && (
        <p role="alert" className="mt-1 text-(--tone-danger) text-sm">
          {texts.feedbackFailed}
        </p>
      )}
      <p role="status" className={step === "thanks" ? "mt-1 text-muted text-sm" : "sr-only"}>
        {step === "thanks" ? texts.thanks : ""}
      </p>
    </>
  );
  return { buttons, below };
}

interface ReasonFormProps {
  readonly texts: AssistantMessages;
  readonly onSend: (reason: string) => void;
  readonly onSkip: () => void;
}

function ReasonForm({ texts, onSend, onSkip }: ReasonFormProps) {
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
        {texts.reasonLabel}
      </label>
      <textarea
        id={id}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        rows={2}
        maxLength={1000}
        placeholder={texts.reasonPlaceholder}
        className="mt-1.5 block w-full resize-y rounded-md border border-line-strong bg-paper px-2.5 py-1.5 text-sm placeholder:text-muted"
      />
      <div className="mt-2 flex gap-2">
        <button
          type="submit"
          disabled={!reason.trim()}
          className="min-h-8 rounded-md bg-accent px-3 font-medium text-on-accent text-sm disabled:bg-sunk disabled:text-muted"
        >
          {texts.sendReason}
        </button>
        <button
          type="button"
          onClick={onSkip}
          className="min-h-8 rounded-md px-3 text-muted text-sm hover:bg-sunk hover:text-ink"
        >
          {texts.skipReason}
        </button>
      </div>
    </form>
  );
}
