// Tested in e2e/reading.spec.ts.
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
  /** What is above the list. */
  readonly children?: ReactNode;
}

/** The headings of the page; the one being read is marked as the reader scrolls. */
export function TableOfContents({ headings, label, children }: TableOfContentsProps) {
  const current = useHeadingInView(headings);
  return (
    <nav className="text-[0.8438rem]" aria-label={label}>
      {children}
      <ul className="border-line border-s [&_a]:-ms-px [&_a]:block [&_a]:border-transparent [&_a]:border-s [&_a]:py-1 [&_a]:leading-snug [&_a]:text-muted [&_a]:wrap-anywhere [&_a]:transition-colors [&_a:hover]:text-ink [&_a[aria-current]]:border-accent [&_a[aria-current]]:text-accent">
        {headings.map(({ id, title, depth }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? "location" : undefined} className={depth < 3 ? "ps-3.5" : "ps-6.5"}>
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
