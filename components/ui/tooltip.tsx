"use client";

import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from "react";

/** Time for which a tip outlasts the pointer, which so can cross the gap to it, in milliseconds. */
const GRACE_MS = 200;

interface TooltipProps {
  /** The words that are explained. */
  readonly children: ReactNode;
  /** The explanation: text, and links where it has any. */
  readonly tip: ReactNode;
}

/** Renders words with an explanation, which is read out with them. */
export function Tooltip({ children, tip }: TooltipProps) {
  return (
    <WithTip tip={tip}>
      {(described) => (
        <span
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the explanation is out of reach of a keyboard
          tabIndex={0}
          {...described}
          className="cursor-help underline decoration-dotted underline-offset-[0.2em]"
        >
          {children}
        </span>
      )}
    </WithTip>
  );
}

/** Props of an element that a tip stands above. */
export interface Described {
  readonly "aria-describedby": string;
  readonly style: CSSProperties;
}

interface WithTipProps {
  /** Renders an element that can have the focus. */
  readonly children: (described: Described) => ReactNode;
  readonly tip: ReactNode;
  /** Called before it shows. */
  readonly onShow?: () => void;
}

/** Renders an element with a tip that shows while the pointer or the focus is on either of them, until Escape (WCAG 1.4.13). */
export function WithTip({ children, tip, onShow }: WithTipProps) {
  const id = useId();
  const { box, show, hide, hideSoon } = useTip(onShow);
  const anchor = `--tip-${id}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of the element and the tip inside
    <span onPointerEnter={show} onPointerLeave={hideSoon} onFocus={show} onBlur={hide}>
      {children({ "aria-describedby": id, style: { anchorName: anchor } })}
      <span
        ref={box}
        role="tooltip"
        id={id}
        popover="manual"
        style={{ positionAnchor: anchor }}
        className="above-start w-max max-w-[min(20rem,80vw)] rounded-lg bg-ink px-3 py-2 text-paper text-sm leading-snug"
      >
        {tip}
      </span>
    </span>
  );
}

/** Opens and closes the tip, which is in the browser's top layer, so that no table or fold cuts it off. */
function useTip(onShow?: () => void) {
  const box = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    box.current?.togglePopover(open);
    if (!open) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // What the tip stands in stays open.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [open]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const set = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  const hideSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), GRACE_MS);
  };
  const show = () => {
    onShow?.();
    set(true);
  };
  return { box, show, hide: () => set(false), hideSoon };
}
