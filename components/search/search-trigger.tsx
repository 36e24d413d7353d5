"use client";

import { usePathname } from "next/navigation";
import { type ComponentType, useCallback, useEffect, useId, useState, useSyncExternalStore } from "react";
import { isCommand, isTyping } from "../hot-keys.ts";
import { readPlace, type SiteScope } from "../site-scope.ts";
import type { SearchDialogProps } from "./search-dialog.tsx";
import { isHost, joinHosts, watchHosts } from "./search-host.ts";
import { triggerTexts } from "./trigger-texts.ts";

export interface SearchTriggerProps {
  readonly site: SiteScope;
  /** Only the icon, for narrow headers. */
  readonly compact?: boolean;
  readonly className?: string;
}

/**
 * The button that opens search, also by Ctrl/Cmd+K and `/`. The dialog's code is loaded when it is first wanted.
 * A page may show several buttons (one in the header of phones, one in the sidebar): one of them answers the keys.
 */
export function SearchTrigger({ site, compact = false, className = "" }: SearchTriggerProps) {
  const { language } = readPlace(site, usePathname());
  const texts = triggerTexts(language);
  const { open, close, preload, failed, Dialog } = useSearchDialog();
  useHotKeys(open, close, Dialog !== undefined);

  return (
    <>
      <button
        type="button"
        aria-label={texts.label}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        title={failed ? texts.failed : undefined}
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
        className={`inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-lg border bg-fd-secondary/50 text-fd-muted-foreground text-sm transition-colors hover:bg-fd-accent hover:text-fd-accent-foreground focus-visible:outline-2 focus-visible:outline-fd-primary focus-visible:outline-offset-2 ${compact ? "min-w-9 justify-center border-transparent bg-transparent" : "w-full ps-2.5 pe-2"} ${className}`}
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" className="size-4 shrink-0">
          <circle cx="11" cy="11" r="7" />
          <path d="m20 20-4-4" strokeLinecap="round" />
        </svg>
        {!compact && (
          <>
            <span>{texts.placeholder}</span>
            <kbd className="ms-auto rounded-md border bg-fd-background px-1.5 font-sans text-xs">
              <CommandKey /> K
            </kbd>
          </>
        )}
      </button>
      {failed && (
        <span role="alert" className="sr-only">
          {texts.failed}
        </span>
      )}
      {Dialog && <Dialog site={site} onClose={close} />}
    </>
  );
}

/** ⌘ on Apple devices, Ctrl elsewhere; nothing before the browser has told. */
function CommandKey() {
  const name = useSyncExternalStore(
    noChange,
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl"),
    () => "",
  );
  return <>{name}</>;
}

const noChange = () => () => {};

function useSearchDialog() {
  const [Loaded, setLoaded] = useState<ComponentType<SearchDialogProps>>();
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);

  const load = useCallback(async () => {
    const { SearchDialog } = await import("./search-dialog.tsx");
    setLoaded(() => SearchDialog);
  }, []);
  const open = useCallback(() => {
    setWanted(true);
    setFailed(false);
    load().catch(() => {
      setWanted(false);
      setFailed(true);
    });
  }, [load]);
  const preload = useCallback(() => {
    // A preload that fails is tried again, and told, when search is opened.
    load().catch(() => {});
  }, [load]);
  const close = useCallback(() => setWanted(false), []);
  return { open, close, preload, failed, Dialog: wanted ? Loaded : undefined };
}

function useHotKeys(open: () => void, close: () => void, isOpen: boolean): void {
  const id = useId();
  const host = useSyncExternalStore(
    watchHosts,
    () => isHost(id),
    () => false,
  );
  useEffect(() => joinHosts(id), [id]);
  useEffect(() => {
    if (!host && !isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isOpen) {
        if (!isCommand(event, "k")) return;
        event.preventDefault();
        close();
        return;
      }
      const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isTyping(event) || event.isComposing || document.querySelector("dialog[open]")) return;
      if (!slash && !isCommand(event, "k")) return;
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [host, isOpen, open, close]);
}
