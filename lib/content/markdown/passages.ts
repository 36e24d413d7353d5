import type { Root } from "mdast";
import { sha256 } from "../model/content-file.ts";
import type { Page } from "../model/page.ts";
import { type Block, blocksText, type Passage } from "../model/passage.ts";
import { anchorOf } from "../tree/anchors.ts";
import { originOf, partOf } from "../tree/plain-nodes.ts";
import { toText } from "../tree/text.ts";
import { headingBlock, quotableMarkdown, toBlocks } from "./blocks.ts";
import { toPlainTree } from "./plain.ts";

/** A shorter section joins the one before it. */
const MIN_CHARS = 500;
/** Joined sections, and the parts of a split one, stay below this. */
const TARGET_CHARS = 1_600;
/** A longer section is split at block ends. */
const MAX_PASSAGE_CHARS = 2_200;
const MAX_SECTION_DEPTH = 3;
/** Characters of a heading that are repeated in each passage below it. */
const MAX_HEADING_CHARS = 500;

/** The data of a page that its passages need besides their blocks. */
interface PassagePage
  extends Pick<Page, "kind" | "path" | "title" | "description" | "language" | "version">,
    Partial<Pick<Page, "operation" | "endpoint" | "keywords">> {
  /** Names by which the operation of the page is known, such as its id and its path; absent for none. */
  readonly names?: readonly string[] | undefined;
}

interface Section {
  readonly anchor: string;
  /** Texts of the headings from the second level down to this section. */
  readonly headings: readonly string[];
  readonly blocks: readonly Block[];
}

/**
 * Cuts a page into passages: sections at h1 to h3, short ones joined, long ones split between blocks, in reading
 * order and without overlap. A page that only has a title and a description still gives one passage.
 */
export function toPassages(page: PassagePage, tree: Root): Passage[] {
  const sections = joinShort(toSections(tree)).flatMap(splitLong);
  const pieces = sections.length > 0 ? sections : [emptySection(page)];
  return pieces.map((section, index) => toPassage(page, section, index));
}

/** Gives blocks the place, the id and the hash of a passage of that page. */
function toPassage(page: PassagePage, { anchor, headings, blocks }: Section, index: number): Passage {
  const { kind, path, title, description, language, version, names = [], keywords = [], operation, endpoint } = page;
  const heading = joinHeadings(headings);
  const shown = operation ?? endpoint;
  const known = {
    ...(shown && { method: shown.method, endpoint: shown.path }),
    ...(index === 0 && names.length > 0 && { names }),
    ...(index === 0 && keywords.length > 0 && { keywords }),
  };
  const content = { kind, path, anchor, title, heading, description, language, version, ...known, blocks };
  return { id: `${path}#${index}`, ...content, text: blocksText(blocks), hash: sha256(JSON.stringify(content)) };
}

function joinHeadings(headings: readonly string[]): string {
  return headings.join(" > ");
}

function toSections(tree: Root): Section[] {
  const sections: { anchor: string; headings: string[]; blocks: Block[] }[] = [{ anchor: "", headings: [], blocks: [] }];
  const trail: { depth: number; text: string }[] = [];
  for (const node of toPlainTree(tree).children) {
    const within = partOf(node);
    if (node.type === "heading" && node.depth <= MAX_SECTION_DEPTH && originOf(node) !== "title" && within === undefined) {
      while (trail.length > 0 && (trail.at(-1)?.depth ?? 0) >= node.depth) trail.pop();
      trail.push({ depth: node.depth, text: toText(node).slice(0, MAX_HEADING_CHARS) });
      sections.push({ anchor: anchorOf(node), headings: trail.map(({ text }) => text), blocks: [] });
    } else
      for (const block of toBlocks(node))
        sections.at(-1)?.blocks.push({ ...withHeading(block, trail), ...(within !== undefined && { within }) });
  }
  return sections.filter(({ headings, blocks }) => headings.length > 0 || blocks.length > 0);
}

function withHeading(block: Block, trail: readonly { text: string }[]): Block {
  return block.anchor ? { ...block, heading: joinHeadings([...trail.map(({ text }) => text), block.text]) } : block;
}

/** Joins short sections to the one before. The heading of a joined section stays as a label. */
function joinShort(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  for (const section of sections) {
    const last = joined.at(-1);
    if (last && canJoin(last, section)) joined[joined.length - 1] = { ...last, blocks: [...last.blocks, ...withLabel(section)] };
    else joined.push(section);
  }
  return joined;
}

function canJoin(left: Section, right: Section): boolean {
  const lengths = [lengthOf(left.blocks), lengthOf(right.blocks)] as const;
  return Math.min(...lengths) < MIN_CHARS && lengths[0] + lengths[1] < TARGET_CHARS;
}

function withLabel({ anchor, headings, blocks }: Section): Block[] {
  const label = headingBlock(headings.at(-1) ?? "", anchor);
  return [...label.map((block) => ({ ...block, heading: joinHeadings(headings) })), ...blocks];
}

function splitLong(section: Section): Section[] {
  if (lengthOf(section.blocks) <= MAX_PASSAGE_CHARS) return [section];
  const parts: Block[][] = [[]];
  for (const group of toGroups(section.blocks)) {
    const last = parts.at(-1) as Block[];
    if (last.length > 0 && lengthOf(last) + lengthOf(group) > TARGET_CHARS) parts.push([...group]);
    else for (const block of group) last.push(block);
  }
  let place = section;
  return parts.map((blocks, index) => {
    const part = (index > 0 && beginAtHeading(section, blocks)) || { ...place, blocks };
    const lower = blocks.findLast(({ anchor, within }) => anchor && within === undefined);
    if (lower) place = placeOf(section, lower);
    return part;
  });
}

/** Returns the part of a section that begins with a lower heading, in the place of that; undefined where another block comes first. */
function beginAtHeading(section: Section, [first, ...blocks]: readonly Block[]): Section | undefined {
  return first?.anchor && blocks.length > 0 ? { ...placeOf(section, first), blocks } : undefined;
}

/** Returns the section in the place of a heading within it. */
function placeOf(section: Section, { anchor = section.anchor, text }: Block): Section {
  return { ...section, anchor, headings: [...section.headings, text] };
}

/** Groups blocks that must not be parted: a label, and a paragraph that ends in a colon, stay with what follows. */
function toGroups(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  let open: Block[] = [];
  for (const block of blocks) {
    open.push(block);
    const leads = block.kind === "label" || (block.kind === "paragraph" && /[:：]$/.test(block.text));
    if (leads && lengthOf(open) < TARGET_CHARS) continue;
    groups.push(open);
    open = [];
  }
  return open.length > 0 ? [...groups, open] : groups;
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, { text }) => total + text.length, 0);
}

function emptySection({ title, description }: PassagePage): Section {
  const text = description || title;
  const markdown = quotableMarkdown({ type: "paragraph", children: [{ type: "text", value: text }] });
  return { anchor: "", headings: [], blocks: [{ kind: description ? "paragraph" : "label", text, markdown }] };
}
