"use client";

import { isComposing } from "../hot-keys.ts";
import "./search.css";
import { usePathname, useRouter } from "next/navigation";
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type SearchMessages, searchMessages } from "../../lib/i18n/browser-messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { openAssistant } from "../assistant/assistant-store.ts";
import { readStoredJson, writeStored } from "../browser-store.ts";
import { takeTyped } from "../early-input.ts";
import { markWordsAt, nearestSentence, toMarkedUrl } from "../marked-words.ts";
import { locate, type SiteScope } from "../site-scope.ts";
import { useModal } from "../use-modal.ts";
import { KindBar, ScopeBar } from "./scope-bar.tsx";
import { isOpenQuestion, kindOf, reportOpened, type SearchBoxRequest, sectionsOf, splitByLikelihood } from "./search-client.ts";
import { SearchField } from "./search-field.tsx";
import { FailureNote, NoResults, ResultsToCome } from "./search-notes.tsx";
import { SearchResults, type ShownResults } from "./search-results.tsx";
import { SearchStart } from "./search-start.tsx";
import { holdsAll } from "./snippet.ts";
import { type SearchState, useSearch } from "./use-search.ts";

export interface SearchDialogProps {
  readonly site: SiteScope;
  /** To begin with. */
  readonly query?: string | undefined;
  readonly onClose: () => void;
}

type Choice =
  | { readonly kind: "hit"; readonly href: string }
  | { readonly kind: "recent"; readonly query: string }
  | { readonly kind: "ask" };

/** Lists the choices before anything is typed: earlier searches, pages to begin with, and the assistant. */
function startChoices(recent: readonly string[], site: SiteScope): Choice[] {
  return [
    ...recent.map((query): Choice => ({ kind: "recent", query })),
    ...site.startPages.map(({ path }): Choice => ({ kind: "hit", href: path })),
    ...(site.assistant ? [{ kind: "ask" } as const] : []),
  ];
}

/** The last query, for when the box is opened again. */
let typedBefore = "";

