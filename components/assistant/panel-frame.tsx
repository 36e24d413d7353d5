import { type KeyboardEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { languageTag } from "../../lib/language-tag.ts";
import { useModal } from "../use-modal.ts";
import { PanelWidth } from "./panel-width.tsx";

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

/** A column beside the page where there is room for both; on narrow windows a sheet over it; alone, all of its window. */
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
    <main
      aria-label={label}
      lang={languageTag(language)}
      onKeyDown={closeOnEscape(onClose)}
      className="assistant-panel @container/header h-dvh"
    >
      {children}
    </main>
  );
}

function closeOnEscape(onClose: () => void) {
  return (event: KeyboardEvent) => {
    // A dialog that is drawn elsewhere tells its parents in React, too.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.nativeEvent.isComposing || !isInside) return;
    event.preventDefault();
    onClose();
  };
}

/** Not modal: the reader goes on reading and clicking in the page, which makes room. */
function Column({ label, widthLabel, language, onClose, children }: PanelFrameProps) {
  useEffect(() => {
    document.documentElement.dataset.assistant = "beside";
    return () => {
      delete document.documentElement.dataset.assistant;
    };
  }, []);
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
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
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
