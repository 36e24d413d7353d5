"use client";

/*
 * The assistant in the browser: the button of every page and the panel that it opens.
 * Questions, selected text and code come in; answers come from the assistant's endpoint, with a site token, like any client's.
 * Start at `AssistantTrigger`. `panel.tsx` is loaded when it is first opened; `answer-text.tsx` shows an answer safely.
 */

import { MessageSquare } from "lucide";
import { usePathname } from "next/navigation";
import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { loadTranslation } from "../../lib/i18n/i18n.ts";
import type { AssistantTriggerMessages } from "../../lib/i18n/messages.ts";
import { readStored, writeStored } from "../browser-store.ts";
import { answerEarlyInput, keepTyped } from "../early-input.ts";
import { isCommand, isComposing, useCancelKey } from "../hot-keys.ts";
import { locate, type SiteScope } from "../site-scope.ts";
import { HEADER_BOX } from "../ui/button.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import {
  closeAssistant,
  isAssistantOpen,
  isOpenedByReader,
  makeRoom,
  openAssistant,
  reopenAssistant,
  subscribe,
} from "./assistant-store.ts";
import type { PanelProps } from "./panel.tsx";
import type { SelectionButtonProps } from "./selection-button.tsx";

export interface AssistantTriggerProps {
  readonly site: SiteScope;
  readonly messages: AssistantTriggerMessages;
  /** Questions offered in an empty panel, by language. */
  readonly starterQuestions: Readonly<Record<string, readonly string[]>>;
}

const OPEN_KEY = "docent:assistant-open";
/** From this width on the panel is beside the page; on narrower windows it lies over it. */
const BESIDE = "(min-width: 64rem)";

/**
 * Renders the button that opens the assistant, also by Ctrl/Cmd+I, and loads the panel's code when it is first opened. While
 * closed it also handles `?assistant=…`, `?ask=…`, the Ask buttons of code blocks, and text selected in the article.
 */
export function AssistantTrigger({ site, messages, starterQuestions }: AssistantTriggerProps) {
  const place = locate(site, usePathname());
  const { language } = place;
  const button = useRef<HTMLButtonElement>(null);
  const open = useSyncExternalStore(subscribe, isAssistantOpen, () => false);
  const [loaded, setLoaded] = useState<{ readonly Panel: ComponentType<PanelProps>; readonly language: string }>();
  const Panel = loaded?.language === language ? loaded.Panel : undefined;
  const isAwaited = open && !Panel;
  const [failed, setFailed] = useState(false);

  const close = useCallback(() => (closeAssistant() ?? button.current)?.focus({ preventScroll: true }), []);
  useReopening();
  useHandovers(place.path);
  useHotKey(open ? close : openAssistant);
  useCancelKey(isAwaited, close);
  const Selection = useSelectionButton(language);
  // The last of the listeners: now that all are there, what the reader did before can be answered.
  useEffect(() => answerEarlyInput("[data-assistant-trigger], [data-ask-code]"), []);

  useEffect(() => {
    if (!isAwaited) return;
    setFailed(false);
    if (isOpenedByReader()) keepTyped();
    Promise.all([import("./panel.tsx"), loadTranslation(language)]).then(
      ([{ Panel }]) => setLoaded({ Panel, language }),
      () => {
        setFailed(true);
        closeAssistant();
      },
    );
  }, [isAwaited, language]);

  // At the press, not when the code has come: what moves later moves under the reader's eyes.
  useEffect(() => (isAwaited && window.matchMedia(BESIDE).matches ? makeRoom() : undefined), [isAwaited]);

  return (
    <>
      <button
        ref={button}
        type="button"
        data-assistant-trigger
        aria-label={messages.open}
        aria-expanded={open}
        aria-busy={isAwaited}
        aria-keyshortcuts="Control+I Meta+I"
        title={failed ? messages.failed : undefined}
        onClick={() => (open ? close() : openAssistant())}
        className={`${HEADER_BOX} px-3 aria-expanded:bg-accent-soft aria-expanded:text-accent print:hidden`}
      >
        <LucideSvg icon={MessageSquare} size={17} className="size-4.25 shrink-0" />
        <span className="@max-4xl/header:sr-only">{messages.short}</span>
      </button>
      {failed && (
        <span role="alert" className="sr-only">
          {messages.failed}
        </span>
      )}
      {open && Panel && <Panel site={site} place={place} starterQuestions={starterQuestions} onClose={close} />}
      {Selection && <Selection place={place} />}
    </>
  );
}

/** Remembers for this tab whether the panel is open, and opens it again after a reload where it hides nothing. */
function useReopening(): void {
  useEffect(() => {
    if (readStored("session", OPEN_KEY) && window.matchMedia(BESIDE).matches) reopenAssistant();
    return subscribe(() => writeStored("session", OPEN_KEY, isAssistantOpen() ? "1" : null));
  }, []);
}

/** Takes a question from the address, `?assistant=` to fill in and `?ask=` to ask immediately, words to mark, and code from the Ask buttons. */
function useHandovers(path: string): void {
  useEffect(() => {
    const url = new URL(window.location.href);
    const [ask, fill] = [url.searchParams.get("ask"), url.searchParams.get("assistant")];
    const question = (ask ?? fill)?.trim().slice(0, 1000);
    const marked = url.searchParams.get("mark")?.slice(0, 1000);
    if (question === undefined && marked === undefined) return;
    for (const name of ["ask", "assistant", "mark"]) url.searchParams.delete(name);
    window.history.replaceState(window.history.state, "", url);
    if (marked) void import("../marked-words.ts").then(({ markWordsAt }) => markWordsAt(url.href, marked));
    if (question === undefined) return;
    openAssistant(question ? { question, send: ask !== null } : undefined);
  }, []);

  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const block = target.closest("[data-ask-code]")?.closest("[data-code]");
      const value = block?.querySelector("[data-code-body]:not([hidden]) code")?.textContent?.trim();
      if (value) openAssistant({ context: { type: "code", value, path } });
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [path]);
}

function useHotKey(toggle: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCommand(event, "i") || isComposing(event)) return;
      const isRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
      if (isRichText || document.querySelector("dialog[open]:not([data-assistant-sheet])")) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [toggle]);
}

/** Loads the button beside selected text with the first selection. */
function useSelectionButton(language: string): ComponentType<SelectionButtonProps> | undefined {
  const [Button, setButton] = useState<ComponentType<SelectionButtonProps>>();
  useEffect(() => {
    // A link can lead to a page in another language.
    if (Button) return void loadTranslation(language).catch(() => {});
    const onSelect = () => {
      const selection = document.getSelection();
      if (!selection || selection.isCollapsed || !selection.anchorNode?.parentElement?.closest("article")) return;
      document.removeEventListener("selectionchange", onSelect);
      // When it cannot be loaded, selecting text just works as it does everywhere.
      Promise.all([import("./selection-button.tsx"), loadTranslation(language)]).then(
        ([loaded]) => setButton(() => loaded.SelectionButton),
        () => {},
      );
    };
    onSelect();
    document.addEventListener("selectionchange", onSelect);
    return () => document.removeEventListener("selectionchange", onSelect);
  }, [Button, language]);
  return Button;
}
