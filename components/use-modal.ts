import { type RefObject, useLayoutEffect } from "react";

const FOCUSABLE =
  'a[href], summary, button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/**
 * Opens a `<dialog>` as a modal for as long as the component lives: the page behind is inert and does not scroll,
 * Tab goes round inside, Esc and a click beside it call `onClose`, and focus goes back to where it came from.
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  // A layout effect, because its end comes while the dialog is still in the page: only then does closing it hand back the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const unlock = lockScroll();
    dialog.showModal();
    return () => {
      dialog.close();
      unlock();
    };
  }, [ref]);

  // A layout effect as well: Esc may come before the first paint.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === dialog) onClose();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Tab") keepInside(dialog, event);
    };
    // The browser closes it on Esc and on a phone's gesture to go back, and does not always ask with `cancel` first. The event
    // comes later: in development React opens, closes and opens it, and it is open again by then.
    const onClosed = () => {
      if (!dialog.open) onClose();
    };
    dialog.addEventListener("close", onClosed);
    dialog.addEventListener("pointerdown", onPointerDown);
    dialog.addEventListener("keydown", onKeyDown);
    return () => {
      dialog.removeEventListener("close", onClosed);
      dialog.removeEventListener("pointerdown", onPointerDown);
      dialog.removeEventListener("keydown", onKeyDown);
    };
  }, [ref, onClose]);
}

function keepInside(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** Keeps the width of the scroll bar, so that nothing moves. Returns what undoes it. */
function lockScroll(): () => void {
  const { documentElement: root, body } = document;
  const before = { overflow: root.style.overflow, padding: body.style.paddingInlineEnd };
  const barWidth = window.innerWidth - root.clientWidth;
  root.style.overflow = "hidden";
  if (barWidth > 0) body.style.paddingInlineEnd = `${barWidth}px`;
  return () => {
    root.style.overflow = before.overflow;
    body.style.paddingInlineEnd = before.padding;
  };
}