/** Renders the open search box: a modal combobox over the results of `POST /v1/search/{domain}`. */
export function SearchDialog({ site, query: given = typedBefore, onClose }: SearchDialogProps) {
  const place = locate(site, usePathname());
  const messages = searchMessages(place.language);
  const router = useRouter();
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [request, setRequest] = useState<SearchBoxRequest>({
    query: given,
    language: place.language,
    version: place.version,
    kind: null,
  });
  const [recent, setRecent] = useState(() => listRecent(site.domain));
  const search = useSearch(site, request);
  useModal(dialog, onClose);
  // Once the field has the focus, and takes the next key itself.
  useLayoutEffect(() => {
    const query = takeTyped().replaceAll("\n", "");
    if (query) setRequest((before) => ({ ...before, query }));
    // The next key replaces what is there.
    else input.current?.select();
  }, []);

  const query = request.query.trim();
  const kinds = [...new Set(search.pages.map((page) => kindOf(site, page)))];
  const none = query !== "" && search.answered !== "" && search.pages.length === 0 && !search.loading && !search.failure;
  const shown = useMemo<ShownResults>(() => {
    const offersAsk = site.assistant && (search.answered !== "" || search.failure !== undefined);
    const first = isOpenQuestion(search.answered, search.pages);
    const pages = search.pages.filter((page) => request.kind === null || kindOf(site, page) === request.kind);
    return { ...splitByLikelihood(pages), ask: offersAsk ? (first ? "first" : "last") : undefined };
  }, [site, search, request.kind]);
  const choices = query === "" ? startChoices(recent, site) : listChoices(shown);
  const first = query === "" || search.failure ? -1 : bestChoice(shown, search.answered);
  const list = useActiveChoice(choices.length, `${query}\n${search.answered}\n${request.kind}`, first);

  const remember = useCallback(() => {
    if (query) setRecent(addRecent(site.domain, query));
  }, [query, site.domain]);
  const leave = useCallback(() => {
    remember();
    onClose();
  }, [remember, onClose]);
  const open = (href: string) => {
    if (query !== "") reportOpened(site, { ...request, query: search.answered }, href.split("#")[0] ?? href);
    const hit = search.pages.flatMap(({ hits }) => hits).find((one) => one.href === href);
    markWordsAt(`${site.basePath}${href}`, hit ? nearestSentence(hit.content, query) : "");
    leave();
  };
  // In a frame of another page, the docs open in a new tab.
  const go = (href: string) =>
    site.embedOrigin === undefined
      ? router.push(href)
      : void window.open(toMarkedUrl(`${site.basePath}${href}`), "_blank", "noopener");
  const searchAgain = (past: string) => {
    setRequest({ ...request, query: past });
    input.current?.focus();
  };
  const ask = () => {
    leave();
    openAssistant(query === "" ? {} : { question: query, send: true });
  };
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    if (choice.kind === "recent") return searchAgain(choice.query);
    if (choice.kind === "ask") return ask();
    open(choice.href);
    go(choice.href);
  };
  const forget = (past: string) => {
    setRecent(removeRecent(site.domain, past));
    input.current?.focus();
  };

  const onKeyDown = useKeys({ choices, list, busy: search.loading, onChoose: choose, onForget: forget });

  return createPortal(
    <dialog ref={dialog} aria-label={messages.title} lang={languageTag(place.language)} className="search-dialog">
      <SearchField
        input={input}
        value={request.query}
        messages={messages}
        list={{ id: listId, active: list.active, expanded: choices.length > 0 }}
        busy={search.loading}
        onChange={(value) => {
          typedBefore = value;
          setRequest({ ...request, query: value });
        }}
        onKeyDown={onKeyDown}
        onClose={onClose}
      />
      <ScopeBar site={site} request={request} messages={messages} onChange={setRequest} />
      {query !== "" && (kinds.length > 1 || request.kind !== null) && (
        <KindBar kinds={kinds} kind={request.kind} messages={messages} onChange={(kind) => setRequest({ ...request, kind })} />
      )}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-20 p-2">
        {search.failure && query !== "" && <FailureNote failure={search.failure} messages={messages} onRetry={search.retry} />}
        {search.loading && search.answered === "" && <ResultsToCome />}
        {none && (
          <NoResults
            query={search.answered}
            messages={messages}
            onWiden={isNarrowed(site, request) ? () => setRequest({ ...request, language: null, version: null }) : undefined}
          />
        )}
        {query === "" && (
          <SearchStart
            listId={listId}
            site={site}
            recent={recent}
            active={list.active}
            messages={messages}
            onChoose={searchAgain}
            onOpen={(path) => {
              open(path);
              go(path);
            }}
            onAsk={ask}
            onPoint={list.point}
            onForget={forget}
            onClear={() => {
              setRecent(clearRecent(site.domain));
              input.current?.focus();
            }}
          />
        )}
        {choices.length > 0 && query !== "" && (
          <SearchResults
            id={listId}
            shown={shown}
            site={site}
            request={request}
            answered={search.answered}
            correctedQuery={search.correctedQuery}
            active={list.active}
            messages={messages}
            onOpen={open}
            onAsk={ask}
            onPoint={list.point}
          />
        )}
      </div>
      <KeyHints messages={messages} />
      <SearchStatus search={search} query={query} messages={messages} />
    </dialog>,
    document.body,
  );
}

interface Keys {
  readonly choices: readonly Choice[];
  readonly list: ReturnType<typeof useActiveChoice>;
  /** Newer results are on their way. */
  readonly busy: boolean;
  readonly onChoose: (choice: Choice | undefined) => void;
  readonly onForget: (query: string) => void;
}

/** Returns the handler of the field's keys, which move through the list below it and choose from it. */
function useKeys({ choices, list, busy, onChoose, onForget }: Keys) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const active = choices[list.active];
    if (event.key === "Enter") {
      event.preventDefault();
      // While newer results are on their way, the old ones are not what the reader means.
      if (!busy || list.moved || active?.kind === "recent") onChoose(active);
    } else if (event.key === "Delete" && list.moved && active?.kind === "recent") {
      event.preventDefault();
      onForget(active.query);
    } else if (list.move(event.key)) {
      event.preventDefault();
    }
  };
}

/** Returns true when a filter leaves out a part of the site. */
function isNarrowed(site: SiteScope, { language, version }: SearchBoxRequest): boolean {
  return (language !== null && site.languages.length > 1) || (version !== null && site.versions.length > 1);
}

/** Returns the index of the choice that Enter opens: the best page if its title was asked for, else its best section. */
function bestChoice({ likely, ask }: ShownResults, query: string): number {
  const [page] = likely;
  const offset = ask === "first" ? 1 : 0;
  if (ask === "first" || !page) return 0;
  return page.hits.every(({ href }) => href !== page.path) && !holdsAll(page.title, query) ? offset + 1 : offset;
}

