import type { Root, RootContent } from "mdast";
import type { ApiObject } from "../../openapi/document/fields.ts";
import type { Operation } from "../../openapi/document/operation.ts";
import { type Block, type GroupBlock, toObjectDocument, toOperationDocument } from "../../openapi/document/operation-document.ts";
import type { ApiOverview } from "../../openapi/document/overview.ts";
import { takeSlug, toSlug } from "../model/slug.ts";
import { toText } from "../tree/text.ts";
import { documentText, headingsOf, paragraph, parseDescription } from "./document-text.ts";
import { toLine } from "./endpoint-text.ts";

/** The texts of a page that an API description gives, for its Markdown and its passages. */
export interface OperationText {
  /** First paragraph of its description, as plain text. */
  readonly description: string;
  /** Its text: description, parameters, bodies, responses. */
  readonly tree: Root;
  /** The same without the paragraph that is its description, which a page shows below the title. */
  readonly body: Root;
}

/** Describes an operation in words. */
export function toOperationText(operation: Operation): OperationText {
  const rest = documentText(toOperationDocument(operation));
  return toPageText(parseDescription(operation.description), { above: headOf(operation), searched: rest, shown: rest });
}

/** Returns the operation without its description, where the text of a page has that already. */
export function omitRepeatedDescription(operation: Operation, page: string): Operation {
  const words = (text: string) => text.replace(/\s+/g, " ").trim();
  return words(page).includes(words(operation.description)) ? { ...operation, description: "" } : operation;
}

/** Describes an object in words: its description and its fields. */
export function toObjectText(object: ApiObject): Root {
  return { type: "root", children: [...parseDescription(object.description), ...documentText(toObjectDocument(object))] };
}

function headOf({ method, path, deprecated }: Operation): RootContent[] {
  const line = toLine({ method, path });
  return deprecated ? [line, paragraph("This operation is deprecated.")] : [line];
}

/** Most operations that the overview of an API lists itself; if there are more, the pages of its tags do. */
const MAX_LISTED = 300;

/** A group of operations before it has an id on a page. */
export interface ListedGroup extends Omit<GroupBlock, "heading" | "isListed"> {
  /** Name of the tag; undefined for other groups. */
  readonly tag: string | undefined;
}

/** Returns what a description says of its API besides operations, and its groups of operations. */
export function toOverviewDocument(about: ApiOverview, groups: readonly ListedGroup[]): Block[] {
  const taken = new Map<string, number>();
  const parts = about.introduction.map((markdown) => {
    const headings = headingsOf(markdown).map((each) => ({ ...each, id: takeSlug(taken, toSlug(each.title) || "section") }));
    return { markdown, headings };
  });
  const section = (name: "servers" | "authentication" | "operationList", isEmpty: boolean, ...blocks: Block[]): Block[] => {
    const id = () => takeSlug(taken, name === "operationList" ? "operations" : name);
    return isEmpty ? [] : [{ kind: "section", section: { id: id(), name }, blocks }];
  };
  const isShort = groups.reduce((count, { operations }) => count + operations.length, 0) <= MAX_LISTED;
  const { servers, security } = about;
  const toGroup = ({ tag, ...group }: ListedGroup): Block => {
    // As other tools name the place of a tag, so that links in a description lead there.
    const wanted = tag === undefined ? toSlug(group.title) : `tag/${tag.replace(/\s+/g, "-")}`;
    const depth = group.operations.length > 0 ? 3 : 2;
    const heading = group.title === "" ? undefined : ({ id: takeSlug(taken, wanted || "section"), depth } as const);
    return { kind: "group", group: { ...group, heading, isListed: isShort || group.address === undefined } };
  };
  // A tag without operations is a chapter.
  const [chapters, listed] = [groups.filter(isChapter), groups.filter((group) => !isChapter(group))];
  const ordered = listed.toSorted((left, right) => Number(right.title === "") - Number(left.title === ""));
  return [
    { kind: "introduction", parts },
    { kind: "about", about },
    ...section("servers", servers.length === 0, { kind: "servers", servers }),
    ...section("authentication", security.length === 0, { kind: "schemes", schemes: security }),
    ...chapters.map(toGroup),
    ...section("operationList", ordered.length === 0, ...ordered.map(toGroup)),
  ];
}

function isChapter({ operations }: ListedGroup): boolean {
  return operations.length === 0;
}

/** Returns the page of a tag as a document: its description and its operations. */
export function toTagDocument({ tag: _, ...group }: ListedGroup): Block[] {
  return [{ kind: "group", group: { ...group, heading: undefined, isListed: true } }];
}

/** Describes a whole API in words. The text for search has no lists of operations, whose pages are found themselves. */
export function toOverviewText(about: ApiOverview, groups: readonly ListedGroup[]): OperationText {
  const blocks = toOverviewDocument(about, groups);
  const textOf = (isShown: (block: Block) => boolean) => documentText(blocks.filter(isShown));
  const isIntroduction = ({ kind }: Block) => kind === "introduction";
  const isOperations = (block: Block) => block.kind === "section" && block.section.name === "operationList";
  return toPageText(textOf(isIntroduction), {
    searched: textOf((block) => !isIntroduction(block) && !isOperations(block)),
    shown: textOf((block) => !isIntroduction(block)),
  });
}

/** Describes a tag in words: its description, and its operations. */
export function toTagText(group: ListedGroup): OperationText {
  const shown = documentText(toTagDocument({ ...group, description: "" }));
  return toPageText(parseDescription(group.description), { searched: [], shown });
}

interface Around {
  readonly above?: readonly RootContent[];
  /** The rest of the text for search, and of that of the page. */
  readonly searched: readonly RootContent[];
  readonly shown: readonly RootContent[];
}

/** Returns the texts of a page with a description. */
export function toPageText(text: readonly RootContent[], { above = [], searched, shown }: Around): OperationText {
  const description = firstParagraph(text);
  const repeated = text[0] !== undefined && toText(text[0]) === description;
  const root = (...children: RootContent[]): Root => ({ type: "root", children });
  return {
    description,
    tree: root(...above, ...text, ...searched),
    body: root(...above, ...(repeated ? text.slice(1) : text), ...shown),
  };
}

const MAX_SUMMARY_CHARS = 200;

function firstParagraph(nodes: readonly RootContent[]): string {
  const first = nodes.find((node) => node.type === "paragraph");
  const text = first ? toText(first) : "";
  return text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS).replace(/\s+\S*$/, "")}…` : text;
}
