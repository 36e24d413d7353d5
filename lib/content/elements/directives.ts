import type { Blockquote, PhrasingContent, Root, RootContent, Text } from "mdast";
import type { ContainerDirective } from "mdast-util-directive";
import { createJsx, type Element, isElement } from "../tree/jsx.ts";
import { toRuns } from "../tree/plain-nodes.ts";
import { toTitleText } from "../tree/text.ts";

/** Components that `:::name` and `[!NAME]` stand for. Any other name is a block of its content. */
const BLOCK_NAMES: ReadonlyMap<string, string> = new Map([
  ["note", "Note"],
  ["info", "Info"],
  ["important", "Info"],
  ["tip", "Tip"],
  ["hint", "Tip"],
  ["warning", "Warning"],
  ["caution", "Warning"],
  ["danger", "Danger"],
  ["error", "Danger"],
  ["check", "Check"],
  ["success", "Check"],
  ["details", "Accordion"],
  ["code-group", "CodeGroup"],
]);
/** Those of them that are not callouts. */
const OTHERS = new Set(["Accordion", "CodeGroup"]);

/** Returns the component of a tone that another system names; undefined for any other word. */
export function calloutName(tone: string): string | undefined {
  const name = BLOCK_NAMES.get(tone.toLowerCase());
  return name === undefined || OTHERS.has(name) ? undefined : name;
}

/**
 * Returns a tree with a component instead of each block of `:::name`, each quote and each run of fences with `tab="…"` that
 * stand for one. The input is not changed.
 */
export function readBlocks<Node extends Root | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const children = closeOuter(node.children as RootContent[]).flatMap((child): RootContent[] => {
    const read = readBlocks(child);
    const isBlock = read.type === "containerDirective";
    const meant = isBlock ? readDirective(read) : read.type === "blockquote" ? readAlert(read) : undefined;
    if (meant) return [{ ...meant, position: read.position }];
    return isBlock ? (read.children as RootContent[]) : [read];
  });
  const isGroup = isElement(node) && node.name === "CodeGroup";
  return { ...node, children: isGroup ? children : groupTabs(children) };
}

/**
 * Returns nodes with what stands between the end of a block in a block and a later `:::` in the outer one, where both have as many colons:
 * by the syntax the first `:::` ends both, and the second nothing.
 */
function closeOuter(nodes: readonly RootContent[]): RootContent[] {
  const closed: RootContent[] = [];
  for (const node of nodes) {
    const at = isEndOfBlock(node) ? closed.findLastIndex(endsWithItsLast) : -1;
    const outer = closed[at];
    if (outer && "children" in outer) {
      const within = closed.splice(at + 1);
      closed[at] = { ...outer, children: [...outer.children, ...within] } as RootContent;
    } else closed.push(node);
  }
  return closed;
}

function isEndOfBlock(node: RootContent): boolean {
  const [only] = node.type === "paragraph" && node.children.length === 1 ? node.children : [];
  return only?.type === "text" && /^:{3,}$/.test(only.value);
}

function endsWithItsLast(node: RootContent): boolean {
  const inner =
    node.type === "containerDirective" ? node.children.findLast(({ type }) => type === "containerDirective") : undefined;
  return inner !== undefined && inner.position?.end.line === node.position?.end.line;
}

const TAB = /(?:^|\s)tab=(["'])([^"'\n]*)\1/;

/** Returns nodes with neighbouring fences that Fumadocs shows as tabs in one group of code, each under its label. */
function groupTabs(nodes: readonly RootContent[]): RootContent[] {
  const isTab = (node: RootContent) => node.type === "code" && TAB.test(node.meta ?? "");
  return toRuns(nodes, isTab).flatMap(({ isIn, run }) => (isIn ? [createJsx("CodeGroup", run.map(withLabel))] : run));
}

function withLabel(node: RootContent): RootContent {
  const meta = (node.type === "code" && node.meta) || "";
  const others = meta.replace(TAB, "").replace(/(?:^|\s)title=(["'])[^"'\n]*\1/, "");
  return { ...node, meta: `title="${TAB.exec(meta)?.[2]}" ${others}` } as RootContent;
}

/**
 * Returns the callout or accordion that a `:::name[Title]` block is; undefined for another name, which stands for its content.
 */
function readDirective({ name, attributes, children }: ContainerDirective): Element | undefined {
  const component = BLOCK_NAMES.get(name.toLowerCase());
  if (!component) return undefined;
  const [first, ...rest] = children as RootContent[];
  const isLabel =
    first?.type === "paragraph" && Boolean((first.data as { directiveLabel?: boolean } | undefined)?.directiveLabel);
  const title = isLabel
    ? toTitleText(first.children)
    : (attributes?.title ?? (component === "Accordion" ? "Details" : undefined));
  return createJsx(component, isLabel ? rest : (children as RootContent[]), title ? { title } : {});
}

/** Returns the callout that a quote beginning with `[!NOTE]` or `[!NOTE] Title` is; undefined for any other quote. */
function readAlert({ children }: Blockquote): Element | undefined {
  const [first, ...rest] = children as RootContent[];
  const lead = first?.type === "paragraph" ? first.children[0] : undefined;
  if (first?.type !== "paragraph" || lead?.type !== "text") return undefined;
  const [mark = "", tone = ""] = /^\[!([A-Za-z]{1,20})\][+-]?(?=\s|$)/.exec(lead.value) ?? [];
  const name = calloutName(tone);
  if (!name) return undefined;
  const [line, body] = cutLine([{ ...lead, value: lead.value.slice(mark.length) }, ...first.children.slice(1)]);
  const title = toTitleText(line).trim();
  return createJsx(name, [...(body.length > 0 ? [{ ...first, children: body }] : []), ...rest], title ? { title } : {});
}

/** Cuts the words of a paragraph at the end of their first line. */
function cutLine(words: readonly PhrasingContent[]): [line: PhrasingContent[], rest: PhrasingContent[]] {
  const end = words.findIndex((word) => word.type === "break" || (word.type === "text" && word.value.includes("\n")));
  const last = words[end];
  if (last?.type !== "text") return [words.slice(0, end < 0 ? undefined : end), end < 0 ? [] : words.slice(end + 1)];
  const at = last.value.indexOf("\n");
  const after: Text = { ...last, value: last.value.slice(at + 1) };
  return [
    [...words.slice(0, end), { ...last, value: last.value.slice(0, at) }],
    [...(after.value ? [after] : []), ...words.slice(end + 1)],
  ];
}
