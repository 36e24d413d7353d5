import type { ListItem, PhrasingContent, RootContent } from "mdast";
import type { ApiOverview, SchemeWords, ServerWords, TagWords } from "../../openapi/document/overview.ts";
import { codeNode, leadItem, linkTo, listItem, textNode } from "../tree/plain-nodes.ts";
import {
  bulletList,
  describeScheme,
  heading,
  type OperationText,
  paragraph,
  parseDescription,
  toPageText,
} from "./operation-text.ts";

/** Most operations that the overview of an API lists itself; if there are more, the pages of its tags do. */
export const MAX_LISTED = 300;

/** A tag, or another group of operations, with what it links to. */
export interface OverviewGroup {
  readonly tag: TagWords | undefined;
  readonly title: string;
  /** Address of its own page; undefined without one. */
  readonly address: string | undefined;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly title: string;
    readonly address: string;
  }[];
}

/** Describes a whole API in words. The text for search has no lists of operations, whose pages are found themselves. */
export function toOverviewText(overview: ApiOverview, groups: readonly OverviewGroup[]): OperationText {
  const introduction = overview.introduction.flatMap(parseDescription).map(raised);
  const about = [...aboutOf(overview), ...serversOf(overview.servers), ...schemesOf(overview.security)];
  const isShort = groups.reduce((count, { operations }) => count + operations.length, 0) <= MAX_LISTED;
  const listed = groups.flatMap((group) => [
    heading(2, group.title),
    ...parseDescription(group.tag?.description ?? ""),
    ...(isShort ? operationList(group) : pageOf(group)),
  ]);
  return toPageText(introduction, { searched: about, shown: [...about, ...listed] });
}

/** Raises a heading to those of the page, since the headings of a description are below an introduction. */
function raised(node: RootContent): RootContent {
  return node.type === "heading" ? { ...node, depth: node.depth === 6 ? 3 : 2 } : node;
}

/** Describes a tag in words: its description, and its operations. */
export function toTagText(group: OverviewGroup): OperationText {
  return toPageText(parseDescription(group.tag?.description ?? ""), { searched: [], shown: operationList(group) });
}

function aboutOf({ version, contact, licence, terms }: ApiOverview): RootContent[] {
  const link = ({ text, url }: { readonly text: string; readonly url: string | undefined }): PhrasingContent =>
    url === undefined ? textNode(text) : linkTo(url, [textNode(text)]);
  const lines: (readonly [string, readonly PhrasingContent[]])[] = [
    ["Version", version ? [codeNode(version)] : []],
    ["Contact", contact.flatMap((one, index) => [...(index > 0 ? [textNode(", ")] : []), link(one)])],
    ["License", licence ? [link(licence)] : []],
    ["Terms of service", terms ? [link({ text: terms, url: terms })] : []],
  ];
  const items = lines.filter(([, words]) => words.length > 0).map(([name, words]) => itemOf([textNode(`${name}: `), ...words]));
  return items.length > 0 ? [bulletList(items)] : [];
}

function serversOf(servers: readonly ServerWords[]): RootContent[] {
  if (servers.length === 0) return [];
  const items = servers.map(({ url, name, description, variables }) => {
    const item = leadItem([codeNode(url), ...(name ? [textNode(` (${name})`)] : [])], parseDescription(description));
    const inside = variables.map((variable) => {
      const rules = [
        variable.allowed.length > 0 && `one of ${variable.allowed.join(", ")}`,
        variable.preset && `default ${variable.preset}`,
      ];
      const words = rules.filter(Boolean).join("; ");
      return leadItem(
        [codeNode(`{${variable.name}}`), ...(words ? [textNode(` (${words})`)] : [])],
        parseDescription(variable.description),
      );
    });
    return inside.length > 0 ? listItem([...item.children, bulletList(inside)]) : item;
  });
  return [heading(2, "Servers"), bulletList(items)];
}

function schemesOf(schemes: readonly SchemeWords[]): RootContent[] {
  if (schemes.length === 0) return [];
  const items = schemes.map((scheme) => {
    const { name, format, addresses, scopes } = scheme;
    const item = leadItem([codeNode(name), ...(format ? [textNode(` (${format})`)] : [])], describeScheme(scheme));
    const inside = [
      ...addresses.map((address) => itemOf([textNode(`${address.name}: `), codeNode(address.url)])),
      ...scopes.map((scope) => leadItem([codeNode(scope.name)], scope.description ? [paragraph(scope.description)] : [])),
    ];
    return inside.length > 0 ? listItem([...item.children, bulletList(inside)]) : item;
  });
  return [heading(2, "Authorization"), bulletList(items)];
}

function operationList({ operations }: OverviewGroup): RootContent[] {
  const items = operations.map(({ method, path, title, address }) =>
    itemOf([linkTo(address, [textNode(title)]), textNode(" "), codeNode(`${method} ${path}`)]),
  );
  return items.length > 0 ? [bulletList(items)] : [];
}

function pageOf({ title, address, operations }: OverviewGroup): RootContent[] {
  if (address === undefined) return operationList({ title, tag: undefined, address, operations });
  return [{ type: "paragraph", children: [linkTo(address, [textNode(`${operations.length} operations of ${title}`)])] }];
}

function itemOf(children: PhrasingContent[]): ListItem {
  return listItem([{ type: "paragraph", children }]);
}
