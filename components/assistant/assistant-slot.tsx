"use client";

import { lazy, Suspense } from "react";
import type { AssistantTriggerProps } from "./assistant-trigger.tsx";

const AssistantTrigger = lazy(async () => {
  const { AssistantTrigger } = await import("./assistant-trigger.tsx");
  return { default: AssistantTrigger };
});

/**
 * Where the assistant's button stands. It is in the page's HTML; its code is a file of its own, because a page carries
 * the code of everything that its layout may show, and a site that has switched the assistant off shall not.
 */
export function AssistantSlot(props: AssistantTriggerProps) {
  return (
    <Suspense fallback={null}>
      <AssistantTrigger {...props} />
    </Suspense>
  );
}
