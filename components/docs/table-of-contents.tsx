"use client";

import { type ReactNode, useEffect, useState } from "react";

/** One heading of a page. */
export interface Heading {
  readonly id: string;
  readonly title: string;
  /** 2 for a section, 3 and more for what is inside one. */
  readonly depth: number;
}

interface TableOfContentsProps {
  readonly headings: readonly Heading[];
  readonly label: string;
  /** Content above the list. */
  readonly children?: ReactNode;
}

/** By the level of a heading. */
const INDENTS: Readonly<Record<number, string>> = { 3: "ps-6.5", 4: "ps-9.5" };

/** Lists the headings of the page; the current one is marked as the reader scrolls. */
export function TableOfContents({ headings, label, children }: TableOfContentsProps) {
  const current = useHeadingInView(headings, headings[0]?.id);
  return (
    <nav className="text-[0.875rem]" aria-label={label}>
      {children}
      <ul className="nav-headings">
        {headings.map(({ id, title, depth }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? "location" : undefined} className={INDENTS[depth] ?? "ps-3.5"}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Renders the name of the menu of headings, with the current heading once the reader has passed the first. */
export function HeadingBeingRead({ headings, label }: Pick<TableOfContentsProps, "headings" | "label">) {
  const current = useHeadingInView(headings, null);
  const title = headings.find(({ id }) => id === current)?.title;
  return (
    <span className="truncate">
      <span className={title ? "sr-only" : undefined}>{label}</span>
      {title ? ` ${title}` : null}
    </span>
  );
}

/** Returns the distance in pixels from the top of the window to just below where a link puts its heading. */
function readingLine(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 16;
}

/** Returns the id of the current heading; `above` when the reader has reached none yet. */
function useHeadingInView<Above>(headings: readonly Heading[], above: Above): string | Above {
  const [current, setCurrent] = useState<string | Above>(above);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setCurrent(findCurrent(headings) ?? above);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(look);
    };
    schedule();
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
    };
  }, [headings, above]);
  return current;
}

function findCurrent(headings: readonly Heading[]): string | undefined {
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4 && scrollY > 0;
  const line = readingLine();
  const passed = headings.filter(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && (atEnd ? top < innerHeight : top <= line);
  });
  return passed.at(-1)?.id;
}
