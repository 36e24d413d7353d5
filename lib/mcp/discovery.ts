import { getConfig, getMainProject, type Project } from "../config/config.ts";
import { type DocumentRoute, ENGINE_ROUTES, matchesRoute } from "../engine-paths.ts";
import { MCP_SERVER_VERSION, serverName } from "./server-info.ts";
import { skillPath, toSkill, toSkillsIndex } from "./skill.ts";

/** Documents about the MCP server, by the paths at which clients and registries look for them. */
const documents: Readonly<Record<DocumentRoute, string>> = {
  "/.well-known/mcp": "servers",
  "/.well-known/mcp.json": "servers",
  "/.well-known/mcp/catalog.json": "catalog",
  "/.well-known/mcp/server-card.json": "server-card",
  "/.well-known/mcp-server-card": "server-card",
  "/.well-known/mcp/server-cards.json": "server-cards",
  "/mcp/server-card": "server-card",
  "/.well-known/agent-skills/index.json": "skills",
  "/.well-known/agent-skills/[skill]/SKILL.md": "skill",
};

/** Returns the name of the document at a path without base path; undefined where there is none. */
export function findDiscoveryDocument(path: string): string | undefined {
  const route = ENGINE_ROUTES.documents.find((document) => matchesRoute(document, path));
  const document = route && documents[route];
  return document === "skill" && path !== skillPath(getMainProject()) ? undefined : document;
}

/** Returns the document of that name with its media type; undefined for another name. */
export function describeServer(project: Project, document: string): { body: object | string; type: string } | undefined {
  if (document === "skills") return { body: toSkillsIndex(project), type: "application/json" };
  if (document === "skill") return { body: toSkill(project), type: "text/markdown; charset=utf-8" };
  const card = serverCard(project);
  if (document === "servers") return { body: serverList(project), type: "application/json" };
  if (document === "catalog") return { body: catalog(project), type: "application/json" };
  if (document === "server-cards") return { body: { servers: [card] }, type: "application/json" };
  return document === "server-card" ? { body: card, type: "application/mcp-server-card+json" } : undefined;
}

/** Returns the list that hosted documentation products serve at `/.well-known/mcp`. */
function serverList(project: Project): object {
  const entry = { name: project.id, url: mcpUrl(project), transport: "http", authentication: "none" };
  return { version: MCP_SERVER_VERSION, transport: entry.transport, url: entry.url, servers: [entry] };
}

/** Returns an MCP catalog, as the draft on discovery describes it. */
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
    remotes: [{ type: "streamable-http", url: mcpUrl(project) }],
  };
}

function mcpUrl({ siteUrl }: Project): string {
  return `${siteUrl}${getConfig().basePath}/mcp`;
}
