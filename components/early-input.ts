/** Openers whose code comes after their button. */
export type Opener = "[data-search-trigger]" | "[data-assistant-trigger], [data-ask-code]";

interface EarlyInput {
  /** The opener that was pressed last and that no script answers yet. */
  pressed?: HTMLElement | undefined;
  readonly answered: Opener[];
}

declare global {
  interface Window {
    docentEarlyInput?: EarlyInput;
  }
}

/**
 * Script text for the head of a page: until the code behind an opener is there, keeps the last click on it or press of its
 * hot key. On a slow line or device that takes seconds, in which a reader already clicks.
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

/** Is in the page as text, so it uses nothing from outside of itself. */
function keepEarlyInput(): void {
  const early: EarlyInput = { answered: [] };
  window.docentEarlyInput = early;
  // In the capture phase of the window and stopped there, so that React does not answer it once more.
  window.addEventListener(
    "click",
    (event) => keep(event, closest(event, "[data-search-trigger],[data-assistant-trigger],[data-ask-code]")),
    true,
  );
  window.addEventListener(
    "keydown",
    (event) => {
      const command = event.ctrlKey || event.metaKey;
      if (event.altKey || (command && event.shiftKey)) return;
      if (event.isComposing || closest(event, "input,textarea,select,[contenteditable]")) return;
      const keys = { "/": "[data-search-trigger]", "^k": "[data-search-trigger]", "^i": "[data-assistant-trigger]" };
      const opener = Object.entries(keys).find(([key]) => key === (command ? "^" : "") + event.key.toLowerCase())?.[1];
      if (opener) keep(event, document.querySelector<HTMLElement>(opener));
    },
    true,
  );

  function closest({ target }: Event, selector: string): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  }

  function keep(event: Event, pressed: HTMLElement | null): void {
    if (!pressed || early.answered.some((opener) => pressed.matches(opener))) return;
    event.preventDefault();
    event.stopPropagation();
    early.pressed = pressed;
  }
}
