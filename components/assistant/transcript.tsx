import type { ChatStatus } from "ai";
import { RotateCcw, ThumbsDown, ThumbsUp, TriangleAlert } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import type { AssistantMessages } from "../../lib/i18n/browser-messages.ts";
import type { Failure } from "../../lib/i18n/translate.ts";
import { toFailure } from "../service-failure.ts";
import type { SiteScope } from "../site-scope.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { IconButton, iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { AnswerText, SafeLink } from "./answer-text.tsx";
import { ContextLine } from "./context-line.tsx";
import { rate } from "./conversation.ts";
import { readLink } from "./links.ts";
import { messageText, type PanelMessage, type Rating, type Source, sourcesOf, toClipboardText } from "./panel-message.ts";
import { listQuoted } from "./quote-parts.ts";
import { SupportForm } from "./support-form.tsx";
import { mayNeedSupport } from "./support-text.ts";

interface TranscriptProps {
  readonly conversation: readonly PanelMessage[];
  readonly status: ChatStatus;
  readonly error: Error | undefined;
  readonly site: SiteScope;
  readonly messages: AssistantMessages;
  readonly onRegenerate: () => void;
  readonly onAsk: (question: string) => void;
  /** Called when the reader follows a link to a page of this site. */
  readonly onLeave: () => void;
}

/** Questions and answers in their order, and below them what is going on or went wrong. */
export function Transcript({ conversation, status, error, ...shared }: TranscriptProps) {
  const { messages, onRegenerate } = shared;
  const busy = status === "submitted" || status === "streaming";
  const last = conversation.at(-1);
  const waiting = busy && (last?.role !== "assistant" || messageText(last) === "");
  const failure = busy ? undefined : findFailure(last, error);
  return (
    <div className="flex flex-col gap-5 p-4">
      {conversation.map((message, index) => {
        const isLast = message === last;
        const repeats = isLast && !failure;
        if (message.role === "user") return <Question key={message.id} message={message} messages={messages} />;
        if (messageText(message) === "") return null;
        const asked = conversation[index - 1];
        const question = asked?.role === "user" ? messageText(asked) : "";
        return <Answer key={message.id} {...{ message, question, repeats }} busy={busy && isLast} {...shared} />;
      })}
      {waiting && <Waiting messages={messages} />}
      {failure && <FailureNote failure={failure} messages={messages} onRetry={onRegenerate} />}
      {!busy && !failure && last?.role === "user" && <Unanswered messages={messages} onRetry={onRegenerate} />}
    </div>
  );
}

/** Returns why the last answer failed. An empty answer is a failure too: a blank would look like a fault of the page. */
function findFailure(last: PanelMessage | undefined, error: Error | undefined): Failure | undefined {
  if (error) return toFailure(error, "broken");
  return last?.role === "assistant" && messageText(last) === "" ? { kind: "empty" } : undefined;
}

function Question({ message, messages }: { readonly message: PanelMessage; readonly messages: AssistantMessages }) {
  return (
    <section data-question className="ms-8 max-w-full self-end">
      <h3 className="sr-only">{messages.yourQuestion}</h3>
      <div className="ms-auto w-fit rounded-2xl rounded-ee-md bg-accent-soft px-3.5 py-2">
        <p className="whitespace-pre-wrap wrap-anywhere">{messageText(message)}</p>
      </div>
      {message.metadata?.context?.map((item) => (
        <ContextLine key={item.value} item={item} messages={messages} />
      ))}
    </section>
  );
}

interface AnswerProps extends Pick<TranscriptProps, "site" | "messages" | "onRegenerate" | "onAsk" | "onLeave"> {
  readonly message: PanelMessage;
  /** The words that it answers. */
  readonly question: string;
  /** Offers to answer again and to ask on; a failed answer has its own button for that. */
  readonly repeats: boolean;
  readonly busy: boolean;
}

