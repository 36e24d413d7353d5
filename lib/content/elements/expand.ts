/*
 * Elements: the code and the elements of a page become Docent's own elements, as a tree that everything after it reads.
 * Start at `expandPage`. `element.ts` translates an element, `aliases.ts` names of other systems, `paragraphs.ts` keeps blocks
 * out of paragraphs.
 */

import type { Root, RootContent } from "mdast";
import { type Finding, type FindingKind, warningIn } from "../../finding.ts";
import { KNOWN_COMPONENTS } from "../components/components.ts";
import { isKnownPackage } from "../files/modules.ts";
import type { Modules } from "../model/content-file.ts";
import { createRecord } from "../model/records.ts";
import type { Entry, Fault, GivenValue, Item, Location, Part } from "../sandbox/output.ts";
import type { PageCode, PageOutput, ShownBlock } from "../sandbox/run-page.ts";
import { type Element, isElement } from "../tree/jsx.ts";
import { positionAt } from "../tree/place.ts";
import { isPhrasing } from "../tree/plain-nodes.ts";
import { groupViews, listAliases } from "./aliases.ts";
import { readBlocks } from "./directives.ts";
import { createElement, fitLine } from "./element.ts";
import { fromParagraph } from "./paragraphs.ts";
import { FunctionValue, holdsCode, NodesValue, readWritten, readWrittenText, type Value } from "./value.ts";

const MAX_FINDINGS = 100;
const MAX_SOURCE_CHARS = 100;
const MAX_MESSAGE_CHARS = 500;

interface ExpandInput extends Pick<PageCode, "guest" | "parseFile"> {
  readonly tree: Root;
  readonly file: string;
  readonly modules: Modules;
  readonly frontMatter?: Readonly<Record<string, unknown>> | undefined;
  readonly now: number;
  /** Creates the elements of the page; by default those that Docent has. */
  readonly create?: typeof createElement | undefined;
  readonly parse: (file: string, text: string) => { readonly tree: Root; readonly findings: readonly Finding[] };
}

interface ExpandedPage {
  readonly tree: Root;
  readonly findings: readonly Finding[];
}

/**
 * Replaces the imports, exports and expressions of a page with their output. Code that fails loses
 * only its own output, and a warning names its file and line. A page without code never loads the
 * sandbox.
 */
export async function expandPage({ tree, file, create = createElement, ...input }: ExpandInput): Promise<ExpandedPage> {
  const findings = new Map<string, Finding>();
  const warn = (kind: FindingKind, words: string, { line, column, file: at }: Location) => {
    const message = words.length > MAX_MESSAGE_CHARS ? `${words.slice(0, MAX_MESSAGE_CHARS)}…` : words;
    const finding = warningIn(at, message, { line, column, kind });
    const key = kind === "everywhere" ? message : JSON.stringify(finding);
    if (findings.size < MAX_FINDINGS && !findings.has(key)) findings.set(key, finding);
  };
  const read = readBlocks(tree);
  const parse = (path: string, text: string) => {
    const parsed = input.parse(path, text);
    return { ...parsed, tree: readBlocks(parsed.tree) };
  };
  const known = [...KNOWN_COMPONENTS, ...listAliases()];
  const output = input.guest || holdsCode(read) ? await runCode({ ...input, tree: read, file, known, parse }) : undefined;
  for (const finding of output?.findings ?? []) warn(finding.kind ?? "expression", finding.message, finding);
  const blocks = output?.blocks ?? read.children.map((node): ShownBlock => ({ node }));
  const page: PageState = { file, output, warn, create };
  const children = groupViews(blocks.flatMap((block) => toNodes(block, page)));
  return { tree: { ...tree, children }, findings: [...findings.values()] };
}

/** Loads the sandbox for the first page that has code. */
async function runCode(code: PageCode): Promise<PageOutput> {
  const { runPage } = await import("../sandbox/run-page.ts");
  return runPage(code);
}

interface PageState {
  readonly file: string;
  readonly output: PageOutput | undefined;
  readonly warn: (kind: FindingKind, message: string, at: Location) => void;
  readonly create: typeof createElement;
}

