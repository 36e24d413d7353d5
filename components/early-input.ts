/** Openers whose code comes after their button. */
export type Opener = "[data-search-trigger], [data-open-search]" | "[data-assistant-trigger], [data-ask-code]";

interface EarlyInput {
  /** The opener that was pressed last and that no script answers yet. */
  pressed?: HTMLElement | undefined;
  /** Text for a field that is still to come, Enter as a line break; undefined while no field is. */
  typed?: string | undefined;
  readonly answered: Opener[];
}

declare global {
  interface Window {
    docentEarlyInput?: EarlyInput;
  }
}

/**
 * Script text for the head of a page: until the code behind an opener is there, keeps the last click on it or press of its
 * hot key, and from then on what is typed, until the field that was opened takes it. On a slow line or device that takes
 * seconds, in which a reader already clicks and writes.
 */
export const earlyInputScript = `(${keepEarlyInput})()`;

/** Ends the keeping for an opener, whose code is there now, and clicks it if the reader has already wanted it. */
export function answerEarlyInput(opener: Opener): void {
  const early = window.docentEarlyInput;
  if (!early || early.answered.includes(opener)) return;
  early.answered.push(opener);
  const { pressed } = early;
  if (!pressed?.matches(opener)) return;
  early.pressed = undefined;
  if (pressed.isConnected) pressed.click();
}

/** Keeps what is typed from now on, for a field whose code is on its way. */
export function keepTyped(): void {
  if (window.docentEarlyInput) window.docentEarlyInput.typed ??= "";
}

/** Returns what was typed for the field that is there now, Enter as a line break, and keeps nothing more. */
export function takeTyped(): string {
  const typed = window.docentEarlyInput?.typed ?? "";
  if (window.docentEarlyInput) window.docentEarlyInput.typed = undefined;
  return typed;
}

/** Is in the page as text, so it uses nothing from outside of itself. */
function keepEarlyInput(): void {
  const early: EarlyInput = { answered: [] };
  window.docentEarlyInput = early;
  // In the capture phase of the window and stopped there, so that React does not answer it once more.
  window.addEventListener(
    "click",
    (event) => keep(event, closest(event, "[data-search-trigger],[data-open-search],[data-assistant-trigger],[data-ask-code]")),
    true,
  );
  window.addEventListener(
    "keydown",
    (event) => {
      const command = event.ctrlKey || event.metaKey;
      if (event.isComposing || event.keyCode === 229 || closest(event, "input,textarea,select,[contenteditable]") || type(event))
        return;
      if (event.altKey || (command && event.shiftKey)) return;
      const keys = { "/": "[data-search-trigger]", "^k": "[data-search-trigger]", "^i": "[data-assistant-trigger]" };
      // In a layout of other letters, the key that has this letter on an American keyboard (isCommand in hot-keys.ts).
      const letter = /^[a-z/]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace(/^Key/, "").toLowerCase();
      const opener = Object.entries(keys).find(([key]) => key === (command ? `^${letter}` : event.key))?.[1];
      if (opener) keep(event, document.querySelector<HTMLElement>(opener));
    },
    true,
  );
  // Where a key is held back, Firefox still presses the button in focus when the space bar comes up.
  window.addEventListener("keyup", (event) => early.typed !== undefined && event.key === " " && event.preventDefault(), true);

  function closest({ target }: Event, selector: string): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  }

  function keep(event: Event, pressed: HTMLElement | null): void {
    if (!pressed || early.answered.some((opener) => pressed.matches(opener))) return;
    stop(event);
    early.pressed = pressed;
    early.typed = "";
  }

  /** Takes a key as part of the text that is kept. Returns false for any other key. */
  function type(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (early.typed === undefined) return false;
    // The one who opened it does not want it any more.
    if (key === "Escape") early.typed = early.pressed = undefined;
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    const text = key === "Enter" ? (shiftKey ? " " : "\n") : key;
    if (isCommand || (text.length > 1 && key !== "Backspace")) return false;
    stop(event);
    early.typed = key === "Backspace" ? early.typed?.slice(0, -1) : early.typed + text;
    return true;
  }

  function stop(event: Event): void {
    event.preventDefault();
    event.stopPropagation();
  }
}
