import type { Nodes, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Passage } from "../../content/model/passage.ts";
import { mathSyntax } from "../../content/parse/math.ts";
import type { Site } from "../../content/site/site.ts";
import { writeMarkdown } from "../../content/tree/markdown-writer.ts";
import type { SearchResult } from "../../search/request.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { withLinks, withoutLeads } from "../quotes/quote.ts";
import { placeOf, type Retrieval } from "../sources/retrieval.ts";

/** Most tokens of all passages of one search, and of one page. Estimated, rather high than low. */
export const PASSAGE_TOKENS = { search: 6_000, page: 8_000 } as const;
/** English has about four for each token, code and other scripts fewer. */
const CHARACTERS_PER_TOKEN = 3;

const MIN_READ = 2_000;

const reader = unified().use(remarkParse).use(remarkGfm).use(mathSyntax);

/** Most passages that are joined to a hit on either side. */
const MAX_NEIGHBOURS = 6;

/**
 * Returns the hits of a search for a model, as Markdown: each passage with its place and the number to cite it by, and with what
 * stands beside it in its page where there is room. What the model was given before it is not given again.
 */
export function searchText(site: Pick<Site, "passages">, retrieval: Retrieval): string {
  if (retrieval.hits.length === 0) return "Nothing in the documentation fits. Try other words.";
  const room = PASSAGE_TOKENS.search * CHARACTERS_PER_TOKEN;
  const [again, fresh] = [true, false].map((isGiven) =>
    retrieval.hits.filter(({ passage }) => retrieval.isGiven(passage) === isGiven),
  );
  const hits = withNeighbours(site, fresh ?? [], retrieval, room);
  const rooms = shareRooms(
    hits.map(({ passage }) => lengthOf(passage)),
    room,
  );
  const texts = hits.map((hit, index) => {
    if (lengthOf(hit.passage) <= (rooms[index] ?? 0)) for (const { id } of hit.joined) retrieval.give(id);
    return passageText(hit.passage, hit.from, rooms[index] ?? 0, retrieval);
  });
  // Passages of one section share its number.
  const numbers = [...new Set(again?.map((hit) => retrieval.marker(placeOf(hit))))];
  return [...texts, ...(numbers.length > 0 ? [`Also found, and given above: ${numbers.join(", ")}.`] : [])].join("\n\n");
}

/** A passage, and the block that it begins at where it has not room for all. */
interface Given {
  passage: Passage;
  from: number;
  /** The passages of its page that it has by now: the one that was found, and what was joined to it. */
  readonly joined: Passage[];
}

/**
 * Joins each hit with the passages after and before it, nearest and best hits first, as far as they fit whole: an answer often
 * stands beside the section that was found. Each section keeps its heading.
 */
function withNeighbours(
  { passages }: Pick<Site, "passages">,
  hits: readonly ScoredPassage[],
  retrieval: Pick<Retrieval, "isGiven">,
  room: number,
): Given[] {
  const paths = new Set(hits.map(({ passage }) => passage.path));
  const pages = Map.groupBy(
    passages.filter(({ path }) => paths.has(path)),
    ({ path }) => path,
  );
  const given = hits.map((hit): Given => ({ passage: placeOf(hit), from: hit.section.from, joined: [hit.passage] }));
  const taken = new Set(hits.map(({ passage }) => passage.id));
  let left = room - given.reduce((sum, { passage }) => sum + lengthOf(passage), 0);
  const join = (hit: Given, side: 1 | -1) => {
    const end = hit.joined.at(side === 1 ? -1 : 0);
    const page = pages.get(hit.passage.path) ?? [];
    const neighbour = page[page.findIndex(({ id }) => id === end?.id) + side];
    if (!neighbour || taken.has(neighbour.id) || retrieval.isGiven(neighbour)) return;
    const [blocks, before] = [withHeading(neighbour), hit.passage.blocks.length];
    // Its place names the section that was found: what comes before it must not be taken for that.
    const isFirstBefore = side === -1 && hit.joined[0]?.id === hit.passage.id;
    const own = isFirstBefore ? withHeading(hit.passage) : hit.passage.blocks;
    const joined = side === 1 ? [...own, ...blocks] : [...blocks, ...own];
    const length = lengthOf({ blocks: joined }) - lengthOf(hit.passage);
    if (length > left) return;
    left -= length;
    taken.add(neighbour.id);
    hit.joined.splice(side === 1 ? hit.joined.length : 0, 0, neighbour);
    hit.from += side === 1 ? 0 : joined.length - before;
    hit.passage = { ...hit.passage, blocks: joined };
  };
  for (let round = 0; round < MAX_NEIGHBOURS; round += 1)
    for (const side of [1, -1] as const) for (const hit of given) join(hit, side);
  return given;
}

function withHeading({ heading, blocks }: Passage): Passage["blocks"] {
  return heading ? [{ kind: "label", text: heading, markdown: `**${escapeText(heading)}**` }, ...blocks] : blocks;
}

/**
 * Records a page from one of its sections on, as far as there is room, and returns it as a tool's result and as a model reads it. What
 * the model was given before is named by its number.
 */
