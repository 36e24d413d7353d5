"use client";

import "./panel.css";
import { useChat } from "@ai-sdk/react";
import type { ChatStatus } from "ai";
import { ArrowDown, History, Plus, X } from "lucide";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type AssistantMessages, assistantMessages } from "../../lib/i18n/browser-messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { takeTyped } from "../early-input.ts";
import type { ReaderLocation, SiteScope } from "../site-scope.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { type ContextItem, isOpenedByReader, listOpenRequests, subscribe, takeOpenRequests } from "./assistant-store.ts";
import { Composer } from "./composer.tsx";
import { ask, getConversation, reopenConversation, startOver } from "./conversation.ts";
import {
  addContext,
  clearDraft,
  forgetConversation,
  getDraft,
  listConversations,
  MAX_CONTEXT,
  type PastConversation,
  setDraftText,
} from "./conversation-store.ts";
import { PanelFrame, useIsWide } from "./panel-frame.tsx";
import { messageText, type PanelMessage, sourcesOf } from "./panel-message.ts";
import { Transcript } from "./transcript.tsx";
import { useAnswerScroll } from "./use-answer-scroll.ts";

export interface PanelProps {
  readonly site: SiteScope;
  readonly place: ReaderLocation;
  readonly starterQuestions: Readonly<Record<string, readonly string[]>>;
  readonly onClose: () => void;
  /** The panel is all that its window shows. */
  readonly isAlone?: boolean;
  /** A button of its header. */
  readonly action?: ReactNode;
}

/** Rendering again for every word of a fast model would be work that nobody can see. */
const THROTTLE_MS = 50;

export function Panel({ site, place, starterQuestions, onClose, isAlone = false, action }: PanelProps) {
  const messages = assistantMessages(place.language);
  const staysOpen = useIsWide() || isAlone;
  const input = useRef<HTMLTextAreaElement>(null);
  const {
    messages: conversation,
    status,
    error,
    regenerate,
    stop,
  } = useChat({ chat: getConversation(site), throttle: THROTTLE_MS });
  const { box, content, isAtEnd, showQuestion, showEnd } = useAnswerScroll();
  const busy = status === "submitted" || status === "streaming";
  /** Conversations that this browser remembers, while their list is open. */
  const [recent, setRecent] = useState<readonly PastConversation[]>();

  const send = useCallback(
    (question: string, context: readonly ContextItem[]) => {
      setRecent(undefined);
      void ask(getConversation(site), question, context);
      showQuestion();
    },
    [site, showQuestion],
  );
  const notice = useHandedOver({ site, messages, input, send });
  useFirstFocus(input);
  useTypedBefore(site, send);

  const reopen = async (conversation: PastConversation) => {
    setRecent(undefined);
    await reopenConversation(site, conversation);
    input.current?.focus();
    showQuestion();
  };
  // Escape in the list leads back to the conversation, not out of the panel.
  const closeRecent = () => {
    setRecent(undefined);
    input.current?.focus();
  };
  const startNew = async () => {
    setRecent(undefined);
    await startOver(site);
    clearDraft(site.domain);
    input.current?.focus();
  };
  /** The button that was pressed goes, here and below, so the focus does not stay with it. */
  const answerAgain = () => {
    void regenerate();
    showQuestion();
    input.current?.focus();
  };
  const askOffered = (question: string) => {
    send(question, []);
    input.current?.focus();
  };
  const stopAnswer = () => {
    void stop();
    input.current?.focus();
  };

  return (
    <PanelFrame
      label={messages.title}
      widthLabel={messages.width}
      language={place.language}
      isAlone={isAlone}
      onClose={recent ? closeRecent : onClose}
    >
      <Header
        messages={messages}
        isEmpty={conversation.length === 0}
        showsRecent={recent !== undefined}
        onRecent={() => setRecent(recent ? undefined : listConversations(site.domain))}
        onStartNew={() => void startNew()}
        onClose={onClose}
        action={action}
        isAlone={isAlone}
      />
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          role="log"
          aria-live="off"
          aria-label={messages.conversation}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="h-full overflow-y-auto overscroll-contain -outline-offset-2"
        >
          <div ref={content}>
            {recent ? (
              <RecentConversations
                conversations={recent}
                language={place.language}
                messages={messages}
                onOpen={(conversation) => void reopen(conversation)}
                onForget={(id) => setRecent(forgetConversation(site.domain, id))}
              />
            ) : conversation.length === 0 ? (
              <Welcome messages={messages} questions={questionsIn(starterQuestions, place.language)} onAsk={askOffered} />
            ) : (
              <Transcript
                conversation={conversation}
                status={status}
                error={error}
                site={site}
                messages={messages}
                onRegenerate={answerAgain}
                onAsk={askOffered}
                onLeave={staysOpen ? stay : onClose}
              />
            )}
          </div>
        </div>
      </div>
      {/* Its room stays while it is hidden: a transcript that changes its height loses its place, and the reader the button under the pointer. */}
      {conversation.length > 0 && (
        <button
          type="button"
          onClick={showEnd}
          className={`${isAtEnd ? "invisible " : ""}mx-auto mb-2 inline-flex min-h-8 w-fit items-center gap-1.5 rounded-full border border-line-strong bg-card px-3 text-sm shadow-float hover:bg-sunk`}
        >
          <LucideSvg icon={ArrowDown} size={14} className="size-3.5 shrink-0" />
          {messages.latest}
        </button>
      )}
      <Composer
        domain={site.domain}
        messages={messages}
        busy={busy}
        input={input}
        notice={notice}
        onSend={send}
        onStop={stopAnswer}
      />
      <PanelStatus conversation={conversation} status={status} error={error} messages={messages} />
    </PanelFrame>
  );
}

