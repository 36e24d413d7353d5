import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { languageTag } from "../../lib/language-tag.ts";
import { readStored, writeStored } from "../browser-store.ts";
import { isComposing } from "../hot-keys.ts";
import { useModal } from "../use-modal.ts";
import { makeRoom } from "./assistant-store.ts";

interface PanelFrameProps {
  readonly label: string;
  /** Name of the control that sets the width. */
  readonly widthLabel: string;
  readonly language: string;
  /** It is all that its window shows. */
  readonly isAlone: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows the panel as a column beside the page, on narrow windows as a sheet over it, or alone in its window. */
export function PanelFrame(props: PanelFrameProps) {
  const isWide = useIsWide();
  if (props.isAlone) return <Alone {...props} />;
  return createPortal(isWide ? <Column {...props} /> : <Sheet {...props} />, document.body);
}

/** Returns true while the panel is beside the page: then a link inside it leaves it open. */
export function useIsWide(): boolean {
  return useSyncExternalStore(watchWidth, () => wide().matches);
}

const wide = () => window.matchMedia("(min-width: 64rem)");

function watchWidth(watcher: () => void): () => void {
  const query = wide();
  query.addEventListener("change", watcher);
  return () => query.removeEventListener("change", watcher);
}

function Alone({ label, language, onClose, children }: PanelFrameProps) {
  return (
    <main aria-label={label} lang={languageTag(language)} onKeyDown={closeOnEscape(onClose)} className="assistant-panel h-dvh">
      {children}
    </main>
  );
}

function closeOnEscape(onClose: () => void) {
  return (event: KeyboardEvent) => {
    // A dialog that is drawn elsewhere tells its parents in React, too.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || isComposing(event.nativeEvent) || !isInside) return;
    event.preventDefault();
    onClose();
  };
}

/** Renders a column that is not modal: the reader can still read and click in the page, which gets narrower. */
function Column({ label, widthLabel, language, onClose, children }: PanelFrameProps) {
  useEffect(makeRoom, []);
  return (
    <aside
      aria-label={label}
      lang={languageTag(language)}
      onKeyDown={closeOnEscape(onClose)}
      className="assistant-panel assistant-column"
    >
      <PanelWidth label={widthLabel} />
      {children}
    </aside>
  );
}

function Sheet({ label, language, onClose, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      data-assistant-sheet
      onKeyDown={onKeyDown}
      aria-label={label}
      lang={languageTag(language)}
      className="assistant-panel assistant-sheet"
    >
      {children}
    </dialog>
  );
}

const KEY = "docent:assistant-width";
const MIN_PX = 320;
const STEP_PX = 24;

/** Renders the edge of the panel, which the reader moves with the pointer or arrow keys, and stores the width. */
function PanelWidth({ label }: { readonly label: string }) {
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
