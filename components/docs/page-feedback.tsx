"use client";

import { ThumbsDown, ThumbsUp } from "lucide";
import { lazy, Suspense, useState } from "react";
import { announce } from "../owner-events.ts";
import { PAGE_ACTION } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import type { FeedbackMessages } from "./page-feedback-form.tsx";

const ReasonForm = lazy(() => import("./page-feedback-form.tsx"));

interface PageFeedbackProps {
  /** URL that the feedback is sent to. */
  readonly address: string;
  /** Path of the page, without base path. */
  readonly page: string;
  readonly messages: FeedbackMessages;
}

/** Asks whether the page was helpful. A thumb is sent immediately; after a "no" the reader may say why. */
export function PageFeedback({ address, page, messages }: PageFeedbackProps) {
  const [step, setStep] = useState<"ask" | "reason" | "thanks" | "failed">("ask");
  const send = async (rating: "up" | "down", words?: { reason?: string; text?: string }) => {
    setStep(rating === "down" && !words ? "reason" : "thanks");
    try {
      const body = JSON.stringify({ page, rating, ...words, ...(words && { comment: true }) });
      const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
        keepalive: true,
      });
      if (!response.ok) return setStep("failed");
      // The words that follow a thumb are of the same rating.
      if (!words) announce("feedback", { about: "page", rating });
    } catch {
      setStep("failed");
    }
  };
  return (
    <section aria-label={messages.helpful} className="mt-12 text-sm print:hidden">
      {step === "ask" || step === "failed" ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="font-semibold">{messages.helpful}</p>
          <div className="flex gap-3">
            <button type="button" className={PAGE_ACTION} onClick={() => void send("up")}>
              <LucideSvg icon={ThumbsUp} size={15} />
              {messages.yes}
            </button>
            <button type="button" className={PAGE_ACTION} onClick={() => void send("down")}>
              <LucideSvg icon={ThumbsDown} size={15} />
              {messages.no}
            </button>
          </div>
        </div>
      ) : null}
      {step === "reason" ? (
        <Suspense>
          <ReasonForm messages={messages} onSend={(words) => void send("down", words)} onCancel={() => setStep("thanks")} />
        </Suspense>
      ) : null}
      <p role="status" className={step === "thanks" || step === "failed" ? "mt-2 text-muted" : "sr-only"}>
        {step === "thanks" ? messages.thanks : step === "failed" ? messages.failed : ""}
      </p>
    </section>
  );
}
