"use client";

import { useEffect, useRef, useState } from "react";
import { announce } from "../../owner-events.ts";
import type { ServedSite } from "../../site-token.ts";
import type { PlaygroundResponse } from "./playground-response.ts";
import { callEitherWay, canRelay } from "./relayed-call.ts";

/** The state of the last call. */
export type CallState =
  | { readonly kind: "none" | "waiting" | "stopped" }
  | {
      readonly kind: "unreachable";
      readonly milliseconds: number;
      /** The call went to another origin, and from the browser. */
      readonly mayBeCors: boolean;
    }
  | { readonly kind: "response"; readonly response: PlaygroundResponse };

/** Makes one call at a time; it ends when the form closes. */
export function useCall(relay: ServedSite | undefined) {
  const [state, setState] = useState<CallState>({ kind: "none" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (url: string, init: RequestInit) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (shown: CallState) => running.current === controller && setState(shown);
    show({ kind: "waiting" });
    const site = canRelay(url, location.href) ? relay : undefined;
    const started = performance.now();
    try {
      const request = new Request(url, { ...init, signal: controller.signal });
      announce("try_it", { method: request.method });
      await callEitherWay(site, request, (response) => show({ kind: "response", response }));
    } catch {
      const milliseconds = Math.round(performance.now() - started);
      // A browser does not say why a call to another origin got no response.
      const mayBeCors = !site && URL.parse(url, location.href)?.origin !== location.origin;
      show(controller.signal.aborted ? { kind: "stopped" } : { kind: "unreachable", milliseconds, mayBeCors });
    }
  };
  const clear = () => {
    running.current?.abort();
    running.current = undefined;
    setState({ kind: "none" });
  };
  return { state, send, clear, stop: () => running.current?.abort() };
}