/** The surroundings of a part of a page. */
interface ExpandContext {
  /** In a line, as opposed to among blocks. */
  readonly inText: boolean;
  /** Alone in a paragraph that gives up its place, so that tags of a line are blocks. */
  readonly isLifted?: boolean;
  /** The file that nodes without a number are of. */
  readonly file: string;
}

function toNodes(block: ShownBlock, page: PageState): RootContent[] {
  const around: ExpandContext = { inText: false, file: page.file };
  if ("items" in block) return toAll(block.items, around, page);
  if ("reason" in block) {
    const fault = { message: block.reason, stack: "" };
    if (/^mdx\w+Expression$/.test(block.node.type)) return fromFailed(block.node, fault, around, page);
    const { reason } = describeFault(fault, { file: page.file }, page);
    page.warn("expression", `A part of the page is shown without its code: ${reason}.`, locationOf(block.node, around));
  }
  return fromNode(block.node, around, page);
}

function describeFault(fault: Fault, at: Location, { output }: PageState): { readonly reason: string; readonly at: Location } {
  return output?.describeFault(fault, at) ?? { reason: fault.message, at };
}

function toAll(items: readonly Item[], around: ExpandContext, page: PageState): RootContent[] {
  return groupViews(items.flatMap((item) => fromItem(item, around, page)));
}

function fromItem(item: Item, around: ExpandContext, page: PageState): RootContent[] {
  if (typeof item === "string") return [{ type: "text", value: item }];
  const { node, file } = nodeOf(item, around, page);
  switch (item.t) {
    case "node":
      return node ? fromNode(node, { ...around, file }, page, item.c) : [];
    case "code":
      return node?.type === "code" ? [{ ...node, value: item.value }] : [];
    case "failed":
      return node && item.fault ? fromFailed(node, item.fault, { ...around, file }, page) : [];
    case "element":
      return fromElement(item, node, { ...around, file }, page);
    case "component":
      return fromComponent(item, node, { ...around, file }, page);
  }
}

/** Returns the node that an item is about, and the file that it is written in. */
function nodeOf(
  { f, id }: Part,
  { file }: ExpandContext,
  { output }: PageState,
): { node: RootContent | undefined; file: string } {
  const known = f === undefined ? undefined : output?.files[f];
  return { node: id === undefined ? undefined : known?.nodes[id], file: known?.path ?? file };
}

function locationOf(node: RootContent | undefined, { file }: ExpandContext, at?: string): Location {
  if (node) return { file, line: node.position?.start.line, column: node.position?.start.column };
  const [, written, line, column] = /^(.*):(\d+):(\d+)$/.exec(at ?? "") ?? [];
  return written === undefined ? { file } : { file: written, line: Number(line), column: Number(column) };
}

/** Returns a node of Markdown, with what the guest shows in it, or as it is written. The input is not changed. */
function fromNode(node: RootContent, around: ExpandContext, page: PageState, items?: readonly Item[]): RootContent[] {
  if (node.type === "mdxjsEsm") return [];
  if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression") return fromLiteral(node);
  if (isElement(node)) return fromWritten(node, around, page);
  if (!("children" in node)) return [{ ...node }];
  const inside = (inText: boolean, isLifted = false): RootContent[] => {
    const inner = { ...around, inText, isLifted };
    if (items) return toAll(items, inner, page);
    return groupViews((node.children as RootContent[]).flatMap((child) => fromNode(child, inner, page)));
  };
  if (node.type === "paragraph") return fromParagraph(node, around.inText, inside);
  const inText = around.inText || isPhrasing(node) || node.type === "heading" || node.type === "tableCell";
  return [{ ...node, children: inside(inText) } as RootContent];
}

/** Returns the content of braces that hold a literal; nothing for all else. */
function fromLiteral(node: Parameters<typeof readWrittenText>[0]): RootContent[] {
  // Prose means a pair of braces itself: "an empty object is {}".
  if (node.type === "mdxTextExpression" && node.value === "") return [{ type: "text", value: "{}" }];
  const value = readWrittenText(node);
  return value === undefined || value === "" ? [] : [{ type: "text", value: String(value) }];
}