const stay = () => {};

function questionsIn(byLanguage: PanelProps["starterQuestions"], language: string): readonly string[] {
  return byLanguage[language] ?? byLanguage[language.split("-")[0] ?? ""] ?? [];
}

/** Focuses the input when the reader opened the panel, not when a reload did. */
function useFirstFocus(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (isOpenedByReader()) input.current?.focus({ preventScroll: true });
  }, [input]);
}

/** Takes in what the reader typed while the panel was on its way, and asks it if Enter ended it. */
function useTypedBefore(site: SiteScope, send: HandedOver["send"]): void {
  useEffect(() => {
    const typed = takeTyped();
    if (!typed) return;
    const { text, context } = getDraft(site.domain);
    const [line = "", ...rest] = typed.split("\n");
    const question = text + line;
    if (rest.length === 0) return setDraftText(site.domain, question);
    clearDraft(site.domain);
    setDraftText(site.domain, rest.join(""));
    if (question.trim()) send(question.trim(), context);
  }, [site, send]);
}

interface HandedOver {
  readonly site: SiteScope;
  readonly messages: AssistantMessages;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly send: (question: string, context: readonly ContextItem[]) => void;
}

/** Takes in what other parts of the page hand over. Returns what to tell the reader about it. */
function useHandedOver({ site, messages, input, send }: HandedOver): string {
  const [notice, setNotice] = useState("");
  const waiting = useSyncExternalStore(subscribe, listOpenRequests);
  useEffect(() => {
    if (waiting.length === 0) return;
    setNotice("");
    for (const { question, send: atOnce, context } of takeOpenRequests()) {
      if (context && !addContext(site.domain, context)) setNotice(messages.contextFull(MAX_CONTEXT));
      const { status } = getConversation(site);
      const isFree = status === "ready" || status === "error";
      if (question && atOnce && isFree) send(question, []);
      else if (question) setDraftText(site.domain, question);
    }
    input.current?.focus({ preventScroll: true });
  }, [waiting, site, messages, input, send]);
  return notice;
}