export function recordPage(page: readonly Passage[], retrieval: Retrieval, offset = 0): { result: SearchResult[]; text: string } {
  let room = PASSAGE_TOKENS.page * CHARACTERS_PER_TOKEN;
  const result: SearchResult[] = [];
  const texts: string[] = [];
  for (const [index, passage] of page.entries()) {
    if (index < offset) continue;
    if (room <= 0) {
      texts.push(`(The page goes on: read it with offset ${index}.)`);
      break;
    }
    result.push(retrieval.recordPassage(passage));
    if (retrieval.isGiven(passage)) {
      texts.push(`(${retrieval.marker(passage)} was given above.)`);
      continue;
    }
    if (lengthOf(passage) <= room) retrieval.give(passage.id);
    texts.push(passageText(passage, 0, room, retrieval));
    room -= lengthOf(passage);
  }
  return { result, text: texts.join("\n\n") || `The page has ${page.length} sections: there is none from ${offset} on.` };
}

/** Divides a budget of characters among texts: short ones get their length, the others equal shares of the rest. */
export function shareRooms(lengths: readonly number[], room: number): number[] {
  const rooms = new Array<number>(lengths.length).fill(0);
  const shortestFirst = [...lengths.keys()].sort((a, b) => (lengths[a] as number) - (lengths[b] as number));
  let left = room;
  for (const [done, index] of shortestFirst.entries()) {
    rooms[index] = Math.min(lengths[index] as number, Math.floor(left / (lengths.length - done)));
    left -= rooms[index] as number;
  }
  return rooms;
}

const lengthOf = ({ blocks }: Pick<Passage, "blocks">) => blocks.reduce((sum, { markdown }) => sum + markdown.length + 2, 0);

/** Writes a passage between its marks; one that does not fit whole begins at the section that fits best. */
function passageText(passage: Passage, from: number, room: number, retrieval: Retrieval): string {
  const { title, heading, version, language } = passage;
  const whole = lengthOf(passage) <= room;
  const blocks = whole ? passage.blocks : passage.blocks.slice(from);
  const text = toMarkdown(blocks.map(({ markdown }) => markdown).join("\n\n"), passage, room, retrieval);
  const about = { title, heading, url: retrieval.urlOf(passage), version, language, updated: retrieval.agedDay(passage) };
  const place = { cite: retrieval.marker(passage), ...about };
  const attributes = Object.entries(place).flatMap(([name, value]) => (value ? [` ${name}="${escapeAttribute(value)}"`] : []));
  return `<passage${attributes.join("")}>\n${escapeMarks(text)}${whole ? "" : "\n\n(Not the whole section.)"}\n</passage>`;
}

/** Writes as many whole blocks and sentences as fit, with absolute links, which the answer may use. */
function toMarkdown(markdown: string, passage: Passage, room: number, retrieval: Retrieval): string {
  const links: string[] = [];
  const toUrl = (link: string) => {
    const url = retrieval.urlOfLink(passage, link);
    if (url) links.push(url);
    return url ?? (/^https?:/i.test(link) ? link : undefined);
  };
  // Marks take room too; what is far beyond it would be read for nothing, and may be as long as a page.
  const nodes = cut(reader.parse(markdown.slice(0, 2 * room + MIN_READ)).children, room).flatMap((node) =>
    firstSentences(node, room),
  );
  const children = nodes.flatMap((node) => withLinks(node, toUrl)) as RootContent[];
  retrieval.allow(links);
  return writeMarkdown({ type: "root", children }).trimEnd();
}

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** Keeps the first sentences of a paragraph that is too long by itself. */
function firstSentences(node: RootContent, room: number): RootContent {
  if (node.type !== "paragraph" || nodeText(node).length <= room) return node;
  const begun = [...sentences.segment(nodeText(node).slice(0, room))].map(({ segment }) => segment);
  // The last one is cut; where it is the only one, part of a sentence is better than nothing.
  const value = (begun.length > 1 ? begun.slice(0, -1) : begun).join("");
  return { type: "paragraph", children: [{ type: "text", value: value.trim() }] };
}

function nodeText(node: RootContent): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => nodeText(child)).join("") : "";
}

/** Escapes what would be a mark in Markdown. */
export function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, "\\$&");
}

/** Escapes text that could look like the end of a passage, or the beginning of another. */
export function escapeMarks(text: string): string {
  return text.replace(/<(?=\s*(?:\/\s*)?passage)/gi, "&lt;");
}

function escapeAttribute(value: string): string {
  return value.replace(/\s+/g, " ").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Keeps as many whole nodes as fit, and of the first that does not as many items, rows or lines. */
function cut(nodes: readonly RootContent[], room: number): RootContent[] {
  const kept: RootContent[] = [];
  let left = room;
  for (const node of nodes) {
    const length = nodeLength(node);
    if (length > left) {
      const part = shorten(node, left);
      return withoutLeads([...kept, ...(part ? [part] : kept.length === 0 ? [node] : [])]);
    }
    kept.push(node);
    left -= length;
  }
  return withoutLeads(kept);
}

function nodeLength(node: Nodes): number {
  if ("value" in node) return node.value.length;
  return "children" in node ? node.children.reduce((sum, child) => sum + nodeLength(child), 0) : 0;
}

function shorten(node: RootContent, room: number): RootContent | undefined {
  if (node.type === "code") {
    let length = -1;
    const fitting = node.value.split("\n").filter((line) => {
      length += line.length + 1;
      return length <= room;
    });
    return fitting.length > 0 ? { ...node, value: [...fitting, "…"].join("\n") } : undefined;
  }
  if (node.type !== "list" && node.type !== "table") return undefined;
  const least = node.type === "table" ? 2 : 1;
  let length = 0;
  const fitting = node.children.filter((child) => {
    length += nodeLength(child);
    return length <= room;
  });
  if (fitting.length >= least) return { ...node, children: fitting } as RootContent;
  return room > 0 ? ({ ...node, children: node.children.slice(0, least) } as RootContent) : undefined;
}
