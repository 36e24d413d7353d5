import { type KeyboardEvent, type PointerEvent, useEffect, useState } from "react";
import { readStored, writeStored } from "../browser-store.ts";

const KEY = "docent:assistant-width";
const MIN_PX = 320;
const STEP_PX = 24;

/** The edge of the panel, which the reader drags or moves by arrow keys. The width is kept for the next visit. */
export function PanelWidth({ label }: { readonly label: string }) {
  const [width, setWidth] = useState(readWidth);
  const most = Math.max(MIN_PX, Math.round(window.innerWidth * 0.5));
  useEffect(() => {
    const { style } = document.documentElement;
    if (width !== undefined) style.setProperty("--assistant-width", `${Math.min(width, most)}px`);
    return () => void style.removeProperty("--assistant-width");
  }, [width, most]);
  const set = (next: number) => {
    const bounded = Math.round(Math.min(most, Math.max(MIN_PX, next)));
    setWidth(bounded);
    writeStored("local", KEY, String(bounded));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, right } = panelOf(event.currentTarget);
    set(isRightToLeft() ? event.clientX - left : right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { width: current } = panelOf(event.currentTarget);
    const [wider, narrower] = isRightToLeft() ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    const next = { [wider]: current + STEP_PX, [narrower]: current - STEP_PX, Home: MIN_PX, End: most }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={MIN_PX}
      aria-valuemax={most}
      aria-valuenow={width ?? Math.min(416, Math.max(MIN_PX, Math.round(window.innerWidth * 0.3)))}
      tabIndex={0}
      className="assistant-width"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}

function panelOf(handle: HTMLElement): DOMRect {
  return (handle.parentElement ?? handle).getBoundingClientRect();
}

function isRightToLeft(): boolean {
  return document.documentElement.dir === "rtl";
}

function readWidth(): number | undefined {
  const stored = Number(readStored("local", KEY));
  return Number.isFinite(stored) && stored >= MIN_PX ? stored : undefined;
}
