import { getAccess, getConfig, type Project } from "../config/config.ts";
import { type DocumentRoute, ENGINE_ROUTES, matchesRoute } from "../engine-paths.ts";
import { ServiceError } from "../service-error.ts";

/**
 * Documents about the MCP server, by their paths: those of SEP-2127, in which a catalog at one known address leads to the card of each
 * server. Clients of today, which are given the server's address, ask for none.
 */
const documents: Readonly<Partial<Record<DocumentRoute, string>>> = {
  "/.well-known/ai-catalog.json": "catalog",
  "/mcp/server-card": "server-card",
};

/** Returns the name of the document at a path without base path; undefined when there is none. */
export function findDiscoveryDocument(path: string): string | undefined {
  const route = ENGINE_ROUTES.documents.find((document) => matchesRoute(document, path));
  return route && documents[route];
}

/** Returns the document of that name with its media type; undefined for another name. */
export function describeServer(project: Project, document: string): { body: object; type: string } | undefined {
  if (document === "catalog") return { body: catalog(project), type: "application/ai-catalog+json" };
  return document === "server-card" ? { body: serverCard(project), type: "application/mcp-server-card+json" } : undefined;
}

/** Returns an AI catalog with one entry: the server. */
function catalog(project: Project): object {
  const { host } = new URL(project.siteUrl);
  const entry = {
    identifier: `urn:air:${host}:${project.id}`,
    displayName: serverName(project),
    type: "application/mcp-server-card+json",
    url: `${mcpUrl(project)}/server-card`,
  };
  return { specVersion: "draft", entries: [entry] };
}

/** Returns a server card (SEP-2127). Names are in reverse DNS form. */
function serverCard(project: Project): object {
  const reverse = new URL(project.siteUrl).hostname.split(".").reverse().join(".");
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
    name: `${reverse}/${project.id}`,
    title: serverName(project),
    description: (project.description || `The documentation of ${project.name}.`).slice(0, 100),
    version: MCP_SERVER_VERSION,
    websiteUrl: project.siteUrl,
    remotes: [{ type: "streamable-http", url: mcpUrl(project), ...(needsKey() && { headers: [KEY_HEADER] }) }],
  };
}

function mcpUrl({ siteUrl }: Project): string {
  return `${siteUrl}${getConfig().basePath}/mcp`;
}

/** Version of what the server offers, not of the documentation. */
export const MCP_SERVER_VERSION = "1.0.0";

/** Returns the name that clients show for the server. */
export function serverName(project: Project): string {
  return getConfig().mcp.name ?? project.name;
}

/** Returns true when only callers with a key may use the server. */
export function needsKey(): boolean {
  return getConfig().mcp.access === "key" || getAccess()?.readers === "signed-in";
}

/** The header that a client sends, as server cards describe it. */
const KEY_HEADER = {
  name: "Authorization",
  description: "Bearer, and a key of this documentation",
  isRequired: true,
  isSecret: true,
};

/** Throws when the configuration has switched MCP off. @throws ServiceError `not_found`. */
export function requireMcp(): void {
  if (getConfig().mcp.enabled) return;
  throw new ServiceError("not_found", "This site offers no MCP server.");
}
