"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

interface CopyWords {
  readonly copy: string;
  readonly copied: string;
  readonly failed: string;
}

/**
 * Copies the text of the nearest code block to the clipboard and says so to everybody, screen readers included.
 * The text is read from the page, so that it does not have to be sent twice.
 */
export function CopyCode({ words }: { words: CopyWords }) {
  const [state, copy] = useCopy();
  const label = words[state];
  return (
    <button
      type="button"
      className="code-copy"
      aria-label={label}
      title={label}
      onClick={(event) => {
        const code = event.currentTarget.closest("[data-code]")?.querySelector("[data-code-body]:not([hidden]) code");
        void copy(async () => code?.textContent ?? "");
      }}
    >
      {state === "copied" ? <Check aria-hidden size={15} /> : <Copy aria-hidden size={15} />}
      <span className="sr-only" aria-live="polite">
        {state === "copy" ? "" : label}
      </span>
    </button>
  );
}

/** Fetches the Markdown form of the page and copies it. */
export function CopyPage({ from, words }: { from: string; words: CopyWords }) {
  const [state, copy] = useCopy();
  return (
    <button type="button" className="page-action" onClick={() => void copy(() => fetchText(from))}>
      {state === "copied" ? <Check aria-hidden size={15} /> : <Copy aria-hidden size={15} />}
      <span aria-live="polite">{words[state]}</span>
    </button>
  );
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

function useCopy() {
  const [state, setState] = useState<"copy" | "copied" | "failed">("copy");
  useEffect(() => {
    if (state === "copy") return;
    const timer = setTimeout(() => setState("copy"), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (read: () => Promise<string>) => {
    try {
      await navigator.clipboard.writeText(await read());
      setState("copied");
    } catch {
      // No permission, no secure context, no network: the reader is told, nothing else can be done here.
      setState("failed");
    }
  };
  return [state, copy] as const;
}