interface HeaderProps {
  readonly messages: AssistantMessages;
  /** Nothing has been asked in this conversation. */
  readonly isEmpty: boolean;
  readonly showsRecent: boolean;
  readonly onRecent: () => void;
  readonly onStartNew: () => void;
  readonly onClose: () => void;
  readonly action: ReactNode;
  readonly isAlone: boolean;
}

/** Renders the title and three buttons in one line, whatever the width: a button has no words. */
function Header({ messages, isEmpty, showsRecent, onRecent, onStartNew, onClose, action, isAlone }: HeaderProps) {
  const Title = isAlone ? "h1" : "h2";
  // With a search button, a narrow header has room for one of the two: earlier conversations, then a new one.
  const hasBoth = !action;
  return (
    <header className="flex h-(--header) shrink-0 items-center gap-1 border-b border-line ps-4 pe-2">
      <Title className="min-w-0 truncate font-display font-semibold text-lg">{messages.title}</Title>
      {/* Not at the end, where the pointer is that pressed Ask. */}
      {(hasBoth || isEmpty) && (
        <IconButton size="small" label={messages.recent} aria-pressed={showsRecent} onClick={onRecent}>
          <LucideSvg icon={History} size={16} className="size-4" />
        </IconButton>
      )}
      <span className="ms-auto inline-flex shrink-0">
        {action}
        {(hasBoth || !isEmpty) && (
          <IconButton size="small" label={messages.newConversation} disabled={isEmpty && !showsRecent} onClick={onStartNew}>
            <LucideSvg icon={Plus} size={16} className="size-4" />
          </IconButton>
        )}
        <IconButton size="small" label={messages.close} onClick={onClose}>
          <LucideSvg icon={X} size={16} className="size-4" />
        </IconButton>
      </span>
    </header>
  );
}

interface WelcomeProps {
  readonly messages: AssistantMessages;
  readonly questions: readonly string[];
  readonly onAsk: (question: string) => void;
}

function Welcome({ messages, questions, onAsk }: WelcomeProps) {
  return (
    <div className="px-4 py-8">
      <p className="font-display font-semibold text-xl">{messages.welcome}</p>
      <p className="mt-1.5 text-muted text-sm">{messages.welcomeHint}</p>
      {questions.length > 0 && (
        <>
          <p className="mt-7 mb-2 font-semibold text-muted text-xs">{messages.starters}</p>
          <ul className="flex flex-col gap-2">
            {questions.map((question) => (
              <li key={question}>
                <button
                  type="button"
                  onClick={() => onAsk(question)}
                  className="min-h-11 w-full rounded-lg border border-line bg-card px-3.5 py-2 text-start text-sm transition-colors hover:border-(--accent-line) hover:bg-accent-soft"
                >
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface PanelStatusProps {
  readonly conversation: readonly PanelMessage[];
  readonly status: ChatStatus;
  readonly error: Error | undefined;
  readonly messages: AssistantMessages;
}

/** Announces each stage of an answer to screen readers; the transcript itself is not read out while it grows. */
function PanelStatus({ conversation, status, error, messages }: PanelStatusProps) {
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
  if (busy) return last?.role === "assistant" && messageText(last) ? messages.answering : messages.searching;
  if (!last) return "";
  if (last.role === "user" || last.metadata?.stopped) return messages.stopped;
  return messageText(last) ? messages.ready(sourcesOf(last).length) : "";
}

interface RecentProps {
  readonly conversations: readonly PastConversation[];
  readonly language: string;
  readonly messages: AssistantMessages;
  readonly onOpen: (conversation: PastConversation) => void;
  readonly onForget: (id: string) => void;
}

/** Conversations that this browser remembers: each can be opened again, or forgotten. */
function RecentConversations({ conversations, language, messages, onOpen, onForget }: RecentProps) {
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
              <LucideSvg icon={X} size={16} className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
