import { Code, FileText, History, MessageSquare } from "lucide";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import type { SearchMessages } from "../../lib/i18n/browser-messages.ts";
import { Method } from "../docs/method.tsx";
import type { SiteScope } from "../site-scope.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { kindOf, type PageHits, sectionsOf } from "./search-client.ts";
import { markWords, type SnippetPiece, toSnippet } from "./snippet.ts";

/** Returns the id of the choice at this place of the list, for `aria-activedescendant`. */
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
  /** The searched scope: a result shows its language or version only where all of them are searched. */
  readonly scope: { readonly site: SiteScope; readonly language: string | null; readonly version: string | null };
  readonly onChoose: (href: string) => void;
  readonly onPoint: (index: number) => void;
}

/** Renders one page: its title, which opens it, and the sections that were found. */
export function PageGroup({ page, query, listId, first, active, scope, onChoose, onPoint }: PageGroupProps) {
  const { path, title, method, endpoint, version, language, hits } = page;
  const beginning = hits.find(({ href }) => href === path);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options of a listbox
    <div role="group" aria-label={title}>
      <LinkOption
        id={optionId(listId, first)}
        href={path}
        active={active === first}
        onChoose={() => onChoose(path)}
        onPoint={() => onPoint(first)}
      >
        <span className="flex items-center gap-2">
          <LucideSvg icon={ICONS[kindOf(scope.site, page)]} size={16} className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 shrink-0 truncate font-semibold text-ink max-w-full max-sm:shrink">
            <Pieces pieces={markWords(title, query)} />
          </span>
          {method ? <Method name={method} className="text-xs" /> : null}
          {scope.version === null && version && <Badge>{labelOf(scope.site.versions, version)}</Badge>}
          {scope.language === null && <Badge>{labelOf(scope.site.languages, language)}</Badge>}
          <Place breadcrumb={page.breadcrumb} className="max-sm:hidden" />
        </span>
        {endpoint ? (
          <span className="ms-6 block truncate font-mono text-muted text-xs">{endpoint}</span>
        ) : (
          <Place breadcrumb={page.breadcrumb} className="ms-6 sm:hidden" />
        )}
        {beginning && !endpoint ? <Snippet content={beginning.content} query={query} className="ms-6" /> : null}
      </LinkOption>
      {sectionsOf(page).map((hit, offset) => (
        <LinkOption
          key={`${hit.href} ${hit.content.slice(0, 40)}`}
          id={optionId(listId, first + 1 + offset)}
          href={hit.href}
          active={active === first + 1 + offset}
          onChoose={() => onChoose(hit.href)}
          onPoint={() => onPoint(first + 1 + offset)}
        >
          <span className="ms-2 block border-line border-s-2 ps-4">
            {hit.headings.length > 0 && (
              <span className="block truncate font-medium text-ink">
                <HeadingPath headings={hit.headings} query={query} />
              </span>
            )}
            <Snippet content={hit.content} query={query} />
          </span>
        </LinkOption>
      ))}
    </div>
  );
}

const ICONS = { guide: FileText, api: Code, changelog: History };

/** Renders the titles above a page; where there is no room, the last ones, which say most, are left. */
function Place({ breadcrumb, className }: { readonly breadcrumb: readonly string[]; readonly className: string }) {
  if (breadcrumb.length === 0) return null;
  return <span className={`block min-w-0 truncate text-muted text-xs ${className}`}>{breadcrumb.join(" › ")}</span>;
}

/** Characters of a line of the list. */
const SNIPPET = 96;

interface SnippetProps {
  readonly content: string;
  readonly query: string;
  readonly className?: string;
}

function Snippet({ content, query, className = "" }: SnippetProps) {
  return (
    <span className={`block truncate text-muted own-direction ${className}`}>
      <Pieces pieces={toSnippet(content, query, { length: SNIPPET })} />
    </span>
  );
}

interface OptionProps {
  readonly id: string;
  readonly query: string;
  readonly active: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

/** Classes of a choice of the list. */
export const OPTION =
  "search-option block w-full rounded-lg border px-3 py-1.5 text-start text-sm scroll-my-2 pointer-coarse:py-2 aria-selected:border-(--accent-line)! aria-selected:bg-accent-soft";

interface LinkOptionProps extends Omit<OptionProps, "query"> {
  readonly href: string;
  readonly children: ReactNode;
}

/** Renders an option as a link, so that it opens in a new tab as links do; focus stays in the input. */
export function LinkOption({ id, href, active, onChoose, onPoint, children }: LinkOptionProps) {
  const ref = useShown<HTMLAnchorElement>(active);
  return (
    <Link
      ref={ref}
      id={id}
      href={href}
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
      {children}
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
function Pieces({ pieces }: { readonly pieces: readonly SnippetPiece[] }) {
  return pieces.map(({ text, hit }, index) =>
    hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are created again for each query
      <mark key={index} className="rounded-xs bg-(--accent)/15 text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

interface AskOptionProps extends OptionProps {
  readonly messages: SearchMessages;
  /** True for the last of a list, which stays in sight below what scrolls. */
  readonly atFoot?: boolean;
}

/** Hands the words over to the assistant. */
export function AskOption({ id, query, active, messages, atFoot = false, onChoose, onPoint }: AskOptionProps) {
  const ref = useShown<HTMLDivElement>(active);
  const option = (
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
      <LucideSvg icon={MessageSquare} size={20} className="size-5 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="block truncate font-medium text-ink">
          {messages.ask}
          {query ? `: “${query}”` : null}
        </span>
        <span className="block text-muted text-xs">{messages.askHint}</span>
      </span>
    </div>
  );
  return atFoot ? <div className="search-foot">{option}</div> : option;
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
