import { Check, ChevronDown, ChevronRight, Languages, Layers, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import type { NavGroup, NavLink, NavNode, NavPage } from "../../lib/navigation/model.ts";
import type { NavigationView } from "../../lib/navigation/view.ts";
import { Message } from "../ui/message.tsx";
import type { Alternative } from "./alternatives.ts";
import { Method } from "./method.tsx";
import { NavAnchor, SectionAnchors, SectionMenu } from "./nav-choices.tsx";
import { NavIcon } from "./nav-icon.tsx";
import { SidebarMemory } from "./sidebar-memory.tsx";

export const sidebarId = "pages";

interface SidebarProps {
  readonly view: Pick<NavigationView, "nodes" | "menus" | "anchors">;
  /** Path of the page being read. */
  readonly current: string;
  readonly messages: DocsMessages;
  readonly languages: readonly Alternative[];
  readonly language: string;
  readonly versions: readonly Alternative[];
  readonly version: string | null;
  /** What the fork puts above and below the pages. */
  readonly head: ReactNode;
  readonly foot: ReactNode;
}

/**
 * The pages of a version and the switches to other versions and languages. A column in wide windows; in narrow ones a
 * popover that the bar above the page opens, without JavaScript.
 */
export function Sidebar({ view, current, messages, languages, language, versions, version, head, foot }: SidebarProps) {
  return (
    <aside className="sidebar" id={sidebarId} popover="auto" aria-label={messages.pages}>
      <div className="sidebar-close">
        <Message of={messages} name="pages" />
        <button
          type="button"
          className="icon-button"
          popoverTarget={sidebarId}
          popoverTargetAction="hide"
          aria-label={messages.close}
        >
          <X aria-hidden size={18} />
        </button>
      </div>
      <div className="switches">
        {view.menus.map((choices) => (
          <SectionMenu key={choices[0]?.id} choices={choices} label={messages.section} />
        ))}
        <Switch
          label={messages.version}
          icon={<Layers aria-hidden size={16} />}
          choices={versions}
          chosen={version}
          elsewhere={messages.notInVersion}
        />
        <Switch
          label={messages.language}
          icon={<Languages aria-hidden size={16} />}
          choices={languages}
          chosen={language}
          elsewhere={messages.notInLanguage}
        />
      </div>
      <SectionAnchors anchors={view.anchors} label={messages.links} />
      {head}
      <nav className="page-tree" aria-label={messages.pages}>
        <NodeList nodes={view.nodes} current={current} />
      </nav>
      {foot}
      <SidebarMemory />
    </aside>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly choices: readonly Alternative[];
  readonly chosen: string | null;
  /** Said of a choice that does not lead to the same page. */
  readonly elsewhere: string;
}

function Switch({ label, icon, choices, chosen, elsewhere }: SwitchProps) {
  if (choices.length < 2) return null;
  const current = choices.find(({ id }) => id === chosen);
  return (
    <details className="switch" name="switch">
      <summary aria-label={`${label}: ${current?.label ?? chosen}`}>
        {icon}
        <span>{current?.label ?? chosen}</span>
        <ChevronDown aria-hidden size={15} />
      </summary>
      <ul>
        {choices.map(({ id, label: name, path, samePage }) => (
          <li key={id}>
            <Link href={path} prefetch={false} aria-current={id === chosen ? "true" : undefined} data-choice={id}>
              {name}
              {id === chosen ? <Check aria-hidden size={14} className="icon ms-1.5" /> : null}
              {samePage ? null : <small>{elsewhere}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NodeList({ nodes, current }: { nodes: readonly NavNode[]; current: string }) {
  return (
    <ul>
      {nodes.map((node, index) => (
        <TreeNode key={"id" in node ? node.id : `label-${index}`} node={node} current={current} />
      ))}
    </ul>
  );
}

function TreeNode({ node, current }: { node: NavNode; current: string }) {
  if (node.type === "label") return <li className="tree-label">{node.title}</li>;
  if (node.type === "page" || node.type === "link") return <EntryNode entry={node} current={current} />;
  return node.type === "group" ? <GroupNode group={node} current={current} /> : null;
}

function GroupNode({ group, current }: { group: NavGroup; current: string }) {
  const children = group.index ? [group.index, ...group.children] : group.children;
  return (
    <li>
      <details open={group.isOpen || contains(group, current)} data-folder={group.id}>
        <summary>
          <span className="flex items-center gap-2">
            <NavIcon icon={group.icon} />
            {group.title}
            {group.tag ? <small className="nav-tag">{group.tag}</small> : null}
          </span>
          <ChevronRight aria-hidden size={15} className="fold-mark" />
        </summary>
        <NodeList nodes={children} current={current} />
      </details>
    </li>
  );
}

function EntryNode({ entry, current }: { entry: NavPage | NavLink; current: string }) {
  const isPage = entry.type === "page";
  return (
    <li>
      <NavAnchor
        url={isPage ? entry.path : entry.url}
        isExternal={!isPage && entry.isExternal}
        current={isPage && entry.path === current ? "page" : undefined}
      >
        {isPage && entry.method ? <Method name={entry.method} /> : <NavIcon icon={entry.icon} />}
        {entry.title}
        {isPage && entry.tag ? <small className="nav-tag">{entry.tag}</small> : null}
      </NavAnchor>
    </li>
  );
}

function contains(node: NavNode, path: string): boolean {
  if (node.type === "page") return node.path === path;
  if (node.type !== "group") return false;
  return node.index?.path === path || node.children.some((child) => contains(child, path));
}
