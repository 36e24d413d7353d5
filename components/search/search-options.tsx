// Tested in e2e/search.spec.ts.
import { MessageSquare, X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import type { SearchMessages } from "../../lib/i18n/search.ts";
import type { SiteScope } from "../site-scope.ts";
import type { Hit, PageHits } from "./search-client.ts";
import { markWords, type Piece, toSnippet } from "./snippet.ts";

/** Id of the choice at this place of the list, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

interface PageGroupProps {
  readonly page: PageHits;
  /** The words to mark. */
  readonly query: string;
  readonly listId: string;
  /** Place of the group's first hit in the list. */
  readonly first: number;
  readonly active: number;
  /** What is searched: a page says its language or version only when all of them are. */
  readonly scope: { readonly site: SiteScope; readonly language: string | null; readonly version: string | null };
  readonly messages: SearchMessages;
  readonly onChoose: () => void;
  readonly onPoint: (index: number) => void;
}

/** One page with its hits. */
export function PageGroup({ page, query, listId, first, active, scope, messages, onChoose, onPoint }: PageGroupProps) {
  const titleId = `${optionId(listId, first)}-page`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options of a listbox
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className="flex items-center gap-2 px-2 pt-1 pb-1.5 font-semibold text-ink text-sm">
        <span className="min-w-0 truncate">{page.title}</span>
        {page.kind === "api" && <Badge>{messages.apiReference}</Badge>}
        {scope.version === null && page.version && <Badge>{labelOf(scope.site.versions, page.version)}</Badge>}
        {scope.language === null && <Badge>{labelOf(scope.site.languages, page.language)}</Badge>}
      </div>
      {page.hits.map((hit, offset) => (
        <HitOption
          key={`${hit.href} ${hit.content.slice(0, 40)}`}
          id={optionId(listId, first + offset)}
          hit={hit}
          query={query}
          active={active === first + offset}
          onChoose={onChoose}
          onPoint={() => onPoint(first + offset)}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly query: string;
  readonly active: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

const OPTION =
  "block w-full rounded-lg border px-3 py-2 text-start text-sm scroll-my-2 aria-selected:border-(--accent-line)! aria-selected:bg-accent-soft";

/** A link, so that it opens in a new tab as links do; focus stays in the input. */
function HitOption({ id, hit, query, active, onChoose, onPoint }: OptionProps & { readonly hit: Hit }) {
  const ref = useShown<HTMLAnchorElement>(active);
  return (
    <Link
      ref={ref}
      id={id}
      href={hit.href}
      prefetch={false}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onClick={(event) => {
        if (!(event.metaKey || event.ctrlKey || event.shiftKey)) onChoose();
      }}
      onPointerMove={active ? undefined : onPoint}
      className={`${OPTION} border-transparent`}
    >
      {hit.headings.length > 0 && (
        <span className="mb-0.5 block truncate font-semibold text-ink">
          <HeadingPath headings={hit.headings} query={query} />
        </span>
      )}
      <span className="line-clamp-2 max-sm:line-clamp-3 text-muted">
        <Pieces pieces={toSnippet(hit.content, query)} />
      </span>
    </Link>
  );
}

function HeadingPath({ headings, query }: { readonly headings: readonly string[]; readonly query: string }) {
  return headings.map((heading, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a path of headings never changes its order
    <span key={level} className={level < headings.length - 1 ? "text-muted" : undefined}>
      <Pieces pieces={markWords(heading, query)} />
      {level < headings.length - 1 && <span aria-hidden="true"> › </span>}
    </span>
  ));
}

/** Marks by elements around text nodes: what a page says can never become markup here. */
function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made again for each query
      <mark key={index} className="rounded-xs bg-(--accent)/15 text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** Hands the words over to the assistant. */
export function AskOption({
  id,
  query,
  active,
  messages,
  onChoose,
  onPoint,
}: OptionProps & { readonly messages: SearchMessages }) {
  const ref = useShown<HTMLDivElement>(active);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input has the focus and handles the keys
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onClick={onChoose}
      onPointerMove={active ? undefined : onPoint}
      className={`${OPTION} flex items-center gap-3 border-line bg-card`}
    >
      <MessageSquare aria-hidden className="size-5 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="block truncate font-medium text-ink">
          {messages.ask}: “{query}”
        </span>
        <span className="block text-muted text-xs">{messages.askHint}</span>
      </span>
    </div>
  );
}

interface RecentListProps {
  readonly listId: string;
  readonly recent: readonly string[];
  readonly active: number;
  readonly messages: SearchMessages;
  readonly onChoose: (query: string) => void;
  readonly onPoint: (index: number) => void;
  readonly onForget: (query: string) => void;
  readonly onClear: () => void;
}

/** Earlier searches. The buttons that forget them are beside the list, because a listbox may hold options only. */
export function RecentList({ listId, recent, active, messages, onChoose, onPoint, onForget, onClear }: RecentListProps) {
  return (
    <div>
      <div className="flex items-center justify-between px-2 pt-1 pb-1.5">
        <span className="font-semibold text-ink text-sm">{messages.recent}</span>
        <button
          type="button"
          onClick={onClear}
          className="min-h-8 rounded-md px-2 text-muted text-xs hover:bg-sunk hover:text-ink"
        >
          {messages.clearRecent}
        </button>
      </div>
      <div className="flex">
        <div id={listId} role="listbox" aria-label={messages.recent} className="min-w-0 flex-1">
          {recent.map((query, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox input has the focus and handles the keys
            <div
              key={query}
              id={optionId(listId, index)}
              role="option"
              aria-selected={active === index}
              tabIndex={-1}
              onClick={() => onChoose(query)}
              onPointerMove={active === index ? undefined : () => onPoint(index)}
              className={`${OPTION} h-10 border-transparent truncate`}
            >
              {query}
            </div>
          ))}
        </div>
        <div>
          {recent.map((query) => (
            <button
              key={query}
              type="button"
              aria-label={messages.removeRecent(query)}
              onClick={() => onForget(query)}
              className="flex size-10 items-center justify-center rounded-lg text-muted hover:bg-sunk hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

function Badge({ children }: { readonly children: ReactNode }) {
  return (
    <span className="shrink-0 rounded-md border border-line bg-sunk px-1.5 py-px font-normal text-ink text-xs">{children}</span>
  );
}

function labelOf(named: readonly { id: string; label: string }[], id: string): string {
  return named.find((one) => one.id === id)?.label ?? id;
}

function useShown<T extends HTMLElement>(active: boolean) {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return ref;
}
