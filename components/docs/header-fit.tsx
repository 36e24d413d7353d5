"use client";

import { useEffect, useRef, useState } from "react";
import type { FitStep } from "./header-rules.ts";

interface HeaderFitProps {
  /** The rules as the server estimates them. */
  readonly rules: string;
  readonly steps: readonly FitStep[];
}

/**
 * Renders the rules by which parts of the header are hidden, one by one, until the site's name fits: links move into
 * the menu, then search and assistant shrink to icons. They are container queries, so nothing runs while a window
 * is resized. The server estimates them; the browser measures the parts, with code that no page waits for.
 */
export function HeaderFit({ rules, steps }: HeaderFitProps) {
  const style = useRef<HTMLStyleElement>(null);
  const [measured, setMeasured] = useState<string>();
  useEffect(() => {
    let end = () => {};
    const start = ({ watchParts }: typeof import("./header-rules.ts")) => {
      if (style.current) end = watchParts(style.current, steps, setMeasured);
    };
    // Without the network the estimate stays.
    import("./header-rules.ts").then(start, () => {});
    return () => end();
  }, [steps]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from numbers and fixed names
  return <style ref={style} dangerouslySetInnerHTML={{ __html: measured ?? rules }} />;
}
