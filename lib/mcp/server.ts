import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { getConfig, type Project } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import { markdownPath } from "../content/model/urls.ts";
import { toMarkdown } from "../content/output/compile.ts";
import type { Site } from "../content/site/site.ts";
import { describeMissingPage } from "../content/site/suggest-pages.ts";
import { toLlmsIndex } from "../navigation/llms.ts";
import { MCP_SERVER_VERSION, serverName } from "./discovery.ts";
import {
  findRequestedPage,
  ReadInput,
  ReadPageOutput,
  readPagePart,
  SearchOutput,
  searchDocs,
  searchInput,
  toHitText,
} from "./tools.ts";

/** Callbacks of one exchange, which is a request of a client and its response. */
export interface McpEvents {
  /** Called for each search. */
  readonly onSearch?: (search: {
    query: string;
    results: number;
    language?: string | undefined;
    version?: string | undefined;
  }) => void;
  /** Called with the error of a tool; returns the message for the client. */
  readonly onFault: (thrown: unknown) => string;
}

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Creates an MCP server for one exchange: it reads one site and changes nothing. */
export function createServer(site: Site, { onSearch, onFault }: McpEvents): McpServer {
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
    masking(onFault, async ({ path, url, part }) => toPageResult(site, path ?? url ?? "", part)),
  );
  addResources(server, site);
  return server;
}

/** Replaces the message of a tool's error: the SDK would send it to the client. */
function masking<Asked>(
  onFault: McpEvents["onFault"],
  run: (asked: Asked, context: ServerContext) => Promise<CallToolResult>,
): (asked: Asked, context: ServerContext) => Promise<CallToolResult> {
  return (asked, context) =>
    run(asked, context).catch((thrown: unknown) => ({ isError: true, content: [{ type: "text", text: onFault(thrown) }] }));
}

async function toPageResult(site: Site, place: string, part: number): Promise<CallToolResult> {
  const page = await readPagePart(site, place, part);
  if (!page) return { isError: true, content: [{ type: "text", text: describeMissingPage(site, place) }] };
  const more = page.part < page.parts ? `\n\n(Part ${page.part} of ${page.parts}. Go on with part ${page.part + 1}.)` : "";
  return { content: [{ type: "text", text: page.markdown + more }], structuredContent: page };
}

function addResources({ server }: McpServer, site: Site): void {
  server.setRequestHandler("resources/list", ({ params }) => {
    const list = listResources(site, params?.cursor);
    if (!list)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "cursor: is none that this list gave; leave it out to begin");
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
  const use = "Look things up with search, then read the page that fits with read_page. Cite pages by their url.";
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

/** Returns a resource with its text; undefined for a URI that is none of this site. */
async function readResource(site: Site, uri: string): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  const base = baseOf(site);
  const { defaultLanguage, defaultVersion } = site.project;
  if (uri === base + LLMS) {
    const locale = { language: defaultLanguage, version: defaultVersion };
    return { uri, mimeType: "text/plain", text: toLlmsIndex(site, locale, { base }) };
  }
  const page = uri.startsWith(base) ? await findRequestedPage(site, uri) : undefined;
  return page && { uri, mimeType: "text/markdown", text: await toMarkdown(page, { base }) };
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
