/*
 * Routing: what the server answers at an address.
 * The engine comes first, then the redirects of the configuration, then the content, whose addresses lib/content/site/addresses.ts
 * knows. The proxy asks `routePath`, and rewrites a page's address to the form that the router has (`routeOf` there); page and metadata
 * read that form back with `findRequested` (requested.ts).
 */

import type { Config } from "../config/config.ts";
import { isWellKnown } from "../content/files/file-kinds.ts";
import { findRedirect } from "../content/model/redirects.ts";
import { localeOf, markdownPath } from "../content/model/urls.ts";
import { type Address, findAddress } from "../content/site/addresses.ts";
import { findPageAt, hasAsset, type Site } from "../content/site/site.ts";
import { composePath } from "../decode-text.ts";
import { findEngineAnswer, isEnginePath } from "../engine-paths.ts";
import { findDiscoveryDocument } from "../mcp/discovery.ts";
import { firstPathBelow } from "../navigation/navigation.ts";

/** Request header by which the proxy tells the 404 page what was asked for. */
export const requestedPathHeader = "x-docent-path";

/** The content's answer to a path, or that of a page or text of the engine. `missing` is what the router may have an answer to. */
export type Route =
  | Exclude<Address, { kind: "folder" | "missing" }>
  | { readonly kind: "engine-page" }
  | { readonly kind: "missing"; readonly language: string };

/** Decides on a path without base path. The engine's addresses come first, then the configuration, then the content. */
export function routePath(site: Site, asked: string, { redirects }: Pick<Config, "redirects">): Route {
  const path = composePath(asked);
  const discovery = findDiscoveryDocument(path);
  if (discovery) return { kind: "text", to: `/api/mcp/${discovery}` };
  const [, skills] = /^\/\.well-known\/((?:agent-)?skills\/.+)$/s.exec(path) ?? [];
  if (skills !== undefined) return { kind: "text", to: `/api/skills/${skills}` };
  if (path === "/robots.txt") return { kind: "text", to: "/api/robots" };
  // Files of the content folder at addresses that standards have set; those of the public folder are the router's.
  if (isWellKnown(path.slice(1)) && hasAsset(site, path.slice(1))) return { kind: "file", name: path.slice(1) };
  if (findEngineAnswer(path) === "page") return { kind: "engine-page" };
  const configured = isEnginePath(path) ? undefined : findRedirect(redirects, path);
  if (configured) return { kind: "redirect", ...configured };
  const address: Address = isEnginePath(path) ? { kind: "missing" } : findAddress(site, path);
  if (address.kind === "text") return { kind: "text", to: `/api/text/${address.to}` };
  if (address.kind !== "folder" && address.kind !== "missing") return address;
  // A page `skill` has this address as its Markdown.
  if (path === "/skill.md") return { kind: "text", to: "/api/skills/generated" };
  const first = address.kind === "folder" ? firstPathBelow(site, address.key) : undefined;
  if (first !== undefined && first !== path) return { kind: "redirect", to: first, permanent: false };
  return { kind: "missing", language: localeOf(site.project, path).language };
}

/**
 * Returns the address of the page, or of its Markdown form, that a path below `/v1` or `/v2` names without the `/docs` in front of it;
 * undefined for none.
 */
export function findPageBehindApi(site: Site, path: string): string | undefined {
  const address = findAddress(site, `/docs${path}`);
  const own = address.kind === "redirect" && address.permanent ? address.to : `/docs${path}`;
  const found = findPageAt(site, own.replace(/\.md$/, ""));
  if (!found) return undefined;
  return own.endsWith(".md") ? markdownPath(found.path) : found.path;
}
