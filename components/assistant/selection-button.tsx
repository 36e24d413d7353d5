"use client";

import { MessageSquare } from "lucide";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { assistantMessages } from "../../lib/i18n/browser-messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import type { ReaderLocation } from "../site-scope.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { openAssistant } from "./assistant-store.ts";

export interface SelectionButtonProps {
  readonly place: ReaderLocation;
}

interface Selected {
  readonly text: string;
  readonly top: number;
  readonly left: number;
}

const SETTLE_MS = 200;
/** Room that the button takes, and the header that it keeps clear of, in pixels. */
const HEIGHT = 44;
const HEADER = 68;

/** Shows a button beside text selected in the article, which attaches it to a question. */
export function SelectionButton({ place }: SelectionButtonProps) {
  const [selected, setSelected] = useState<Selected>();
  const messages = assistantMessages(place.language);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSelected(readSelection()), SETTLE_MS);
    };
    const move = () => {
      setSelected(undefined);
      look();
    };
    look();
    document.addEventListener("selectionchange", look);
    window.addEventListener("scroll", move, { passive: true });
    window.addEventListener("resize", move);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", look);
      window.removeEventListener("scroll", move);
      window.removeEventListener("resize", move);
    };
  }, []);

  if (!selected) return null;
  const { text, top, left } = selected;
  return createPortal(
    <button
      type="button"
      lang={languageTag(place.language)}
      style={{ top, left }}
      // Pressing the button would clear the selection before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        setSelected(undefined);
        document.getSelection()?.removeAllRanges();
        openAssistant({ context: { type: "textSelection", value: text, path: place.path } });
      }}
      className="fixed z-50 inline-flex h-9 items-center gap-2 rounded-lg border border-line-strong bg-card px-3 font-medium text-ink text-sm shadow-float hover:bg-sunk print:hidden"
    >
      <LucideSvg icon={MessageSquare} size={16} className="size-4 text-accent" />
      {messages.askSelection}
    </button>,
    document.body,
  );
}

/** Reads selected text of at least one word in one article, and where the button goes; undefined for anything else. */
function readSelection(): Selected | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const common = range.commonAncestorContainer;
  const element = common instanceof Element ? common : common.parentElement;
  const text = selection.toString().trim();
  if (!element?.closest("article") || !/[\p{L}\p{N}]{2}|\p{Lo}/u.test(text)) return undefined;
  const box = range.getBoundingClientRect();
  const lowest = window.innerHeight - HEIGHT;
  if (box.bottom < HEADER || box.top > lowest) return undefined;
  const top = box.bottom < lowest ? box.bottom + 8 : Math.max(HEADER, box.top - HEIGHT);
  return { text, top, left: Math.min(Math.max(8, box.left), document.documentElement.clientWidth - 190) };
}
