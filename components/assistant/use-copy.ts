import { useEffect, useState } from "react";

export type CopyState = "idle" | "copied" | "failed";

const SHOWN_MS = 2000;

/** Copies to the clipboard; the state goes back to idle after two seconds. */
export function useCopy(): readonly [CopyState, (text: string) => void] {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // A browser without permission or on plain http has no clipboard: the reader is told.
      setState("failed");
    }
  };
  return [state, (text) => void copy(text)];
}
