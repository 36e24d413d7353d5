import type { Folder, Item, Node } from "fumadocs-core/page-tree";
import { ArrowUpRight, Check, ChevronDown, ChevronRight, Languages, Layers, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import { Message } from "../ui/message.tsx";
import type { Alternative } from "./alternatives.ts";
import { Method } from "./method.tsx";
import { SidebarMemory } from "./sidebar-memory.tsx";
import { isFile, withBasePath } from "./site-url.ts";

export const sidebarId = "pages";

interface SidebarProps {
  readonly nodes: readonly Node[];
  /** Path of the page being read. */
  readonly current: string;
  /** HTTP method of the operation that an API page shows, by path. */
  readonly methods: ReadonlyMap<string, string>;
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
export function Sidebar({ nodes, current, methods, messages, languages, language, versions, version, head, foot }: SidebarProps) {
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
      {head}
      <nav className="page-tree" aria-label={messages.pages}>
        <NodeList nodes={nodes} reader={{ current, methods }} />
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

type Reader = Pick<SidebarProps, "current" | "methods">;

function NodeList({ nodes, reader }: { nodes: readonly Node[]; reader: Reader }) {
  return (
    <ul>
      {nodes.map((node, index) => (
        <TreeNode key={node.$id ?? `${node.type}-${index}`} node={node} reader={reader} />
      ))}
    </ul>
  );
}

function TreeNode({ node, reader }: { node: Node; reader: Reader }) {
  if (node.type === "separator") return <li className="tree-label">{node.name}</li>;
  if (node.type === "page") return <PageNode item={node} reader={reader} />;
  return <FolderNode folder={node} reader={reader} />;
}

function FolderNode({ folder, reader }: { folder: Folder; reader: Reader }) {
  const children = folder.index ? [folder.index, ...folder.children] : folder.children;
  return (
    <li>
      <details open={folder.defaultOpen || contains(folder, reader.current)} data-folder={folder.$id?.split(":").at(-1)}>
        <summary>
          <span className="flex items-center gap-2">
            {folder.icon}
            {folder.name}
          </span>
          <ChevronRight aria-hidden size={15} className="fold-mark" />
        </summary>
        <NodeList nodes={children} reader={reader} />
      </details>
    </li>
  );
}

function PageNode({ item, reader }: { item: Item; reader: Reader }) {
  if (item.external || isFile(item.url)) {
    return (
      <li>
        <a href={item.external ? item.url : withBasePath(item.url)} rel={item.external ? "noopener" : undefined}>
          {item.icon}
          {item.name}
          {item.external ? <ArrowUpRight aria-hidden size={14} /> : null}
        </a>
      </li>
    );
  }
  const method = reader.methods.get(item.url);
  return (
    <li>
      <Link href={item.url} prefetch={false} aria-current={item.url === reader.current ? "page" : undefined}>
        {method ? <Method name={method} /> : item.icon}
        {item.name}
      </Link>
    </li>
  );
}

function contains(node: Node, path: string): boolean {
  if (node.type === "page") return node.url === path;
  if (node.type === "separator") return false;
  return node.index?.url === path || node.children.some((child) => contains(child, path));
}
