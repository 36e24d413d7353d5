import { z } from "zod";
import { getConfig, type Project } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import type { Block } from "../content/model/passage.ts";
import { sitePathOf } from "../content/model/urls.ts";
import { toMarkdown } from "../content/output/compile.ts";
import { completePage, findPageAt, type Site } from "../content/site/site.ts";
import { toSearchResult } from "../search/request.ts";
import { type ScoredPassage, searchPassages } from "../search/search.ts";

/** The most characters of one excerpt, and of one part of a page. */
const EXCERPT_CHARS = 1_500;
const PART_CHARS = 20_000;

/** Returns the input of the tool `search`. Its lists of versions and languages are those of the project. */
export function searchInput({ languages, versions, defaultVersion }: Project) {
  const language = z.enum(languages.map(({ id }) => id) as [string, ...string[]]);
  const version = z.enum(versions.map(({ id }) => id) as [string, ...string[]]);
  return z.object({
    query: z.string().trim().min(1).max(1_000).describe("What to look for: a question or a few words."),
    limit: z.int().min(1).max(50).default(10).describe("The most results to give."),
    language: language.optional().describe("Only pages in this language. Without it, all languages."),
    ...(versions.length > 0 && {
      version: version
        .optional()
        .describe(`Only pages of this version. Without it, all versions, those of ${defaultVersion} first.`),
    }),
  });
}

/** One result of the tool `search`. */
export const ToolHit = z.object({
  title: z.string().describe("Title of the page."),
  heading: z.string().describe("Headings down to the section, joined with ` > `; empty at the top of the page."),
  url: z.string().describe("Address of the section."),
  path: z.string().describe("Path of the page, as read_page takes it."),
  excerpt: z.string().describe("The section as Markdown, and what follows it."),
  version: z.string().nullable(),
  language: z.string(),
  score: z.number().describe("Relevance to the query, 0 to 1."),
});
export type ToolHit = z.infer<typeof ToolHit>;
export const SearchOutput = z.object({ results: z.array(ToolHit) });

/** A checked input of the tool `search`. */
interface SearchArguments {
  readonly query: string;
  readonly limit: number;
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}

/** Searches the site. The excerpts are Markdown with absolute links. */
export async function searchDocs(
  site: Site,
  { query, limit, ...filter }: SearchArguments,
  signal?: AbortSignal,
): Promise<ToolHit[]> {
  const found = await searchPassages(site, { query, limit, filter, ...(signal && { signal }) });
  return found.map((hit) => toHit(site.project, hit));
}

function toHit(project: Project, hit: ScoredPassage): ToolHit {
  const { url, path, metadata } = toSearchResult(project, hit);
  const { title, heading, version, language, score } = metadata;
  return { title, heading, url, path, excerpt: excerptOf(hit, project), version, language, score };
}

/** Returns the passage from its best section on: as many whole blocks as there is room for, and the first in any case. */
function excerptOf({ passage: { blocks }, section }: ScoredPassage, project: Project): string {
  const texts: string[] = [];
  let left = EXCERPT_CHARS;
  // A heading at the very end has nothing below it.
  for (const block of blocks.slice(Math.min(section.from, blocks.length - 1))) {
    const text = withAbsoluteLinks(block, project);
    if (texts.length > 0 && text.length > left) return [...texts, "…"].join("\n\n");
    texts.push(text.length > PART_CHARS ? `${text.slice(0, PART_CHARS)}…` : text);
    left -= text.length;
  }
  return texts.join("\n\n");
}

function withAbsoluteLinks({ kind, markdown }: Block, { siteUrl }: Project): string {
  if (kind === "code") return markdown;
  return markdown.replace(/\]\((\/(?!\/))/g, `](${siteUrl}${getConfig().basePath}$1`);
}

/** Returns a result as text, for clients that show no structured results. */
export function toHitText({ title, heading, url, excerpt }: ToolHit): string {
  return [`Title: ${title}`, ...(heading ? [`Section: ${heading}`] : []), `Link: ${url}`, "", excerpt].join("\n");
}

/** Input of the tool `read_page`. */
export const ReadInput = z
  .object({
    path: z.string().min(1).max(2_000).optional().describe("Path of the page, such as /docs/quickstart, or its whole URL."),
    url: z.string().min(1).max(2_000).optional().describe("The same as path."),
    part: z.int().min(1).max(10_000).default(1).describe("Which part of a long page; the answer says how many there are."),
  })
  .refine(({ path, url }) => path !== undefined || url !== undefined, { error: "needs path or url", path: ["path"] });

/** Output of the tool `read_page`. */
export const ReadPageOutput = z.object({
  title: z.string(),
  url: z.string(),
  version: z.string().nullable(),
  language: z.string(),
  part: z.int(),
  parts: z.int().describe("How many parts the page has."),
  markdown: z.string(),
});
export type ReadPageOutput = z.infer<typeof ReadPageOutput>;

/** Returns a part of a page as Markdown; undefined where the site has no such page. A part after the last is the last. */
export async function readPagePart(site: Site, place: string, part: number): Promise<ReadPageOutput | undefined> {
  const page = await findRequestedPage(site, place);
  if (!page) return undefined;
  const { siteUrl } = site.project;
  const base = `${siteUrl}${getConfig().basePath}`;
  const texts = cutIntoParts(await toMarkdown(page, { base }));
  const shown = Math.min(part, texts.length);
  const { title, version, language } = page;
  return { title, url: base + page.path, version, language, part: shown, parts: texts.length, markdown: texts[shown - 1] ?? "" };
}

/** Returns the page that a path or URL of this site names, also one of its Markdown form. */
export async function findRequestedPage(site: Site, place: string): Promise<Page | undefined> {
  const path = sitePathOf({ siteUrl: site.project.siteUrl, basePath: getConfig().basePath }, place.trim());
  const found = path === undefined ? undefined : (findPageAt(site, path) ?? findPageAt(site, path.replace(/\.md$/, "")));
  return found && completePage(site, found.page);
}

/** Cuts a text at line ends; a line that is longer than a part is cut within. */
function cutIntoParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > PART_CHARS) {
    const line = rest.lastIndexOf("\n", PART_CHARS);
    const end = line > PART_CHARS / 2 ? line + 1 : PART_CHARS;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}
