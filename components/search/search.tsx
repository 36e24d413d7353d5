"use client";

/*
 * The search box: the button of every page and the dialog that it opens.
 * What a reader types comes in; results come from `/v1/search`, with a site token, like any client's.
 * Start at `SearchTrigger`. `search-dialog.tsx` is loaded when it is first opened; `use-search.ts` asks while the reader types.
 */

import { Search } from "lucide";
import { usePathname } from "next/navigation";
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { loadTranslation } from "../../lib/i18n/i18n.ts";
import type { SearchTriggerMessages } from "../../lib/i18n/messages.ts";
import { answerEarlyInput, keepTyped, takeTyped } from "../early-input.ts";
import { isCommand, isComposing, isTyping, useCancelKey } from "../hot-keys.ts";
import { locate, type SiteScope } from "../site-scope.ts";
import { HEADER_BOX } from "../ui/button.ts";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import type { SearchDialogProps } from "./search-dialog.tsx";

export interface SearchTriggerProps {
  readonly site: SiteScope;
  readonly messages: SearchTriggerMessages;
  /** Opens the dialog with this query, each time that the object changes. */
  readonly request?: { readonly query: string } | undefined;
  /** The button has no words, whatever the width of the header. */
  readonly isIcon?: boolean;
}

/**
 * Renders the button that opens search, also by Ctrl/Cmd+K and `/`; only its icon in a narrow header. The dialog's
 * code is loaded when it is first needed. If a page has several buttons, the first one answers the keys.
 */
export function SearchTrigger({ site, messages, request, isIcon = false }: SearchTriggerProps) {
  const { language } = locate(site, usePathname());
  const button = useRef<HTMLButtonElement>(null);
  const { open, close, preload, failed, loading, Dialog } = useSearchDialog(language);
  useHotKeys(button, { open, close, isOpen: Dialog !== undefined });
  useCancelKey(loading, close);
  useEffect(() => {
    if (request) open();
  }, [request, open]);
  useOpeners(open);
  // The last of the listeners: now that all are there, what the reader did before can be answered.
  useEffect(() => answerEarlyInput("[data-search-trigger], [data-open-search]"), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        data-search-trigger
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        title={failed ? messages.failed : isIcon ? messages.search : undefined}
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
        {...(isIcon
          ? { className: iconButtonClass({ size: "small" }) }
          : {
              className: `${HEADER_BOX} @2xl/header:w-56 @2xl/header:shrink! @2xl/header:justify-start @2xl/header:ps-3 @2xl/header:pe-2`,
            })}
      >
        <LucideSvg icon={Search} size={isIcon ? 16 : 17} className={`${isIcon ? "size-4" : "size-4.25"} shrink-0`} />
        <span className={isIcon ? "sr-only" : "@max-2xl/header:sr-only"}>
          {messages.search}
          <span className="sr-only"> {messages.where}</span>
        </span>
        {isIcon ? null : <KeyHint />}
      </button>
      {failed && (
        <span role="alert" className="sr-only">
          {messages.failed}
        </span>
      )}
      {Dialog && <Dialog key={request?.query} site={site} query={request?.query} onClose={close} />}
    </>
  );
}

/**
 * Renders the keys that open search: ⌘ on Apple devices, Ctrl elsewhere and until the browser is known. Drawn by
 * the style sheet, since text in the button would have to be part of its spoken name.
 */
function KeyHint() {
  const isApple = useSyncExternalStore(
    () => () => {},
    () => /Mac|iPhone|iPad/.test(navigator.platform),
    () => false,
  );
  const keys = isApple ? "⌘ K" : "Ctrl K";
  return (
    <span
      data-keys={keys}
      className="@max-2xl/header:hidden ms-auto rounded-md border border-line bg-paper px-1.5 font-sans text-xs leading-5 pointer-coarse:hidden after:content-[attr(data-keys)]"
    />
  );
}

function useSearchDialog(language: string) {
  const [Loaded, setLoaded] = useState<ComponentType<SearchDialogProps>>();
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);

  const load = useCallback(async () => {
    const [{ SearchDialog }] = await Promise.all([import("./search-dialog.tsx"), loadTranslation(language)]);
    setLoaded(() => SearchDialog);
  }, [language]);
  const open = useCallback(() => {
    setWanted(true);
    setFailed(false);
    keepTyped();
    load().catch(() => {
      takeTyped();
      setWanted(false);
      setFailed(true);
    });
  }, [load]);
  const preload = useCallback(() => {
    // A preload that fails is repeated, and reported, when search is opened.
    load().catch(() => {});
  }, [load]);
  const close = useCallback(() => {
    takeTyped();
    setWanted(false);
  }, []);
  return { open, close, preload, failed, loading: wanted && !Loaded, Dialog: wanted ? Loaded : undefined };
}

/** Opens search from the buttons that pages have for it. */
function useOpeners(open: () => void): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("[data-open-search]")) open();
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [open]);
}

interface DialogControl {
  readonly open: () => void;
  readonly close: () => void;
  readonly isOpen: boolean;
}

function useHotKeys(button: RefObject<HTMLButtonElement | null>, { open, close, isOpen }: DialogControl): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSearchKey = isCommand(event, "k");
      if (isOpen && isSearchKey) {
        event.preventDefault();
        close();
        return;
      }
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!(isSearchKey || isSlash) || isComposing(event) || isTyping(event)) return;
      const isFirst = document.querySelector("[data-search-trigger]") === button.current;
      if (!isFirst || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [button, open, close, isOpen]);
}