function Answer({ message, question, repeats, busy, site, messages, onRegenerate, onAsk, onLeave }: AnswerProps) {
  const sources = sourcesOf(message);
  const text = messageText(message);
  const quoted = listQuoted(text);
  // Below quotes that stand under their sources, the list would say the same again.
  const isListed = sources.some(({ url }) => !quoted.includes(url));
  return (
    <section>
      <h3 className="sr-only">{messages.answer}</h3>
      <AnswerText text={text} streaming={busy} site={site} sources={sources} messages={messages} onLeave={onLeave} />
      {!busy && message.metadata?.stopped && <p className="mt-2 text-muted text-sm italic">{messages.stoppedNote}</p>}
      {!busy && isListed && <Sources sources={sources} site={site} messages={messages} onLeave={onLeave} />}
      {!busy && <AnswerActions {...{ message, question, repeats, site, messages, onRegenerate }} />}
      {!busy && repeats && <NextQuestions questions={message.metadata?.suggestions ?? []} messages={messages} onAsk={onAsk} />}
    </section>
  );
}

type AnswerActionsProps = Omit<AnswerProps, "busy" | "onAsk" | "onLeave">;

function AnswerActions({ message, question, repeats, site, messages, onRegenerate }: AnswerActionsProps) {
  const feedback = useFeedback({ message, site, messages });
  const engine = message.metadata?.engine;
  return (
    <>
      <div className="-ms-2 mt-1.5 flex flex-wrap items-center">
        <CopyButton
          className={iconButtonClass({ size: "small" })}
          messages={{ copy: messages.copyAnswer, copied: messages.copied, failed: messages.copyFailed }}
          read={() => toClipboardText(message)}
          size={16}
        />
        {repeats && (
          <IconButton size="small" label={messages.regenerate} onClick={onRegenerate}>
            <LucideSvg icon={RotateCcw} size={16} className="size-4" />
          </IconButton>
        )}
        {message.metadata?.threadId && feedback.buttons}
        {engine && <p className="ms-auto ps-2 text-muted text-xs">{messages.engine[engine]}</p>}
      </div>
      {feedback.below}
      {(feedback.isBad || mayNeedSupport(message, site.support)) && (
        <SupportForm question={question} answer={message} page={readPage(site)} site={site} messages={messages} />
      )}
    </>
  );
}

/** Returns the address of the page that is open; in the widget, the origin of the page around it. */
function readPage({ embedOrigin }: SiteScope): string {
  return embedOrigin ?? window.location.origin + window.location.pathname;
}

interface NextQuestionsProps extends Pick<TranscriptProps, "messages" | "onAsk"> {
  readonly questions: readonly string[];
}

