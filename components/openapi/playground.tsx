// Tested in e2e/updates.spec.ts.
"use client";

import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { playgroundMessages } from "../../lib/i18n/playground.ts";
import type { PlaygroundOperation } from "../../lib/openapi/playground.ts";
import { PLAYGROUND_ACTION } from "../ui/button.ts";
import type { PlaygroundFormProps } from "./playground-form.tsx";

export interface PlaygroundProps {
  readonly operation: PlaygroundOperation;
  readonly language: string;
}

/** The button that opens a form to call the operation. The form's code is loaded when it is first opened. */
export function Playground({ operation, language }: PlaygroundProps) {
  const messages = playgroundMessages(language);
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"closed" | "loading" | "open" | "failed">("closed");
  const [Form, setForm] = useState<ComponentType<PlaygroundFormProps>>();

  const open = async () => {
    if (isPolicyOfOtherPage(operation.servers)) return reloadPage();
    setState("loading");
    try {
      const { PlaygroundForm } = await import("./playground-form.tsx");
      setForm(() => PlaygroundForm);
      setState("open");
    } catch {
      // The network is away: the reader is told and may press again.
      setState("failed");
    }
  };
  const close = () => {
    setState("closed");
    button.current?.focus();
  };
  const reopen = useEffectEvent(open);
  useEffect(() => {
    if (location.hash === OPEN_HASH) void reopen();
  }, []);
  return (
    <div className="playground print:hidden">
      <button
        ref={button}
        type="button"
        className={PLAYGROUND_ACTION}
        aria-expanded={state === "open"}
        aria-busy={state === "loading"}
        onClick={() => (state === "open" ? close() : void open())}
      >
        {messages.open}
      </button>
      {state === "failed" ? <p role="alert">{messages.loadFailed}</p> : null}
      {state === "open" && Form ? <Form operation={operation} messages={messages} onClose={close} /> : null}
    </div>
  );
}

const OPEN_HASH = "#playground";

/**
 * Whether calls would be refused by the browser: they go to other servers, and the document was loaded as another page,
 * whose policy still holds after a navigation within the site.
 */
function isPolicyOfOtherPage(servers: readonly string[]): boolean {
  const isForeign = servers.some((server) => new URL(server, location.href).origin !== location.origin);
  const [loaded] = performance.getEntriesByType("navigation");
  return isForeign && loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}

/** Loads the page with its own policy; the form opens again there. */
function reloadPage(): void {
  history.replaceState(history.state, "", OPEN_HASH);
  location.reload();
}
