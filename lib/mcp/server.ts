import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { getConfig, type Project } from "../config/config.ts";
import type { Site } from "../content/site/site.ts";
import { describeMissingPage } from "../content/site/suggest-pages.ts";
import { listResources, readResource } from "./resources.ts";
import { MCP_SERVER_VERSION, serverName } from "./server-info.ts";
import { ReadInput, ReadPageOutput, readPage, SearchOutput, searchDocs, searchInput, toText } from "./tools.ts";

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
      const texts = results.length > 0 ? results.map(toText) : ["Nothing in the documentation fits. Try other words."];
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
  const page = await readPage(site, place, part);
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
