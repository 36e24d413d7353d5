"use client";

import { useEffect, useState } from "react";

/** One heading of a page. */
export interface Heading {
  readonly id: string;
  readonly title: string;
  /** 2 for a section, 3 and more for what is inside one. */
  readonly depth: number;
}

/** The headings of the page; the one being read is marked as the reader scrolls. */
export function TableOfContents({ headings, label }: { headings: readonly Heading[]; label: string }) {
  const current = useHeadingInView(headings);
  return (
    <nav className="toc" aria-label={label}>
      <p className="toc-label" aria-hidden>
        {label}
      </p>
      <ul>
        {headings.map(({ id, title, depth }) => (
          <li key={id} data-depth={depth}>
            <a href={`#${id}`} aria-current={id === current ? "location" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Distance from the top of the window at which a heading counts as being read: below the header. */
const readingLinePx = 120;

function useHeadingInView(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setCurrent(findCurrent(headings));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
    };
  }, [headings]);
  return current;
}

function findCurrent(headings: readonly Heading[]): string | undefined {
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4 && scrollY > 0;
  const passed = headings.filter(({ id }) => {
    const element = document.getElementById(id);
    return element !== null && (atEnd ? isVisible(element) : element.getBoundingClientRect().top <= readingLinePx);
  });
  return (passed.at(-1) ?? headings[0])?.id;
}

function isVisible(element: HTMLElement): boolean {
  return element.getBoundingClientRect().top < innerHeight;
}