/** Offers questions to ask next, each by a press. */
function NextQuestions({ questions, messages, onAsk }: NextQuestionsProps) {
  const id = useId();
  if (questions.length === 0) return null;
  return (
    <>
      <p id={id} className="mt-3 mb-1.5 font-semibold text-muted text-xs">
        {messages.suggestions}
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-1.5">
        {questions.map((question) => (
          <li key={question} className="max-w-full">
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="min-h-8 max-w-full rounded-2xl border border-line bg-card px-3 py-1 text-start text-sm wrap-anywhere transition-colors hover:border-(--accent-line) hover:bg-accent-soft"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Waiting({ messages }: { readonly messages: AssistantMessages }) {
  return (
    <p aria-hidden="true" className="flex items-center gap-2.5 text-muted text-sm">
      <span className="answer-dots">
        <span />
        <span />
        <span />
      </span>
      {messages.searching}
    </p>
  );
}

interface FailureNoteProps {
  readonly failure: Failure;
  readonly messages: AssistantMessages;
  readonly onRetry: () => void;
}

function FailureNote({ failure, messages, onRetry }: FailureNoteProps) {
  const { title, howToFix } = messages.failure(failure);
  const note = useRef<HTMLDivElement>(null);
  // Below a long question or half an answer it would be out of sight, and with it the button.
  useEffect(() => {
    // Without a value: a browser may answer with a promise, which React would take for what cleans up.
    void note.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div
      ref={note}
      role="alert"
      className="flex gap-3 rounded-lg border border-(--tone-danger)/40 bg-(--tone-danger)/6 px-3.5 py-3 text-sm"
    >
      <LucideSvg icon={TriangleAlert} size={18} className="mt-0.5 size-4.5 text-(--tone-danger) shrink-0" />
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-muted">{howToFix}</p>
        <RetryButton messages={messages} onRetry={onRetry} />
      </div>
    </div>
  );
}

/** Renders the note below a question that was stopped before its first word, or left with the page. */
function Unanswered({ messages, onRetry }: Omit<FailureNoteProps, "failure">) {
  return (
    <div className="text-muted text-sm">
      <p>{messages.unanswered}</p>
      <RetryButton messages={messages} onRetry={onRetry} />
    </div>
  );
}

function RetryButton({ messages, onRetry }: Omit<FailureNoteProps, "failure">) {
  return (
    <button
      type="button"
      onClick={onRetry}
      className="mt-2 inline-flex min-h-8 items-center gap-2 rounded-md border border-line-strong bg-card px-3 font-medium text-ink hover:bg-sunk"
    >
      <LucideSvg icon={RotateCcw} size={14} className="size-3.5 shrink-0" />
      {messages.retry}
    </button>
  );
}

interface SourcesProps {
  readonly sources: readonly Source[];
  readonly site: SiteScope;
  readonly messages: AssistantMessages;
  /** Called when the reader follows a link to a page of this site. */
  readonly onLeave: () => void;
}

/** Lists the sections that an answer is taken from, by the numbers that its text cites. */
function Sources({ sources, ...shared }: SourcesProps) {
  return (
    <div className="mt-3 rounded-lg border border-line bg-card" data-sources>
      <p aria-hidden="true" className="px-3 pt-2 font-semibold text-muted text-xs">
        {shared.messages.sources}
      </p>
      <ol aria-label={shared.messages.sources} className="p-1.5">
        {sources.map((source) => (
          <li key={source.url}>
            <SourceLink source={source} {...shared} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function SourceLink({ source, site, messages, onLeave }: Omit<SourcesProps, "sources"> & { readonly source: Source }) {
  const target = readLink(site, source.url, window.location.origin);
  const path = source.title.split(" > ");
  const words = (
    <>
      <span className="answer-marker shrink-0">{source.number}</span>
      <span className="min-w-0 wrap-anywhere">
        {path.length > 1 && <span className="text-muted">{path.slice(0, -1).join(" › ")} › </span>}
        {path.at(-1)}
      </span>
    </>
  );
  const style = "flex items-baseline gap-2 rounded-md px-1.5 py-1 text-sm";
  if (!target) return <span className={style}>{words}</span>;
  return (
    <SafeLink target={target} passage={source.passage} messages={messages} onLeave={onLeave} className={`${style} hover:bg-sunk`}>
      {words}
    </SafeLink>
  );
}

interface FeedbackProps {
  readonly message: PanelMessage;
  readonly site: SiteScope;
  readonly messages: AssistantMessages;
}

type FeedbackStep = "rate" | "reason" | "thanks" | "failed";

/** Asks whether the answer was helpful. A "no" is sent immediately and can then be explained. Returns the buttons, and what belongs below them. */
function useFeedback({ message, site, messages }: FeedbackProps) {
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
        <LucideSvg icon={ThumbsUp} size={16} className="size-4" />
      </IconButton>
      <IconButton size="small" label={messages.notHelpful} aria-pressed={given === "down"} onClick={() => void send("down")}>
        <LucideSvg icon={ThumbsDown} size={16} className="size-4" />
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
  return { buttons, below, isBad: given === "down" };
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
