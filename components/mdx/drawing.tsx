"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Picture } from "./draw.ts";

/** Longer sources are shown as they are: Mermaid takes seconds for them. */
export const MAX_DIAGRAM_LENGTH = 20_000;

interface DrawingProps {
  readonly source: string;
  /** The address of Mermaid, which is not part of the bundle. */
  /** The address of Mermaid; undefined where a site has taken it out, which shows the source alone. */
  readonly library: string | undefined;
  /** The address of a document in which it is drawn, for a source that nobody vouches for. */
  readonly frame?: string;
  /** Description of the picture for readers who do not see it. */
  readonly label: string;
  /** Says that the source has a mistake. */
  readonly broken: string;
  /** The source: closed below the drawing, open where there is none. */
  readonly children: ReactNode;
}

/**
 * Draws a diagram when it comes into view, in the colours of the theme. Mermaid is loaded then and not before, and what it
 * makes is shown as an image, in which nothing runs and from which nothing is loaded.
 */
export function Drawing({ source, library, frame, label, broken, children }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | "broken" | "none" | "waiting">(
    library && source.length <= MAX_DIAGRAM_LENGTH ? "waiting" : "none",
  );
  const isSeen = useSeen(box);
  const isDark = useDark();

  useEffect(() => {
    if (!library || !isSeen || source.length > MAX_DIAGRAM_LENGTH) return;
    const wanted = new AbortController();
    const show = async () => {
      const { draw } = await import("./draw.ts");
      const drawn = await draw(source, { library, isDark, frame, signal: wanted.signal });
      if (!wanted.signal.aborted) setPicture(drawn ?? "none");
    };
    // Without the network there is the source.
    show().catch(() => setPicture("none"));
    return () => wanted.abort();
  }, [source, library, frame, isSeen, isDark]);

  return (
    <>
      <div
        ref={box}
        hidden={!library}
        className="flex min-h-16 items-center justify-center-safe overflow-auto"
        style={picture === "waiting" ? { minHeight: heightOf(source) } : undefined}
      >
        {picture === "broken" ? <p role="status">{broken}</p> : null}
        {/* biome-ignore lint/performance/noImgElement: a drawing made here */}
        {typeof picture === "object" ? <img src={picture.address} width={picture.width} alt={label} /> : null}
      </div>
      <details
        open={typeof picture !== "object"}
        className={picture === "waiting" ? "[@media(scripting:enabled)]:[&>pre]:hidden" : undefined}
      >
        {children}
      </details>
    </>
  );
}

/** Returns about the height that a diagram will have, in pixels, so that little moves when it is drawn. */
function heightOf(source: string): number {
  const lines = source.split("\n").filter((line) => line.trim() !== "").length - 1;
  if (/^\s*(?:graph|flowchart)\s+(?:LR|RL)\b/m.test(source)) return 60 + 20 * Math.min(lines, 12);
  return 90 + 45 * Math.min(lines, 10);
}

/** Returns true once an element has been near the visible part of the page. */
function useSeen(box: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "400px" },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return isSeen;
}

/** Returns true while the site shows in dark colours, also after the reader changes them. */
function useDark(): boolean {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    const read = () => setDark(document.documentElement.classList.contains("dark"));
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ["class"] });
    return () => observer.disconnect();
  }, []);
  return isDark;
}
