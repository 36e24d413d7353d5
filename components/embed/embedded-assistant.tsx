"use client";

import { useChat } from "@ai-sdk/react";
import { type ComponentType, useEffect, useMemo, useRef, useState } from "react";
import { loadTranslation } from "../../lib/i18n/i18n.ts";
import type { SearchTriggerMessages } from "../../lib/i18n/messages.ts";
import { openAssistant } from "../assistant/assistant-store.ts";
import { getConversation } from "../assistant/conversation.ts";
import type { PanelProps } from "../assistant/panel.tsx";
import { sourcesOf } from "../assistant/panel-message.ts";
import { toMarkedUrl } from "../marked-words.ts";
import { SearchTrigger } from "../search/search.tsx";
import type { SiteScope } from "../site-scope.ts";
import type { EmbedEvent, EmbedRequest } from "./embed-script.ts";

export interface EmbeddedAssistantProps {
  readonly site: SiteScope;
  readonly language: string;
  /** Origins of the pages that may have the panel in a frame. */
  readonly origins: readonly string[];
  readonly messages: SearchTriggerMessages;
  readonly starterQuestions: PanelProps["starterQuestions"];
}

/** Renders the assistant alone, in a frame of another page of the owner's or in a separate window. */
export function EmbeddedAssistant({ site: scope, language, origins, messages, starterQuestions }: EmbeddedAssistantProps) {
  const { origin: host, search } = useHost(origins);
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  useEffect(() => {
    void Promise.all([import("../assistant/panel.tsx"), loadTranslation(language)]).then(([{ Panel }]) => setPanel(() => Panel));
  }, [language]);
  useLinksInNewTabs();
  const site = useMemo(() => ({ ...scope, language, ...(host && { embedOrigin: host }) }), [scope, language, host]);
  if (!Panel || host === undefined) return null;
  return (
    <>
      <Panel
        site={site}
        place={{ language, version: site.defaultVersion, path: "/" }}
        starterQuestions={starterQuestions}
        onClose={() => (host === "" ? window.location.assign(`${site.basePath}/`) : tellHost({ docent: "close" }))}
        isAlone
        action={<SearchTrigger site={site} messages={messages} request={search} isIcon />}
      />
      <Events site={site} />
    </>
  );
}

interface Host {
  /** Empty in a separate window. */
  readonly origin?: string;
  /** Search request that waits to be opened, if any. */
  readonly search?: { readonly query: string };
}

/**
 * Returns the origin of the page around this one once it has asked for something. A question is
 * handed to the panel. Messages of any other sender are left alone.
 */
function useHost(origins: readonly string[]): Host {
  const [host, setHost] = useState<Host>({});
  useEffect(() => {
    if (window.parent === window) return setHost({ origin: "" });
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      const isAllowed = origins.includes(origin) || origin === window.location.origin;
      const { docent, question, isDraft, search } = Object(data) as EmbedRequest;
      if (source !== window.parent || !isAllowed || docent !== "open") return;
      const words = typeof search === "string" ? search.slice(0, MAX_TEXT) : undefined;
      setHost({ origin, ...(words !== undefined && { search: { query: words } }) });
      if (words === undefined)
        openAssistant(
          typeof question === "string" ? { question: question.slice(0, MAX_TEXT), send: isDraft !== true } : undefined,
        );
    };
    window.addEventListener("message", onMessage);
    tellHost({ docent: "ready" });
    return () => window.removeEventListener("message", onMessage);
  }, [origins]);
  return host;
}

const MAX_TEXT = 1_000;

/** Posts an event to any embedding page: nothing in it is secret, and the host is known only when it asks. */
function tellHost(event: EmbedEvent): void {
  if (window.parent !== window) window.parent.postMessage(event, "*");
}

/** Tells the page around that an answer is there and how it was rated. */
function Events({ site }: { readonly site: SiteScope }) {
  const { messages, status } = useChat({ chat: getConversation(site) });
  const wasBusy = useRef(false);
  const rated = useRef(new Set(messages.filter(({ metadata }) => metadata?.rating).map(({ id }) => id)));
  useEffect(() => {
    const isBusy = status === "submitted" || status === "streaming";
    const last = messages.at(-1);
    if (wasBusy.current && status === "ready" && last?.role === "assistant")
      tellHost({ docent: "answer", sources: sourcesOf(last).length });
    wasBusy.current = isBusy;
    for (const { id, metadata } of messages) {
      if (!metadata?.rating || rated.current.has(id)) continue;
      rated.current.add(id);
      tellHost({ docent: "feedback", rating: metadata.rating });
    }
  }, [messages, status]);
  return null;
}

/** Opens links in a new tab, where the cited words are marked. */
function useLinksInNewTabs(): void {
  useEffect(() => {
    const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null);
    const before = (event: Event) => linkOf(event)?.setAttribute("target", "_blank");
    const after = (event: Event) => {
      const link = linkOf(event);
      if (link) link.href = toMarkedUrl(link.href);
    };
    // React listens at the document: what it does comes between.
    window.addEventListener("click", before, true);
    window.addEventListener("click", after);
    return () => {
      window.removeEventListener("click", before, true);
      window.removeEventListener("click", after);
    };
  }, []);
}
