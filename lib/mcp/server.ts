import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { getConfig, type Project } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import type { Block } from "../content/model/passage.ts";
import { markdownPath, sitePathOf } from "../content/model/urls.ts";
import { type FoundPage, findPageAt, type Site } from "../content/site/site.ts";
import { describeMissingPage } from "../content/site/suggest-pages.ts";
import { toLlmsIndex } from "../navigation/llms.ts";
import { toPageMarkdown } from "../navigation/markdown-head.ts";
import { toSearchResult } from "../search/request.ts";
import { type ScoredPassage, searchPassages } from "../search/search.ts";
import { MCP_SERVER_VERSION, serverName } from "./discovery.ts";
import { FindInput, FindOutput, findText, toFindText } from "./find-text.ts";

/** Callbacks of one exchange, which is a request of a client and its response. */
export interface McpEvents {
  /** Called for each search. */
  readonly onSearch?: (search: {
    query: string;
    results: number;
    language?: string | undefined;
    version?: string | undefined;
  }) => void;
  /** Called for each page, or part of one, that is read. */
  readonly onRead?: (page: Pick<Page, "path" | "language" | "version">) => void;
  /** Called with the path or URL of a page that does not exist. */
  readonly onMissing?: (place: string) => void;
  /** Records what is wrong with a page. Without it there is no tool to report with. @throws ServiceError `limit_exceeded`. */
  readonly onReport?: ((page: Page, report: { quote: string; problem: string }) => Promise<void>) | undefined;
  /** Called with the error of a tool; returns the message for the client. */
  readonly onFault: (thrown: unknown) => string;
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Creates an MCP server for one exchange: it reads one site, and changes nothing of it. */
export function createServer(site: Site, events: McpEvents): McpServer {
  const { onSearch, onFault } = events;
  const { project } = site;
  const server = new McpServer(
    { name: project.id, title: serverName(project), version: MCP_SERVER_VERSION, websiteUrl: project.siteUrl },
    { instructions: getConfig().mcp.instructions ?? defaultInstructions(project), capabilities: { tools: {}, resources: {} } },
  );
  server.registerTool(
    "search",
    {
      title: `Search ${project.name}`,
      description: `Searches the documentation of ${project.name}. Gives the passages that fit best, each with title, section, address and an excerpt as Markdown. Read a whole page with read_page.`,
      inputSchema: searchInput(project),
      outputSchema: SearchOutput,
      annotations: readOnly,
    },
    masking(onFault, async (asked, { mcpReq }) => {
      const { version, ...rest } = asked as typeof asked & { version?: string };
      const results = await searchDocs(site, { ...rest, version }, mcpReq.signal);
      onSearch?.({ query: rest.query, results: results.length, language: rest.language, version });
      const texts = results.length > 0 ? results.map(toHitText) : ["Nothing in the documentation fits. Try other words."];
      return { content: texts.map((text) => ({ type: "text", text })), structuredContent: { results } };
    }),
  );
  server.registerTool(
    "read_page",
    {
      title: `Read a page of ${project.name}`,
      description: `Reads a page of the documentation of ${project.name} as Markdown, a long page in parts. Takes the path or URL of a search result.`,
      inputSchema: ReadInput,
      outputSchema: ReadPageOutput,
      annotations: readOnly,
    },
    masking(onFault, async ({ path, url, part }) => toPageResult(site, { place: path ?? url ?? "", part }, events)),
  );
  server.registerTool(
    "find_text",
    {
      title: `Find text in ${project.name}`,
      description: `Finds an exact text or a regular expression (RE2) in the documentation of ${project.name}: page, line and the lines around it. Use it for names, options, error messages and numbers; use search for questions.`,
      inputSchema: FindInput,
      outputSchema: FindOutput,
      annotations: readOnly,
    },
    masking(onFault, async (asked, { mcpReq }) => {
      const found = await findText(site, asked, mcpReq.signal);
      const { text: query, language, version } = asked;
      if (query !== undefined) onSearch?.({ query, results: found.matches.length, language, version });
      return { content: [{ type: "text", text: toFindText(found) }], structuredContent: found };
    }),
  );
  if (events.onReport) addReport(server, site, { ...events, onReport: events.onReport });
  addResources(server, site);
  return server;
}

function addReport(server: McpServer, site: Site, events: McpEvents & Required<Pick<McpEvents, "onReport">>): void {
  server.registerTool(
    "report_problem",
    {
      title: `Report a problem in ${site.project.name}`,
      description: `Tells the owner of the documentation of ${site.project.name} that a page is wrong, outdated or incomplete. Use it when what you read did not work. Send nothing personal.`,
      inputSchema: ReportInput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    masking(events.onFault, async ({ path, quote, problem }) => {
      const found = findRequestedPage(site, path);
      if (!found) return { isError: true, content: [{ type: "text", text: describeMissingPage(site, path) }] };
      await events.onReport(found.page, { quote, problem });
      return { content: [{ type: "text", text: "Thank you. The owner of this documentation sees it in the insights." }] };
    }),
  );
}

/** Input of the tool `report_problem`. */
const ReportInput = z.object({
  path: z.string().min(1).max(2_000).describe("Path of the page, such as /docs/quickstart, or its whole URL."),
  quote: z.string().trim().max(200).default("").describe("The words of the page that are wrong."),
  problem: z.string().trim().min(1).max(1_000).describe("What is wrong, and what would be right if you know it."),
});

/** Replaces the message of a tool's error: the SDK would send it to the client. */
function masking<Asked>(
  onFault: McpEvents["onFault"],
  run: (asked: Asked, context: ServerContext) => Promise<CallToolResult>,
): (asked: Asked, context: ServerContext) => Promise<CallToolResult> {
  return (asked, context) =>
    run(asked, context).catch((thrown: unknown) => ({ isError: true, content: [{ type: "text", text: onFault(thrown) }] }));
}

async function toPageResult(
  site: Site,
  { place, part }: { readonly place: string; readonly part: number },
  { onRead, onMissing }: McpEvents,
): Promise<CallToolResult> {
  const found = findRequestedPage(site, place);
  if (!found) {
    onMissing?.(place);
    return { isError: true, content: [{ type: "text", text: describeMissingPage(site, place) }] };
  }
  onRead?.(found.page);
  const page = await readPagePart(site, found, part);
  const more = page.part < page.parts ? `\n\n(Part ${page.part} of ${page.parts}. Go on with part ${page.part + 1}.)` : "";
  return { content: [{ type: "text", text: page.markdown + more }], structuredContent: page };
}

function addResources({ server }: McpServer, site: Site): void {
  server.setRequestHandler("resources/list", ({ params }) => {
    const list = listResources(site, params?.cursor);
    if (!list)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "cursor: is not one that this list returned; leave it out to start over",
      );
    return { ...list };
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const resource = await readResource(site, uri);
    if (!resource) throw new ResourceNotFoundError(uri, "There is no such resource; resources/list names all.");
    return { contents: [resource] };
  });
}

function defaultInstructions({ name, description, languages, versions, defaultVersion }: Project): string {
  const about = `The documentation of ${name}.${description ? ` ${description}` : ""}`;
  const use =
    "Look things up with search, find exact names with find_text, then read the page that fits with read_page. Cite pages by their url.";
  const inLanguages = languages.length > 1 ? [`Languages: ${languages.map(({ id }) => id).join(", ")}.`] : [];
  const inVersions =
    versions.length > 1 ? [`Versions: ${versions.map(({ id }) => id).join(", ")}; ${defaultVersion} is the current one.`] : [];
  return [about, use, ...inLanguages, ...inVersions].join(" ");
}

/** A document that clients can list and read. Its URI is the address at which browsers get the same text. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: string;
}

/** One page of the list of resources, and the cursor of the next. */
interface ResourceList {
  readonly resources: Resource[];
  readonly nextCursor?: string;
}

const PAGE_SIZE = 200;
const LLMS = "/llms.txt";

/** Lists llms.txt and then every page of the site as Markdown, 200 at a time. Returns undefined for a cursor that it never gave. */
function listResources(site: Site, cursor?: string): ResourceList | undefined {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return undefined;
  const base = baseOf(site);
  const all = site.pages.filter(({ noindex }) => !noindex);
  const start = Number(cursor ?? 0);
  const shown = all.slice(start, start + PAGE_SIZE).map((page) => toResource(page, base));
  const next = start + PAGE_SIZE < all.length ? { nextCursor: String(start + PAGE_SIZE) } : {};
  return { resources: start === 0 ? [toIndex(site, base), ...shown] : shown, ...next };
}

/** Returns a resource with its text; undefined for a URI outside of this site. */
async function readResource(site: Site, uri: string): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  const base = baseOf(site);
  const { defaultLanguage, defaultVersion } = site.project;
  if (uri === base + LLMS) {
    const locale = { language: defaultLanguage, version: defaultVersion };
    return { uri, mimeType: "text/plain", text: toLlmsIndex(site, locale, { base }) };
  }
  const found = uri.startsWith(base) ? findRequestedPage(site, uri) : undefined;
  return found && { uri, mimeType: "text/markdown", text: await toPageMarkdown(site, found) };
}

