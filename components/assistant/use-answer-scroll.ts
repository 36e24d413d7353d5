import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Closer to the end than this counts as being there, in pixels. */
const NEAR_PX = 24;
/** Room above a question at the top, in pixels. */
const ABOVE_PX = 16;

/**
 * `question`: down to the end, but no further than until the last question is at the top, so that a long answer opens at
 * its beginning. `end`: the last line, always. `reader`: wherever the reader scrolled.
 */
type Follow = "question" | "end" | "reader";

interface AnswerScroll {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  /** Shows the last question and what fits below it. */
  readonly showQuestion: () => void;
  /** Goes to the last line and stays there while the answer grows. */
  readonly showEnd: () => void;
}

/** Scrolls a transcript as it grows, unless the reader has scrolled up, until they return to the end. */
export function useAnswerScroll(): AnswerScroll {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follow = useRef<Follow>("question");
  const expectedTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const update = useCallback(() => {
    const element = box.current;
    if (!element) return;
    if (follow.current !== "reader") element.scrollTop = targetOf(element, follow.current);
    expectedTop.current = element.scrollTop;
    setAtEnd(distanceToEnd(element) < NEAR_PX);
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    const observer = new ResizeObserver(update);
    observer.observe(element);
    observer.observe(content.current);
    const onScroll = () => {
      const isNear = distanceToEnd(element) < NEAR_PX;
      // Only the reader moves it to a different place than the last one set here.
      if (Math.abs(element.scrollTop - expectedTop.current) > 1) follow.current = isNear ? "end" : "reader";
      expectedTop.current = element.scrollTop;
      setAtEnd(isNear);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [update]);

  const show = useCallback(
    (next: Follow) => {
      follow.current = next;
      update();
    },
    [update],
  );
  const showQuestion = useCallback(() => show("question"), [show]);
  const showEnd = useCallback(() => show("end"), [show]);
  return { box, content, isAtEnd, showQuestion, showEnd };
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

function targetOf(box: HTMLElement, follow: Follow): number {
  const end = box.scrollHeight - box.clientHeight;
  const question = [...box.querySelectorAll("[data-question]")].at(-1);
  if (follow === "end") return end;
  if (!question) return box.scrollTop;
  const top = box.scrollTop + question.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return Math.min(end, top - ABOVE_PX);
}
