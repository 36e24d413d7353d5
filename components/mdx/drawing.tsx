"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/** Longer sources are shown as they are: Mermaid takes seconds for them. */
const MAX_LENGTH = 20_000;

interface DrawingProps {
  readonly source: string;
  /** The address of Mermaid, which is no part of the bundle. */
  readonly library: string;
  /** Description of the picture for readers who do not see it. */
  readonly label: string;
  /** Says that the source has a mistake. */
  readonly broken: string;
  /** The source, open until it is drawn. */
  readonly children: ReactNode;
}

interface Picture {
  readonly address: string;
  readonly width: number | undefined;
}

/**
 * Draws a diagram when it comes into view, in the colours of the theme. Mermaid is loaded then and not before, and what it
 * makes is shown as an image, in which nothing runs and from which nothing is loaded.
 */
export function Drawing({ source, library, label, broken, children }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<Picture | "broken">();
  const isSeen = useSeen(box);
  const isDark = useDark();

  useEffect(() => {
    if (!isSeen || source.length > MAX_LENGTH) return;
    let isWanted = true;
    draw(source, { library, isDark }).then((drawn) => isWanted && setPicture(drawn));
    return () => {
      isWanted = false;
    };
  }, [source, library, isSeen, isDark]);

  return (
    <>
      <div ref={box} className="flex min-h-16 items-center justify-center-safe overflow-auto">
        {picture === "broken" ? <p role="status">{broken}</p> : null}
        {/* biome-ignore lint/performance/noImgElement: a drawing made here */}
        {typeof picture === "object" ? <img src={picture.address} width={picture.width} alt={label} /> : null}
      </div>
      <details open={typeof picture !== "object"}>{children}</details>
    </>
  );
}

/** Settings that the text of a diagram may not change: what decides on HTML, links and style sheets. */
const ITS_OWN = [
  ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "dompurifyConfig"],
  ...["htmlLabels", "themeCSS", "fontFamily", "altFontFamily"],
] as const;
/** The layout of every kind of diagram: Mermaid's own choice is not sent to readers (lib/content/output/mermaid.ts). */
const LAYOUT = { layout: "dagre", state: { layout: "dagre" } };

/** The source without what asks for the other layout. */
function withLayout(source: string): string {
  return source.replace(/^(\s*flowchart)-elk\b/m, "$1").replace(/(\blayout["']?\s*:\s*["']?)elk\b[\w.]*/g, "$1dagre");
}

let drawn = 0;

interface DrawOptions {
  readonly library: string;
  readonly isDark: boolean;
}

/** The picture, or "broken" for a source with a mistake; nothing when Mermaid cannot be loaded, where the source does. */
async function draw(source: string, { library, isDark }: DrawOptions): Promise<Picture | "broken" | undefined> {
  const mermaid = await load(library);
  return mermaid && render(mermaid, source, isDark).catch(() => "broken" as const);
}

type Mermaid = typeof import("mermaid")["default"];

async function load(library: string): Promise<Mermaid | undefined> {
  try {
    return (await import(/* turbopackIgnore: true */ library)).default;
  } catch {
    return undefined;
  }
}

async function render(mermaid: Mermaid, source: string, isDark: boolean): Promise<Picture> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    secure: [...ITS_OWN],
    ...LAYOUT,
    theme: "base",
    themeVariables: { darkMode: isDark, ...themeColours() },
    fontFamily: "Figtree, ui-sans-serif, system-ui, sans-serif",
    suppressErrorRendering: true,
  });
  drawn += 1;
  const { svg } = await mermaid.render(`diagram-${drawn}`, withLayout(source));
  const width = Number(/viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1]);
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toXml(svg))}`,
    width: Number.isFinite(width) ? Math.ceil(width) : undefined,
  };
}

/** The colours of the site in the form that Mermaid computes with. */
function themeColours(): Readonly<Record<string, string>> {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => toHex(style.getPropertyValue(name).trim());
  const [paper, card, sunk, ink, muted, line, accent] = [
    "--paper",
    "--card",
    "--sunk",
    "--ink",
    "--muted",
    "--line-strong",
    "--accent",
  ].map(colour) as [string, string, string, string, string, string, string];
  const texts = {
    textColor: ink,
    primaryTextColor: ink,
    secondaryTextColor: ink,
    tertiaryTextColor: ink,
    noteTextColor: ink,
    titleColor: ink,
  };
  const lines = {
    lineColor: muted,
    primaryBorderColor: accent,
    secondaryBorderColor: line,
    tertiaryBorderColor: line,
    noteBorderColor: line,
  };
  return {
    background: paper,
    primaryColor: card,
    secondaryColor: sunk,
    tertiaryColor: sunk,
    noteBkgColor: sunk,
    ...texts,
    ...lines,
  };
}

/** Any colour of CSS as #rrggbb, by drawing one pixel of it. */
function toHex(colour: string): string {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return `#${[...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** An image is XML, where every element is closed. */
function toXml(svg: string): string {
  const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  return root ? new XMLSerializer().serializeToString(root) : svg;
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
