"use client";

import { Search, X } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { searchMessages } from "../../lib/i18n/search.ts";
import { openAssistant } from "../assistant/assistant-store.ts";
import { locate, type SiteScope } from "../site-scope.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { useModal } from "../use-modal.ts";
import { addRecent, clearRecent, listRecent, removeRecent } from "./recent-searches.ts";
import { ScopeBar } from "./scope-bar.tsx";
import { type PageHits, reportOpened, type SearchRequest } from "./search-client.ts";
import { FailureNote, NoResults, SearchStart } from "./search-notes.tsx";
import { AskOption, optionId, PageGroup, RecentList } from "./search-options.tsx";
import { SearchStatus } from "./search-status.tsx";
import { useSearch } from "./use-search.ts";

export interface SearchDialogProps {
  readonly site: SiteScope;
  /** What was typed before the dialog came. */
  readonly firstQuery: string;
  readonly onClose: () => void;
}

const NO_PAGES: readonly PageHits[] = [];

type Choice =
  | { readonly kind: "hit"; readonly href: string }
  | { readonly kind: "recent"; readonly query: string }
  | { readonly kind: "ask" };

/** The open search box: a modal combobox over the results of `POST /v1/search/{domain}`. */
export function SearchDialog({ site, firstQuery, onClose }: SearchDialogProps) {
  const place = locate(site, usePathname());
  const messages = searchMessages(place.language);
  const router = useRouter();
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [request, setRequest] = useState<SearchRequest>({ query: firstQuery, language: place.language, version: place.version });
  const [recent, setRecent] = useState(() => listRecent(site.domain));
  const search = useSearch(site, request);
  useModal(dialog, onClose);

  const query = request.query.trim();
  const none = query !== "" && search.answered !== "" && search.pages.length === 0 && !search.loading && !search.failure;
  const shown = query === "" ? NO_PAGES : search.pages;
  const offersAsk = site.assistant && (search.answered !== "" || search.failure !== undefined);
  const choices = useMemo(() => {
    if (query === "") return recent.map((past): Choice => ({ kind: "recent", query: past }));
    const hits = shown.flatMap((page) => page.hits.map(({ href }): Choice => ({ kind: "hit", href })));
    return offersAsk ? [...hits, { kind: "ask" } as const] : hits;
  }, [query, recent, shown, offersAsk]);
  const list = useActiveChoice(choices.length, `${query}\n${search.answered}`, query !== "" && !search.failure);

  const remember = useCallback(() => {
    if (query) setRecent(addRecent(site.domain, query));
  }, [query, site.domain]);
  const leave = useCallback(() => {
    remember();
    onClose();
  }, [remember, onClose]);
  const open = (href: string) => {
    reportOpened(site, { ...request, query: search.answered }, href.split("#")[0] ?? href);
    leave();
  };
  const searchAgain = (past: string) => {
    setRequest({ ...request, query: past });
    input.current?.focus();
  };
  const ask = () => {
    leave();
    openAssistant({ question: query, send: true });
  };
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    if (choice.kind === "recent") return searchAgain(choice.query);
    if (choice.kind === "ask") return ask();
    open(choice.href);
    router.push(choice.href);
  };
  const forget = (past: string) => {
    setRecent(removeRecent(site.domain, past));
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const active = choices[list.active];
    if (event.key === "Enter") {
      event.preventDefault();
      // While newer results are on their way, the old ones are not what the reader means.
      if (!search.loading || list.moved || active?.kind === "recent") choose(active);
    } else if (event.key === "Delete" && list.moved && active?.kind === "recent") {
      event.preventDefault();
      forget(active.query);
    } else if (list.move(event.key)) {
      event.preventDefault();
    }
  };

  let index = 0;
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={messages.title}
      lang={place.language}
      className="fixed inset-x-0 top-[12vh] m-0 mx-auto flex max-h-[76vh] w-[min(42rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-xl border border-line bg-paper p-0 text-ink shadow-2xl outline-none backdrop:bg-black/50 backdrop:backdrop-blur-xs max-sm:inset-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-screen max-sm:max-w-none max-sm:rounded-none max-sm:border-0 transition-opacity duration-100 starting:opacity-0"
    >
      <div className="relative flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={messages.placeholder}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={list.active >= 0 ? optionId(listId, list.active) : undefined}
          placeholder={messages.placeholder}
          value={request.query}
          maxLength={1000}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => setRequest({ ...request, query: event.target.value })}
          onKeyDown={onKeyDown}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        {request.query !== "" && (
          <IconButton size="small" label={messages.clear} onClick={() => searchAgain("")}>
            <X aria-hidden className="size-4" />
          </IconButton>
        )}
        <button
          type="button"
          onClick={onClose}
          className="min-h-8 shrink-0 rounded-md border border-line bg-sunk px-2 text-ink text-xs hover:bg-sunk"
        >
          <span className="max-sm:hidden">Esc</span>
          <span className="sm:sr-only"> {messages.close}</span>
        </button>
        <ProgressLine busy={search.loading} />
      </div>
      <ScopeBar site={site} request={request} messages={messages} onChange={setRequest} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-2 p-2">
        {search.failure && query !== "" && <FailureNote failure={search.failure} messages={messages} onRetry={search.retry} />}
        {none && <NoResults query={search.answered} messages={messages} />}
        {query === "" && recent.length === 0 && <SearchStart messages={messages} />}
        {query === "" && recent.length > 0 && (
          <RecentList
            listId={listId}
            recent={recent}
            active={list.active}
            messages={messages}
            onChoose={searchAgain}
            onPoint={list.point}
            onForget={forget}
            onClear={() => {
              setRecent(clearRecent(site.domain));
              input.current?.focus();
            }}
          />
        )}
        {choices.length > 0 && query !== "" && (
          <div id={listId} role="listbox" aria-label={messages.results} className="flex flex-col gap-3">
            {shown.map((page) => {
              const first = index;
              index += page.hits.length;
              return (
                <PageGroup
                  key={page.path}
                  page={page}
                  query={search.answered}
                  listId={listId}
                  first={first}
                  active={list.active}
                  scope={{ site, language: request.language, version: request.version }}
                  messages={messages}
                  onChoose={() => open(page.path)}
                  onPoint={list.point}
                />
              );
            })}
            {offersAsk && (
              <AskOption
                id={optionId(listId, index)}
                query={query}
                active={list.active === index}
                messages={messages}
                onChoose={ask}
                onPoint={() => list.point(choices.length - 1)}
              />
            )}
          </div>
        )}
      </div>
      <KeyHints messages={messages} />
      <SearchStatus search={search} query={query} messages={messages} />
    </dialog>,
    document.body,
  );
}

/**
 * Which choice is active: the first one as soon as there are results (`eager`), otherwise none until the reader
 * moves. `moved` says that the reader did; Home and End belong to the text until then.
 */
function useActiveChoice(count: number, resetKey: string, eager: boolean) {
  const [state, setState] = useState({ key: resetKey, index: -1, moved: false });
  const current = state.key === resetKey ? state : { key: resetKey, index: -1, moved: false };
  const active = count === 0 ? -1 : current.index < 0 ? (eager ? 0 : -1) : Math.min(current.index, count - 1);

  const go = (index: number) => {
    setState({ key: resetKey, index, moved: true });
    return true;
  };
  const move = (key: string): boolean => {
    if (count === 0) return false;
    if (key === "ArrowDown") return go((active + 1) % count);
    if (key === "ArrowUp") return go(active <= 0 ? count - 1 : active - 1);
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

function ProgressLine({ busy }: { busy: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`absolute inset-x-0 -bottom-px h-0.5 overflow-hidden transition-opacity delay-150 ${busy ? "opacity-100" : "opacity-0"}`}
    >
      <div className="h-full w-full bg-accent motion-safe:animate-pulse" />
    </div>
  );
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
