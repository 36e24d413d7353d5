import type { Config } from "../../lib/config/config.ts";
import { pagePath } from "../../lib/content/places.ts";
import { findPage, type PagePlace, type Site } from "../../lib/content/site.ts";
import { type Address, firstPath, readAddress } from "./address.ts";

/** What the server does with a path: shows the page, answers from elsewhere, sends on, or says that there is nothing. */
export type Route =
  | { readonly kind: "page"; readonly address: Address; readonly language: string }
  | { readonly kind: "text"; readonly to: string }
  | { readonly kind: "redirect"; readonly to: string; readonly permanent: boolean }
  | { readonly kind: "missing"; readonly language: string };

/** Decides on a path without base path. Pages are never rewritten: the browser must see the path that was rendered. */
export function routePath(site: Site, path: string, redirects: Config["redirects"]): Route {
  const redirect = redirectOf(path, redirects) ?? canonicalOf(site, path);
  if (redirect) return redirect;
  const text = textOf(site, path);
  if (text) return { kind: "text", to: text };
  const address = readAddress(site.project, path);
  const language = address ? languageOf(address) : languageIn(site, path);
  const exists = address?.kind === "landing" || (address?.kind === "docs" && findPage(site, address.place));
  const first = !exists && address?.kind === "docs" && address.place.slug === "" ? firstPath(site, address.place) : undefined;
  // Content without an index page still has a start.
  if (first) return { kind: "redirect", to: first, permanent: false };
  return address && exists ? { kind: "page", address, language } : { kind: "missing", language };
}

function languageOf(address: Address): string {
  return address.kind === "landing" ? address.language : address.place.language;
}

function languageIn({ project }: Site, path: string): string {
  const [first] = path.split("/").filter(Boolean);
  return project.languages.find(({ id }) => id === first)?.id ?? project.defaultLanguage;
}

/** A redirect of the configuration; `/old/:path*` carries what follows over to `:path*` of the target. */
function redirectOf(path: string, redirects: Config["redirects"]): Route | undefined {
  for (const { from, to, permanent } of redirects) {
    const [start = "", wildcard] = from.split("/:path*");
    if (wildcard === undefined && from === path) return { kind: "redirect", to, permanent };
    if (wildcard !== undefined && (path === start || path.startsWith(`${start}/`)))
      return { kind: "redirect", to: to.replace("/:path*", () => path.slice(start.length)), permanent };
  }
  return undefined;
}

/** Default language and default version have no part in a path; written out, they lead to the path without them. */
function canonicalOf({ project }: Site, path: string): Route | undefined {
  const segments = path.split("/").filter(Boolean);
  const start = segments[0] === project.defaultLanguage ? segments.slice(1) : segments;
  const docsAt = project.languages.some(({ id }) => id === start[0]) ? 1 : 0;
  const named = start[docsAt] === "docs" && project.defaultVersion !== null && start[docsAt + 1] === project.defaultVersion;
  const canonical = named ? start.toSpliced(docsAt + 1, 1) : start;
  if (canonical.length === segments.length) return undefined;
  return { kind: "redirect", to: `/${canonical.join("/")}`, permanent: false };
}

/** Where the text forms come from: `/docs/errors.md`, `/es/llms.txt`, `/docs/v1/llms-full.txt`. */
function textOf(site: Site, path: string): string | undefined {
  const list = /^(.*)\/(llms(?:-full)?\.txt)$/.exec(path);
  if (list) {
    const place = placeOfList(site, list[1] || "/docs");
    return place && `/api/text/${list[2]}${pagePath(site.project, place)}`;
  }
  if (!path.endsWith(".md")) return undefined;
  const address = readAddress(site.project, path.slice(0, -".md".length));
  if (address?.kind !== "docs") return undefined;
  const found = findPage(site, address.place);
  return found && `/api/text/page${found.page.path}`;
}

/** The language and version that a list of pages is asked for: of a language (`/es`) or of a version (`/docs/v1`). */
function placeOfList(site: Site, path: string): PagePlace | undefined {
  const address = readAddress(site.project, path);
  if (address?.kind === "landing") return { language: address.language, version: site.project.defaultVersion, slug: "" };
  return address?.kind === "docs" && address.place.slug === "" ? address.place : undefined;
}
