/*
 * Routing: an address of the site → page, redirect, text form, file or nothing.
 * The proxy asks `routePath` what the content answers, and rewrites a page's address to the form that the router has
 * (`routePathOf` in lib/content/model/urls.ts); page and metadata read that form back with `findRequested` (requested.ts).
 * `docs-json.ts` has the addresses of a repository with docs.json.
 */

import type { Config } from "../config/config.ts";
import { offersFeed } from "../content/markdown/updates.ts";
import { findRedirect } from "../content/model/redirects.ts";
import {
  canonicalPath,
  fromNamedPath,
  keyAtRoot,
  type Locale,
  landingPath,
  localeOfPath,
  markdownPath,
  pagePath,
  parsePath,
  toNamedPath,
} from "../content/model/urls.ts";
import { findPageAt, hasAsset, type Site } from "../content/site/site.ts";
import { decodeText } from "../decode-text.ts";
import { findEngineAnswer, isEnginePath } from "../engine-paths.ts";
import { findDiscoveryDocument } from "../mcp/discovery.ts";
import { localeOfLlms } from "../navigation/llms-path.ts";
import { firstPathBelow } from "../navigation/navigation.ts";
import { type DocsRoute, routeDocsPath } from "./docs-json.ts";

/** Request header by which the proxy tells the 404 page what was asked for. */
export const requestedPathHeader = "x-docent-path";

/** The content's answer to a path, or that of a page or text of the engine. `missing` is what the router may have an answer to. */
export type Route =
  | DocsRoute
  | { readonly kind: "landing"; readonly language: string }
  | { readonly kind: "engine-page" }
  | { readonly kind: "text"; readonly to: string };

/** Decides on a path without base path. The engine's addresses come first, then the configuration, then the content. */
export function routePath(site: Site, path: string, { redirects }: Pick<Config, "redirects">): Route {
  const discovery = findDiscoveryDocument(path);
  if (discovery) return { kind: "text", to: `/api/mcp/${discovery}` };
  if (findEngineAnswer(path) === "page") return { kind: "engine-page" };
  if (isEnginePath(path)) return missingAt(site, path);
  const redirect = redirectOf(path, redirects) ?? redirectToCanonical(site, path);
  if (redirect) return redirect;
  const text = textFormAt(site, path);
  if (text) return { kind: "text", to: text };
  const parsed = parsePath(site.project, path);
  const isOwnLanding = site.project.addresses === "folders" || (site.project.pagesAt !== "root" && !site.project.isReplaced);
  if (parsed?.kind === "landing" && isOwnLanding) return parsed;
  if (site.project.addresses === "paths") return routeDocsPath(site, path);
  const found = findPageAt(site, path);
  if (found) return { kind: "page", found };
  // Pages at the root, none of which is the first one of the language.
  if (parsed?.kind === "docs" && path === landingPath(site.project, parsed.key.language))
    return { kind: "landing", language: parsed.key.language };
  const moved = keyAtRoot(site.project, path);
  const atRoot = moved && pagePath(site.project, moved);
  if (atRoot !== undefined && (findPageAt(site, atRoot) ?? textFormAt(site, atRoot)))
    return { kind: "redirect", to: atRoot, permanent: true };
  // A folder without an index page still has a start.
  const key = moved ?? (parsed?.kind === "docs" ? parsed.key : undefined);
  const first = key && firstPathBelow(site, key);
  if (first) return { kind: "redirect", to: first, permanent: false };
  return fileAt(site, path) ?? missingAt(site, path);
}

/**
 * Returns the address of the page, or of its Markdown form, that a path below `/v1` or `/v2` names without the `/docs` in front of it;
 * undefined for none.
 */
export function findPageBehindApi(site: Site, path: string): string | undefined {
  const below = `/docs${path}`;
  const address = canonicalPath(site.project, below) ?? below;
  const found = findPageAt(site, address.replace(/\.md$/, ""));
  if (!found) return undefined;
  return address.endsWith(".md") ? markdownPath(found.path) : found.path;
}

/** A file of the content folder, at its path there below `/docs` or at the root. */
function fileAt(site: Site, path: string): Route | undefined {
  const name = decodeText(path)?.slice(1);
  const found = [name, name?.replace(/^docs\//, "")].find((candidate) => candidate !== undefined && hasAsset(site, candidate));
  return found === undefined ? undefined : { kind: "file", name: found };
}

function missingAt({ project }: Site, path: string): Route {
  return { kind: "missing", language: localeOfPath(project, path).language };
}

/** A redirect of the configuration: an exact one, then the first pattern that fits. */
function redirectOf(path: string, redirects: Config["redirects"]): Route | undefined {
  const found = findRedirect(redirects, path);
  return found && { kind: "redirect", ...found };
}

function redirectToCanonical({ project }: Site, path: string): Route | undefined {
  const canonical = canonicalPath(project, path);
  return canonical === undefined ? undefined : { kind: "redirect", to: canonical, permanent: false };
}

/**
 * Returns the source of a text form: `/docs/errors.md`, `/es/llms.txt`, `/docs/v1/llms-full.txt`, `/docs/changelog/rss.xml`.
 */
function textFormAt(site: Site, path: string): string | undefined {
  const list = /^(.*)\/(llms(?:-full)?\.txt)$/.exec(path);
  if (list) {
    const locale = localeOfList(site, list[1] || "/");
    return (
      locale &&
      `/api/text/${list[2]}/${[locale.language, ...(locale.version === null ? [] : [locale.version])].map(encodeURIComponent).join("/")}`
    );
  }
  const feed = /^(.*)\/rss\.xml$/.exec(path);
  const told = feed && findPageAt(site, feed[1] || "/");
  if (told && offersFeed(told.page)) return `/api/text/feed${toNamedPath(told.page.path)}`;
  if (!path.endsWith(".md")) return undefined;
  const named = path.slice(0, -".md".length);
  const found = findPageAt(site, fromNamedPath(named));
  return found && `/api/text/page${toNamedPath(found.page.path)}`;
}

/** The language and version that a list of pages is asked for: of a language (`/es`) or of a version (`/docs/v1`). */
function localeOfList({ project }: Site, path: string): Locale | undefined {
  if (project.addresses === "paths")
    return localeOfLlms(
      project,
      (decodeText(path)?.slice(1) ?? "/?")
        .replace(/^docs(?=\/|$)/, "")
        .split("/")
        .filter(Boolean),
    );
  const parsed = parsePath(project, path);
  if (parsed?.kind === "landing") return { language: parsed.language, version: project.defaultVersion };
  return parsed?.kind === "docs" && parsed.key.slug === "" ? parsed.key : undefined;
}
