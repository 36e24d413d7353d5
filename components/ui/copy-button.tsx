"use client";

import { Check, Copy } from "lucide";
import { useEffect, useState } from "react";
import { announce } from "../owner-events.ts";
import { MENU_ITEM, PAGE_ACTION } from "./button.ts";
import { LucideSvg } from "./lucide-svg.tsx";

const SHOWN_MS = 2_000;

interface CopyWords {
  readonly copy: string;
  readonly copied: string;
  readonly failed: string;
}

interface CopyButtonProps {
  readonly messages: CopyWords;
  /** The text to copy, asked for when the reader presses the button. */
  readonly read: (button: HTMLButtonElement) => string | Promise<string>;
  readonly className?: string | undefined;
  /** Shows its name beside the drawing. */
  readonly labelled?: boolean;
  readonly size?: number;
}

/** Copies to the clipboard and shows the result for two seconds, announced to screen readers too. */
export function CopyButton({ messages, read, className, labelled = false, size = 15 }: CopyButtonProps) {
  const [state, copy] = useCopy();
  const label = messages[state];
  const Drawing = state === "copied" ? Check : Copy;
  const name = labelled ? {} : { "aria-label": label, title: label };
  return (
    <>
      <button type="button" className={className} {...name} onClick={({ currentTarget }) => void copy(() => read(currentTarget))}>
        <LucideSvg icon={Drawing} size={size} />
        {labelled ? <span>{label}</span> : null}
      </button>
      <span role="status" className="sr-only">
        {state === "copy" ? "" : label}
      </span>
    </>
  );
}

/** Copies the nearest code block as it is after its changes, read from the page so that it does not have to be sent twice. */
export function CopyCode({ messages }: { messages: CopyWords }) {
  const read = (button: HTMLButtonElement) => {
    const code = button.closest("[data-code]")?.querySelector("[data-code-body]:not([hidden]) code")?.cloneNode(true);
    if (!(code instanceof Element)) return "";
    for (const removed of code.querySelectorAll(".line.removed")) {
      if (removed.nextSibling?.nodeType === Node.TEXT_NODE) removed.nextSibling.remove();
      removed.remove();
    }
    return code.textContent ?? "";
  };
  return <CopyButton className="code-copy" messages={messages} read={read} />;
}

/** Copies the text of the prompt that it belongs to. */
export function CopyPrompt({ messages }: { messages: CopyWords }) {
  const read = (button: HTMLButtonElement) =>
    button.closest("[data-prompt]")?.querySelector("[data-prompt-text]")?.textContent?.trim() ?? "";
  return <CopyButton className={PAGE_ACTION} messages={messages} read={read} labelled />;
}

/** Fetches the Markdown form of the page and copies it. */
export function CopyPage({ from, messages, className }: { from: string; messages: CopyWords; className: string }) {
  return <CopyButton className={className} messages={messages} read={() => fetchText(from)} labelled />;
}

/** Renders a menu item that copies a text. */
export function CopyText({ text, messages }: { text: string; messages: CopyWords }) {
  return <CopyButton className={MENU_ITEM} messages={messages} read={() => text} labelled />;
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

function useCopy() {
  const [state, setState] = useState<keyof CopyWords>("copy");
  useEffect(() => {
    if (state === "copy") return;
    const timer = setTimeout(() => setState("copy"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (read: () => string | Promise<string>) => {
    try {
      const text = await read();
      await navigator.clipboard.writeText(text);
      announce("copy", { length: text.length });
      setState("copied");
    } catch {
      // No permission, no secure context, no network: nothing can be done but show it to the reader.
      setState("failed");
    }
  };
  return [state, copy] as const;
}