/** Lists the choices in the order shown: for each page its title, then its sections. */
function listChoices({ likely, lessLikely, ask }: ShownResults): Choice[] {
  const hits = [...likely, ...lessLikely].flatMap((page) =>
    [page.path, ...sectionsOf(page).map(({ href }) => href)].map((href): Choice => ({ kind: "hit", href })),
  );
  if (!ask) return hits;
  return ask === "first" ? [{ kind: "ask" }, ...hits] : [...hits, { kind: "ask" }];
}

function KeyHints({ messages }: { messages: ReturnType<typeof searchMessages> }) {
  const hints = [
    ["↑ ↓", messages.keys.move],
    ["↵", messages.keys.open],
    ["Esc", messages.keys.close],
  ];
  return (
    <div aria-hidden="true" className="flex gap-4 border-t border-line bg-sunk px-4 py-2 text-muted text-xs max-sm:hidden">
      {hints.map(([key, meaning]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <kbd className="rounded border border-line bg-card px-1.5 py-px font-sans">{key}</kbd>
          {meaning}
        </span>
      ))}
    </div>
  );
}

/**
 * Keeps the active choice of a list: the one at `first` until the reader moves, or none where that is negative. `moved` says
 * that the reader did; Home and End belong to the text until then.
 */
function useActiveChoice(count: number, resetKey: string, first: number) {
  const [state, setState] = useState({ key: resetKey, index: -1, moved: false });
  const current = state.key === resetKey ? state : { key: resetKey, index: -1, moved: false };
  const active = count === 0 ? -1 : Math.min(current.index < 0 ? first : current.index, count - 1);

  const go = (index: number) => {
    setState({ key: resetKey, index, moved: true });
    return true;
  };
  const move = (key: string): boolean => {
    if (count === 0) return false;
    if (key === "ArrowDown") return go((active + 1) % count);
    // From the choice that the reader did not make, up leads to the foot of the list, where the assistant is.
    if (key === "ArrowUp") return go(active <= 0 || !current.moved ? count - 1 : active - 1);
    if (current.moved && key === "Home") return go(0);
    if (current.moved && key === "End") return go(count - 1);
    return false;
  };
  return {
    active,
    moved: current.moved,
    move,
    point: (index: number) => setState({ key: resetKey, index, moved: current.moved }),
  };
}

const SETTLE_MS = 500;

interface SearchStatusProps {
  readonly search: SearchState;
  readonly query: string;
  readonly messages: SearchMessages;
}

/** Tells screen readers how many results there are, once typing has paused; failures have their own alert. */
function SearchStatus({ search, query, messages }: SearchStatusProps) {
  const words = searchStatusText(search, query, messages);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  );
}

function searchStatusText({ loading, failure, answered, pages }: SearchState, query: string, messages: SearchMessages): string {
  if (!query || failure) return "";
  if (loading || !answered) return messages.searching;
  if (pages.length === 0) return messages.none(answered);
  const hits = pages.reduce((sum, page) => sum + page.hits.length, 0);
  return messages.count(hits, pages.length);
}

const MAX_SEARCHES = 6;
const MAX_LENGTH = 100;

/** Returns the reader's last searches in this browser, newest first; at most six. */
function listRecent(domain: string): string[] {
  const stored = readStoredJson("local", keyOf(domain));
  if (!Array.isArray(stored)) return [];
  return stored.filter((item) => typeof item === "string" && item.length <= MAX_LENGTH).slice(0, MAX_SEARCHES);
}

/** Puts a search first in the list. Returns the new list. */
function addRecent(domain: string, query: string): string[] {
  const text = query.trim().slice(0, MAX_LENGTH);
  if (!text) return listRecent(domain);
  return save(domain, [text, ...listRecent(domain).filter((other) => other.toLowerCase() !== text.toLowerCase())]);
}

/** Forgets one search. Returns the new list. */
function removeRecent(domain: string, query: string): string[] {
  return save(
    domain,
    listRecent(domain).filter((other) => other !== query),
  );
}

/** Forgets all. */
function clearRecent(domain: string): string[] {
  return save(domain, []);
}

function save(domain: string, queries: readonly string[]): string[] {
  const kept = queries.slice(0, MAX_SEARCHES);
  writeStored("local", keyOf(domain), kept.length > 0 ? JSON.stringify(kept) : null);
  return kept;
}

function keyOf(domain: string): string {
  return `docent:recent-searches:${domain}`;
}
