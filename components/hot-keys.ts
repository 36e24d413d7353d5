import { useEffect } from "react";

/** Returns true for an event of an element that takes text, where a single key means a letter. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName);
}

type Key = Pick<KeyboardEvent, "key" | "code" | "keyCode" | "isComposing" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * Returns true for Ctrl (on a Mac: Command) and this letter, without Alt or Shift. In a layout of other letters, such as
 * Cyrillic or Greek ones, it is the key that has this letter on an American keyboard.
 */
export function isCommand(event: Omit<Key, "keyCode" | "isComposing">, letter: string): boolean {
  const { key, code } = event;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;
}

/** Returns true for a key that belongs to a word being composed, as in Japanese: Enter ends the word. Safari shows this by the key code only. */
export function isComposing(event: Pick<Key, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
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
