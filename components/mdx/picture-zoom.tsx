"use client";

import { useEffect, useRef } from "react";

const PICTURES = "article .prose img:not(a img, button img, summary img, [data-nozoom], .diagram img, .icon)";

interface PictureZoomProps {
  /** Label of the button. */
  readonly label: string;
}

/** Shows a picture of the article in the whole window where it is larger than its place: on a click, Enter or the space bar. */
export function PictureZoom({ label }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    for (const picture of document.querySelectorAll<HTMLImageElement>(PICTURES)) {
      const offer = () => {
        if (picture.naturalWidth > picture.width * 1.1 || /\.svg(?:$|\?)/.test(picture.src)) offerZoom(picture, label);
      };
      if (picture.complete) offer();
      picture.addEventListener("load", offer, { signal });
      const show = (event: Event) => {
        if (picture.role !== "button" || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        dialog.current?.setAttribute("aria-label", picture.alt || label);
        dialog.current?.replaceChildren(Object.assign(new Image(), { src: picture.currentSrc, alt: picture.alt }));
        dialog.current?.showModal();
      };
      picture.addEventListener("click", show, { signal });
      picture.addEventListener("keydown", show, { signal });
    }
    return () => stop.abort();
  }, [label]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes on Escape by itself
    <dialog ref={dialog} className={ZOOM} onClick={() => dialog.current?.close()} />
  );
}

const ZOOM =
  "m-auto max-h-[100dvh] max-w-[100dvw] cursor-zoom-out rounded-(--radius) bg-paper backdrop:bg-black/75 [&_img]:max-h-[94dvh] [&_img]:max-w-[94dvw] [&_img]:object-contain";

function offerZoom(picture: HTMLImageElement, title: string): void {
  picture.role = "button";
  picture.tabIndex = 0;
  picture.title ||= title;
}
