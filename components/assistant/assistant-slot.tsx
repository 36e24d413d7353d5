"use client";

import { lazy, Suspense } from "react";
import type { AssistantTriggerProps } from "./assistant.tsx";

const AssistantTrigger = lazy(async () => ({ default: await loadTrigger() }));

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** Tries until the line is there again: a page that is otherwise whole must not fail for this, and keeps clicks meanwhile. */
async function loadTrigger(pauseMs = FIRST_PAUSE_MS): Promise<typeof import("./assistant.tsx").AssistantTrigger> {
  try {
    return (await import("./assistant.tsx")).AssistantTrigger;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return loadTrigger(Math.min(2 * pauseMs, MAX_PAUSE_MS));
  }
}

/**
 * Renders the assistant's button. It is in the page's HTML, but its code is a separate file: a page carries the
 * code of everything that its layout may show, also on a site that has switched the assistant off.
 */
export function AssistantSlot(props: AssistantTriggerProps) {
  return (
    <Suspense fallback={null}>
      <AssistantTrigger {...props} />
    </Suspense>
  );
}
