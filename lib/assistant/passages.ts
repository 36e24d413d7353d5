import type { RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Passage } from "../content/model/passage.ts";
import type { Site } from "../content/site/site.ts";
import { writeMarkdown } from "../content/tree/markdown-writer.ts";
import type { SearchResult } from "../search/request.ts";
import type { ScoredPassage } from "../search/search.ts";
import { cut } from "./cut.ts";
import { withLinks } from "./quotes/quote.ts";
import { placeOf, type Retrieval } from "./retrieval.ts";

/** Most tokens of all passages of one search, and of one page. Estimated, rather high than low. */
export const PASSAGE_TOKENS = { search: 6_000, page: 8_000 } as const;
/** English has about four for each token, code and other scripts fewer. */
const CHARACTERS_PER_TOKEN = 3;

const MIN_READ = 2_000;

const reader = unified().use(remarkParse).use(remarkGfm);

/**
 * Returns the hits of a search for a model, as Markdown: each passage with its place and the number to cite it by, and with what
 * stands beside it in its page where there is room.
 */
export function searchText(site: Pick<Site, "passages">, retrieval: Retrieval): string {
  if (retrieval.hits.length === 0) return "Nothing in the documentation fits. Try other words.";
  const room = PASSAGE_TOKENS.search * CHARACTERS_PER_TOKEN;
  const hits = withNeighbours(site, retrieval.hits, room);
  const rooms = shareRooms(
    hits.map(({ passage }) => lengthOf(passage)),
    room,
  );
  return hits.map(({ passage, from }, index) => passageText(passage, from, rooms[index] ?? 0, retrieval)).join("\n\n");
}

/** A passage, and the block that it begins at where it has not room for all. */
interface Given {
  passage: Passage;
  from: number;
}

/**
 * Joins each hit with the passage after it and the one before it, best hits first, as far as they have room whole: an answer
 * often stands beside the passage that was found.
 */
function withNeighbours({ passages }: Pick<Site, "passages">, hits: readonly ScoredPassage[], room: number): Given[] {
  const given = hits.map((hit): Given => ({ passage: placeOf(hit), from: hit.section.from }));
  const taken = new Set(hits.map(({ passage }) => passage.id));
  let left = room - given.reduce((sum, { passage }) => sum + lengthOf(passage), 0);
  const paths = new Set(given.map(({ passage }) => passage.path));
  const pages = Map.groupBy(
    passages.filter(({ path }) => paths.has(path)),
    ({ path }) => path,
  );
  for (const side of [1, -1])
    for (const each of given) {
      const page = pages.get(each.passage.path) ?? [];
      const neighbour = page[page.findIndex(({ id }) => id === each.passage.id) + side];
      if (!neighbour || taken.has(neighbour.id)) continue;
      const blocks = withHeading(neighbour);
      const length = lengthOf({ blocks });
      if (length > left) continue;
      left -= length;
      taken.add(neighbour.id);
      each.from += side < 0 ? blocks.length : 0;
      each.passage = {
        ...each.passage,
        blocks: side < 0 ? [...blocks, ...each.passage.blocks] : [...each.passage.blocks, ...blocks],
      };
    }
  return given;
}

function withHeading({ heading, blocks }: Passage): Passage["blocks"] {
  return heading ? [{ kind: "label", text: heading, markdown: `**${escapeText(heading)}**` }, ...blocks] : blocks;
}

/** Records a page from its beginning, as far as there is room, and returns it as a tool's result and as a model reads it. */
export function recordPage(page: readonly Passage[], retrieval: Retrieval): { result: SearchResult[]; text: string } {
  let room = PASSAGE_TOKENS.page * CHARACTERS_PER_TOKEN;
  const result: SearchResult[] = [];
  const texts: string[] = [];
  for (const passage of page) {
    if (room <= 0) {
      texts.push("(The page goes on.)");
      break;
    }
    result.push(retrieval.recordPassage(passage));
    texts.push(passageText(passage, 0, room, retrieval));
    room -= lengthOf(passage);
  }
  return { result, text: texts.join("\n\n") };
}

/** Shares a room between texts: short ones get their length, and the others the same share of the rest. */
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

/** A passage between its marks; one without room for all begins at the section that fits best. */
function passageText(passage: Passage, from: number, room: number, retrieval: Retrieval): string {
  const { title, heading, version, language } = passage;
  const whole = lengthOf(passage) <= room;
  const blocks = whole ? passage.blocks : passage.blocks.slice(from);
  const text = toMarkdown(blocks.map(({ markdown }) => markdown).join("\n\n"), passage, room, retrieval);
  const place = { cite: retrieval.marker(passage), title, heading, url: retrieval.urlOf(passage), version, language };
  const attributes = Object.entries(place).flatMap(([name, value]) => (value ? [` ${name}="${escapeAttribute(value)}"`] : []));
  return `<passage${attributes.join("")}>\n${escapeMarks(text)}${whole ? "" : "\n\n(Not the whole section.)"}\n</passage>`;
}

/** Whole blocks and sentences as far as there is room, with links as absolute addresses, which the answer may use. */
function toMarkdown(markdown: string, passage: Passage, room: number, retrieval: Retrieval): string {
  const links: string[] = [];
  const toUrl = (link: string) => {
    const url = retrieval.urlOfLink(passage, link);
    if (url) links.push(url);
    return url ?? (/^https?:/i.test(link) ? link : undefined);
  };
  // Marks take room too; what is far beyond it would be read in vain, and may be as long as a page.
  const nodes = cut(reader.parse(markdown.slice(0, 2 * room + MIN_READ)).children, room).flatMap((node) =>
    firstSentences(node, room),
  );
  const children = nodes.flatMap((node) => withLinks(node, toUrl)) as RootContent[];
  retrieval.allow(links);
  return writeMarkdown({ type: "root", children }).trimEnd();
}

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** A paragraph that alone is too long keeps its first sentences. */
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
