import { isCommand } from "../hot-keys.ts";

const ANSWERED_LATER = "[data-assistant-trigger], [data-ask-code]";

let clicked: HTMLElement | undefined;
let collecting = false;
let answered = false;

/** Remembers a click on the assistant's buttons, and Ctrl/Cmd+I, until the code that answers them is there. */
export function collectEarlyClicks(): void {
  if (collecting || answered) return;
  collecting = true;
  // In the capture phase of the window, since React keeps clicks on what it has not taken over from everybody below.
  window.addEventListener("click", onClick, true);
  window.addEventListener("keydown", onKeyDown, true);
}

/** Ends the collecting and clicks once more where the reader last did, unless that has opened the panel after all. */
export function repeatEarlyClick(): void {
  answered = true;
  window.removeEventListener("click", onClick, true);
  window.removeEventListener("keydown", onKeyDown, true);
  const button = clicked;
  clicked = undefined;
  if (button?.isConnected && button.ariaExpanded !== "true") button.click();
}

function onClick({ target }: MouseEvent): void {
  if (target instanceof Element) clicked = target.closest<HTMLElement>(ANSWERED_LATER) ?? clicked;
}

function onKeyDown(event: KeyboardEvent): void {
  if (!isCommand(event, "i")) return;
  event.preventDefault();
  clicked = document.querySelector<HTMLElement>("[data-assistant-trigger]") ?? undefined;
}