function baseOf({ project }: Site): string {
  return `${project.siteUrl}${getConfig().basePath}`;
}

function toIndex({ project }: Site, base: string): Resource {
  return {
    uri: base + LLMS,
    name: "llms.txt",
    title: `${project.name}: all pages`,
    description: "The list of all pages with their descriptions.",
    mimeType: "text/plain",
  };
}

function toResource({ path, title, description }: Page, base: string): Resource {
  return {
    uri: base + markdownPath(path),
    name: path,
    title,
    ...(description && { description }),
    mimeType: "text/markdown",
  };
}

/** The most characters of one excerpt, and of one part of a page. */
const EXCERPT_CHARS = 1_500;
const PART_CHARS = 20_000;

/** Returns the input of the tool `search`. Its lists of versions and languages are those of the project. */
function searchInput({ languages, versions, defaultVersion }: Project) {
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
const SearchOutput = z.object({ results: z.array(ToolHit) });

/** A checked input of the tool `search`. */
interface SearchArguments {
  readonly query: string;
  readonly limit: number;
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}

/** Searches the site. The excerpts are Markdown with absolute links. */
async function searchDocs(site: Site, { query, limit, ...filter }: SearchArguments, signal?: AbortSignal): Promise<ToolHit[]> {
  const found = await searchPassages(site, { query, requireQuoted: true, limit, filter, ...(signal && { signal }) });
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
function toHitText({ title, heading, url, excerpt }: ToolHit): string {
  return [`Title: ${title}`, ...(heading ? [`Section: ${heading}`] : []), `Link: ${url}`, "", excerpt].join("\n");
}

/** Input of the tool `read_page`. */
const ReadInput = z
  .object({
    path: z.string().min(1).max(2_000).optional().describe("Path of the page, such as /docs/quickstart, or its whole URL."),
    url: z.string().min(1).max(2_000).optional().describe("The same as path."),
    part: z.int().min(1).max(10_000).default(1).describe("Which part of a long page; the answer says how many there are."),
  })
  .refine(({ path, url }) => path !== undefined || url !== undefined, { error: "needs path or url", path: ["path"] });

/** Output of the tool `read_page`. */
const ReadPageOutput = z.object({
  title: z.string(),
  url: z.string(),
  version: z.string().nullable(),
  language: z.string(),
  part: z.int(),
  parts: z.int().describe("How many parts the page has."),
  markdown: z.string(),
});
type ReadPageOutput = z.infer<typeof ReadPageOutput>;

/** Returns a part of a page as Markdown. A part after the last is the last. */
async function readPagePart(site: Site, found: FoundPage, part: number): Promise<ReadPageOutput> {
  const texts = cutIntoParts(await toPageMarkdown(site, found));
  const shown = Math.min(part, texts.length);
  const { title, version, language } = found.page;
  const url = baseOf(site) + found.page.path;
  return { title, url, version, language, part: shown, parts: texts.length, markdown: texts[shown - 1] ?? "" };
}

/** Returns the page that a path or URL of this site names, also one of its Markdown form. */
function findRequestedPage(site: Site, place: string): FoundPage | undefined {
  const path = sitePathOf({ siteUrl: site.project.siteUrl, basePath: getConfig().basePath }, place.trim());
  return path === undefined ? undefined : (findPageAt(site, path) ?? findPageAt(site, path.replace(/\.md$/, "")));
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
