"use client";

import { useEffect, useRef, useState } from "react";
import type { ServedSite } from "../../site-token.ts";
import type { PlaygroundResponse } from "./playground-response.ts";
import { callEitherWay, canRelay } from "./relayed-call.ts";

/** The state of the last call. */
export type CallState =
  | { readonly kind: "none" | "waiting" | "stopped" | "unreachable" }
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
    try {
      const request = new Request(url, { ...init, signal: controller.signal });
      await callEitherWay(site, request, (response) => show({ kind: "response", response }));
    } catch {
      // A browser does not say why a call to another origin got no response.
      show({ kind: controller.signal.aborted ? "stopped" : "unreachable" });
    }
  };
  const clear = () => {
    running.current?.abort();
    running.current = undefined;
    setState({ kind: "none" });
  };
  return { state, send, clear, stop: () => running.current?.abort() };
}
