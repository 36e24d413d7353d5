import { useEffect } from "react";

/** Returns true for an event of an element that takes text, where a single key means a letter. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName);
}

/** Returns true for Ctrl (on a Mac: Command) and this letter, without Alt or Shift. */
export function isCommand(event: KeyboardEvent, letter: string): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === letter;
}

/** Calls `cancel` at Esc while something that the reader opened is on its way. */
export function useCancelKey(isWaiting: boolean, cancel: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !isTyping(event)) cancel();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isWaiting, cancel]);
}
