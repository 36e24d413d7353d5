"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from "react";
import { indexAt } from "./arrow-keys.ts";

interface MenuProps {
  /** Content of the button. */
  readonly trigger: ReactNode;
  /** Name of the button, where what it shows does not say it. */
  readonly label?: string | undefined;
  readonly triggerClass?: string | undefined;
  readonly menuClass?: string | undefined;
  /** The edge of the button at which the menu begins. */
  readonly align?: "start" | "end";
  /** Links and buttons. A link and a choice (`data-choice`) close the menu; other buttons leave it open, so that they can say what they did. */
  readonly children: ReactNode;
}

/**
 * Renders a button that opens a menu below it, without JavaScript too. Escape, a press outside and a choice close it and return
 * the focus; arrow keys, Home and End move inside. The browser keeps it above everything and inside the window.
 */
export function Menu({ trigger, label, triggerClass, menuClass = "", align = "start", children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const anchor = `--menu-${id}`;

  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    menu.current?.showPopover({ source: button.current ?? undefined });
    const stops = stopsOf(menu.current);
    (event.key === "ArrowDown" ? stops[0] : stops.at(-1))?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const stops = stopsOf(menu.current);
    const current = stops.indexOf(document.activeElement as HTMLElement);
    const index = indexAt(event.key, { current, count: stops.length, next: "ArrowDown", previous: "ArrowUp" });
    const stop = stops[index ?? -1];
    if (!stop) return;
    event.preventDefault();
    stop.focus();
  };
  const closeOnChoice = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("a, [data-choice]")) menu.current?.hidePopover();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        onKeyDown={openByKey}
        style={{ anchorName: anchor }}
        className={triggerClass}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys and presses are those of the links inside */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        onKeyDown={move}
        onClick={closeOnChoice}
        style={{ positionAnchor: anchor }}
        className={`${align === "end" ? "below-end" : "below-start"} max-h-[70dvh] min-w-44 max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto overscroll-contain rounded-lg border border-line bg-card p-1 text-ink text-sm shadow-float ${menuClass}`}
      >
        {children}
      </div>
    </>
  );
}

function stopsOf(menu: HTMLElement | null): HTMLElement[] {
  const stops = menu?.querySelectorAll<HTMLElement>("a[href], button:not([disabled])") ?? [];
  return [...stops].filter((stop) => stop.checkVisibility());
}