/** Returns an element of a page without code, or of a block whose code failed. */
function fromWritten(node: Element, around: ExpandContext, page: PageState): RootContent[] {
  if (node.name === "head") return [];
  const inText = isInText(node, around);
  const props = new Map(
    node.attributes.flatMap((attribute): [string, Value][] => {
      const value = attribute.type === "mdxJsxAttribute" ? readWritten(attribute) : undefined;
      return attribute.type === "mdxJsxAttribute" && value !== undefined ? [[attribute.name, value]] : [];
    }),
  );
  const children = groupViews(
    (node.children as RootContent[]).flatMap((child) => fromNode(child, { ...around, inText, isLifted: false }, page)),
  );
  if (node.name === null) return children;
  const warn = (kind: FindingKind, message: string) => page.warn(kind, message, locationOf(node, around));
  return page.create({ name: node.name, props, children, inText, position: node.position }, { warn });
}

/** Returns true for a tag within a line: as it is written, unless it is alone in its paragraph. */
function isInText(node: RootContent | undefined, { inText, isLifted }: ExpandContext): boolean {
  return inText || (node?.type === "mdxJsxTextElement" && !isLifted);
}

function fromFailed(node: RootContent, fault: Fault, around: ExpandContext, page: PageState): RootContent[] {
  const at = locationOf(node, around);
  const { reason } = describeFault(fault, at, page);
  const source = "value" in node && typeof node.value === "string" ? node.value.trim() : "";
  const isShown = source.length <= MAX_SOURCE_CHARS && !source.includes("\n") && source !== "";
  page.warn("expression", `An expression is ${isShown ? "shown as it is written" : "not shown"}: ${reason}.`, at);
  if (!isShown) return [];
  const text: RootContent = { type: "text", value: `{${"value" in node ? node.value : ""}}` };
  const isInLine = node.type === "mdxTextExpression" && !around.isLifted;
  return isInLine ? [text] : [{ type: "paragraph", children: [text] }];
}

function fromElement(item: Part, node: RootContent | undefined, around: ExpandContext, page: PageState): RootContent[] {
  const inText = isInText(node, around);
  if (item.name === "head") return [];
  const at = locationOf(node, around, item.at);
  reportLost(item, at, page);
  const children = toAll(item.c ?? [], { ...around, inText, isLifted: false }, page);
  const from = item.from !== undefined && !isKnownPackage(item.from) ? item.from : undefined;
  const position = node?.position ?? positionAt({ ...at, file: at.file === page.file ? undefined : at.file });
  const warn = (kind: FindingKind, message: string) => page.warn(kind, message, at);
  return page.create({ name: item.name, props: toProps(item.p, around, page), children, inText, position, from }, { warn });
}

function reportLost({ lost }: Part, at: Location, page: PageState): void {
  for (const [name, fault] of lost) {
    const { reason } = describeFault(fault, at, page);
    page.warn("attribute", `${name || "An attribute in braces"} is left out: ${reason}.`, at);
  }
}

function fromComponent(item: Part, node: RootContent | undefined, around: ExpandContext, page: PageState): RootContent[] {
  const inText = isInText(node, around);
  const at = locationOf(node, around, item.at);
  reportLost(item, at, page);
  // What a component shows may be a block, also where its tag is in a line.
  const children = toAll(item.c ?? [], { ...around, inText: false, isLifted: false }, page);
  if (!item.fault) return fitLine(children, inText);
  const { reason, at: where } = describeFault(item.fault, at, page);
  if (item.name === "") page.warn("expression", `A part of the page is not shown: ${reason}.`, where);
  else page.warn("component", `<${item.name}> shows its children only: ${reason}.`, where);
  return children;
}

function toProps(entries: readonly Entry[], around: ExpandContext, page: PageState): Map<string, Value> {
  return new Map(entries.map(([name, value]) => [name, toValue(value, around, page)]));
}

function toValue(value: GivenValue, around: ExpandContext, page: PageState): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => toValue(each, around, page));
  const { record, items } = value as Exclude<typeof value, readonly unknown[]>;
  if (record) return createRecord(Object.fromEntries(toProps(record, around, page)));
  return items ? new NodesValue(toAll(items, { inText: false, file: around.file }, page)) : new FunctionValue();
}
