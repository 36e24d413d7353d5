import { Check, ChevronRight, Layers, X } from "lucide";
import { Fragment, type ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { splitLongNames } from "../../lib/long-names.ts";
import type { TranslatedPage } from "../../lib/navigation/alternatives.ts";
import { type NavGroup, type NavLink, type NavNode, type NavPage, pagesOf } from "../../lib/navigation/model.ts";
import type { NavigationView } from "../../lib/navigation/view.ts";
import { perObject } from "../../lib/per-object.ts";
import { Icon } from "../mdx/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { MenuLink } from "../ui/menu-items.tsx";
import { Message } from "../ui/message.tsx";
import { staticHtml } from "../ui/static-html.ts";
import { sidebarId } from "./header-parts.tsx";
import { Method } from "./method.tsx";
import { ChoiceMenu, NavAnchor, NavTag, SectionAnchors, SectionMenu } from "./nav-choices.tsx";
import { SidebarMemory } from "./sidebar-memory.tsx";

interface SidebarProps {
  readonly view: Pick<NavigationView, "tabs" | "nodes" | "menus" | "anchors">;
  /** The choices and the links of the header, which the drawer has instead. */
  readonly choices: ReactNode;
  readonly links: ReactNode;
  /** Path of the page being read. */
  readonly current: string;
  readonly messages: DocsMessages;
  readonly versions: readonly TranslatedPage[];
  readonly version: string | null;
  /** The fork's content above and below the pages. */
  readonly head: ReactNode;
  readonly foot: ReactNode;
  /** Renders the fork's own navigation instead of the switches and pages, which it gets. */
  readonly replace?: ((pages: ReactNode) => ReactNode) | undefined;
}

/**
 * Renders the pages of a version and the switch to other versions: a column in wide windows; in narrow ones a drawer that a
 * button of the header opens, without JavaScript, with the site's tabs, links and choices.
 */
export function Sidebar({ view, choices, links, current, messages, versions, version, head, foot, replace }: SidebarProps) {
  const pages = (
    <>
      <div className="sidebar-switches">
        {view.menus.map((choices) => (
          <SectionMenu key={choices[0]?.id} choices={choices} label={messages.section} />
        ))}
        <Switch
          label={messages.version}
          icon={<LucideSvg icon={Layers} size={16} />}
          choices={versions}
          chosen={version}
          elsewhere={messages.notInVersion}
        />
      </div>
      <SectionAnchors anchors={view.anchors} label={messages.links} />
      {head}
      <nav
        className="nav-tree"
        aria-label={messages.pages}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made of elements, so every text in it is escaped
        dangerouslySetInnerHTML={{
          __html: `<ul>${itemsHtml(view.nodes, { current, messages, isLarge: countEntries(view.nodes) > MAX_SENT })}</ul>`,
        }}
      />
      {foot}
      {links}
    </>
  );
  return (
    <aside className="sidebar print:hidden!" id={sidebarId} popover="auto" aria-label={messages.pages} tabIndex={-1}>
      <a className="sr-only focus:not-sr-only focus:pt-3 focus:text-accent" href="#content">
        <Message of={messages} name="backToContent" />
      </a>
      <div className="sticky -top-4 z-20 -mx-4 -mt-4 flex shrink-0 items-center gap-1.5 bg-paper p-4 pb-2 font-semibold @4xl/docs:hidden">
        <div className="min-w-0 flex-1 *:w-full">
          {view.tabs.length > 1 ? (
            <SectionMenu choices={view.tabs} label={messages.sections} />
          ) : (
            <Message of={messages} name="menu" />
          )}
        </div>
        {choices}
        <IconButton popoverTarget={sidebarId} popoverTargetAction="hide" label={messages.close}>
          <LucideSvg icon={X} size={18} />
        </IconButton>
      </div>
      {/* The fade below the switches lies in the gap, also inside an element of the fork. */}
      {replace ? replace(<div className="flex flex-col gap-4">{pages}</div>) : pages}
      <SidebarMemory />
    </aside>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly choices: readonly TranslatedPage[];
  readonly chosen: string | null;
  /** Said of a choice that does not lead to the same page. */
  readonly elsewhere: string;
}

function Switch({ label, icon, choices, chosen, elsewhere }: SwitchProps) {
  if (choices.length < 2) return null;
  const current = choices.find(({ id }) => id === chosen);
  return (
    <ChoiceMenu label={label} chosen={current?.label ?? chosen ?? undefined} icon={<span className="text-muted">{icon}</span>}>
      {choices.map(({ id, label: name, path, samePage }) => (
        <li key={id}>
          <MenuLink href={path} aria-current={id === chosen ? "true" : undefined} data-choice={id} data-version-link={id}>
            <span className="flex-1">
              {name}
              {samePage ? null : <small className="block font-normal text-muted text-xs">{elsewhere}</small>}
            </span>
            {id === chosen ? <LucideSvg icon={Check} size={14} /> : null}
          </MenuLink>
        </li>
      ))}
    </ChoiceMenu>
  );
}

const SECTION = "mt-6 mb-1.5 px-3 font-[650] text-ink first:mt-1";

/**
 * A sidebar of more entries than this is sent without what is in closed groups: `SidebarMemory` takes that from the page of
 * their first entry, to which they link, when a reader opens them.
 */
const MAX_SENT = 300;
/** Most entries of a closed group that is sent whole all the same. */
const MAX_CLOSED = 5;

/** The page that a list is drawn for. */
interface TreeContext {
  /** Path of the page; undefined for a list without it. */
  readonly current: string | undefined;
  readonly messages: DocsMessages;
  readonly isLarge: boolean;
}

/** Renders entries as HTML. Those not around the current page are rendered once: a site of 500 pages has 500 links on each. */
function itemsHtml(nodes: readonly NavNode[], context: TreeContext): string {
  return nodes.map((node) => (contains(node, context.current) ? nodeHtml(node, context) : elsewhereHtml(node, context))).join("");
}

function elsewhereHtml(node: NavNode, { messages, isLarge }: TreeContext): string {
  const known = madeElsewhere(node);
  const key = isLarge ? "large" : "whole";
  known[key] ??= nodeHtml(node, { current: undefined, messages, isLarge });
  return known[key];
}

const madeElsewhere = perObject((_: NavNode): { large?: string; whole?: string } => ({}));

function nodeHtml(node: NavNode, context: TreeContext): string {
  return staticHtml(<TreeNode node={node} context={context} />);
}

function TreeNode({ node, context }: { node: NavNode; context: TreeContext }) {
  if (node.type === "label")
    return (
      <li className={SECTION} aria-hidden={node.title === "" || undefined}>
        {node.title}
      </li>
    );
  if (node.type === "page" || node.type === "link") return <EntryNode entry={node} current={context.current} />;
  return node.type === "group" ? <GroupNode group={node} context={context} /> : null;
}

function GroupNode({ group, context }: { group: NavGroup; context: TreeContext }) {
  const { index, children } = group;
  const isOpen = group.isOpen || contains(group, context.current);
  const [first] = context.isLarge && !isOpen && countEntries(children) > MAX_CLOSED ? pagesOf(children) : [];
  const name = (
    <>
      <Icon icon={group.icon} size={16} />
      {group.title}
      <NavTag tag={group.tag} />
    </>
  );
  return (
    <li className={index ? "nav-folder" : undefined}>
      {/* Beside the details: a summary is a button, which may hold no link. */}
      {index ? (
        <NavAnchor url={index.path} isExternal={false} current={index.path === context.current ? "page" : undefined}>
          {name}
        </NavAnchor>
      ) : null}
      <details open={isOpen} data-folder={group.id}>
        <summary aria-label={index ? group.title : undefined}>
          <span className="flex items-center gap-2">{name}</span>
          <LucideSvg icon={ChevronRight} size={15} className="fold-mark" />
        </summary>
        {first ? (
          <ul data-unsent="">
            <li>
              <NavAnchor url={first.path} isExternal={false}>
                {context.messages.showPages(countEntries(children))}
              </NavAnchor>
            </li>
          </ul>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made of elements, so every text in it is escaped
          <ul dangerouslySetInnerHTML={{ __html: itemsHtml(children, context) }} />
        )}
      </details>
    </li>
  );
}

function EntryNode({ entry, current }: { entry: NavPage | NavLink; current: string | undefined }) {
  const isPage = entry.type === "page";
  return (
    <li>
      <NavAnchor
        url={isPage ? entry.path : entry.url}
        isExternal={!isPage && entry.isExternal}
        current={isPage && entry.path === current ? "page" : undefined}
      >
        {isPage && entry.method ? <Method name={entry.method} /> : <Icon icon={entry.icon} size={16} />}
        <BreakableName>{entry.title}</BreakableName>
        <NavTag tag={isPage ? entry.tag : undefined} />
      </NavAnchor>
    </li>
  );
}

/** A name of more letters does not fit the narrowest columns, and would break at any of them. */
const MAX_WHOLE = 14;

/** Renders a title in one element, with long names in it such as `GetTokenSupplies` broken only between their parts. */
function BreakableName({ children: text }: { readonly children: string }) {
  const parts = splitLongNames(text, MAX_WHOLE);
  if (parts.every((part, index) => index === parts.length - 1 || part.endsWith(" "))) return text;
  return (
    <span>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never change their order
        <Fragment key={index}>
          {index > 0 && !parts[index - 1]?.endsWith(" ") ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

function countEntries(nodes: readonly NavNode[]): number {
  return nodes.reduce((sum, node) => sum + ("children" in node ? countEntries(node.children) : 1), 0);
}

function contains(node: NavNode, path: string | undefined): boolean {
  if (node.type === "page") return node.path === path;
  if (node.type !== "group" || path === undefined) return false;
  return node.index?.path === path || node.children.some((child) => contains(child, path));
}
