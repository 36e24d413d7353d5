/*
 * The golden file of addresses: every answer to every address of a site, one a line.
 * `listAnswers` asks what readers, links, the router, check, search and revalidation ask. Tests compare a hash of its lines, so that
 * a change of how addresses work shows each answer that it changes.
 */

import { resolveHref } from "../../components/mdx/links.tsx";
import type { Config } from "../../lib/config/config.ts";
import { isReachable } from "../../lib/content/check/check-pages.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { findRedirect } from "../../lib/content/model/redirects.ts";
import { landingPath, localeOf, markdownPath } from "../../lib/content/model/urls.ts";
import { leadsOn, listOf, routeOf } from "../../lib/content/site/addresses.ts";
import type { FoundPage, Site } from "../../lib/content/site/site.ts";
import { decodeText } from "../../lib/decode-text.ts";
import { languageAlternatives, latestOf, translationsOf, versionAlternatives } from "../../lib/navigation/alternatives.ts";
import { firstPath } from "../../lib/navigation/navigation.ts";
import { navigationView } from "../../lib/navigation/view.ts";
import { findRequested, listRequested } from "../../lib/routing/requested.ts";
import { routePath } from "../../lib/routing/routing.ts";
import { dedupe } from "../../lib/search/search.ts";
import { listChangedPaths } from "../../lib/site/served/revalidate.ts";

/** A site and the redirects of its configuration. */
export interface AskedSite {
  readonly site: Site;
  readonly redirects: Config["redirects"];
}

/** Lists the answers to all addresses that `listAsked` makes up, then what is known of each page, language and version. */
export function listAnswers(asked: AskedSite): string[] {
  return [
    ...listAsked(asked).map((path) => answersTo(asked, path)),
    ...asked.site.pages.map((page) => answersAbout(asked.site, page)),
    ...answersOfLanguages(asked.site),
    `SEARCH\t${listFound(asked.site).join(" ")}`,
  ];
}

function answersTo({ site, redirects }: AskedSite, path: string): string {
  const decoded = (decodeText(path) ?? path).replace(/(?<=.)\/$/, "");
  const options = {
    hasPublicFile: () => false,
    isRedirected: (asked: string) => findRedirect(redirects, asked) !== undefined,
  };
  return [
    path,
    inWords(site, routePath(site, path, { redirects })),
    leadsOn(site, path) ? "leads" : "-",
    isReachable(site, decoded, options) ? "checks" : "-",
    Object.values(localeOf(site.project, path)).join(" "),
  ].join("\t");
}

function inWords(site: Site, route: ReturnType<typeof routePath>): string {
  if (route.kind === "page") return `page ${describePage(route.found)} ${describeRouted(site, route.found)}`;
  if (route.kind === "redirect") return `${route.permanent ? 308 : 307} ${route.to}`;
  if (route.kind === "text") return `text ${route.to}`;
  if (route.kind === "file") return `file ${route.name}`;
  return route.kind === "engine-page" ? route.kind : `${route.kind} ${route.language}`;
}

function describePage({ page, fallback, path }: FoundPage): string {
  return `${page.file ?? page.path}${fallback ? " instead" : ""} @${path}`;
}

/** Returns the path at which the router has a page, and the pages that are found by it, with its segments encoded and decoded. */
function describeRouted(site: Site, shown: FoundPage): string {
  const inside = routeOf(site.project, shown);
  const [, language = site.project.defaultLanguage, below = ""] = /^(?:\/([^/]+)\/~)?\/docs(?:\/(.*))?$/.exec(inside) ?? [];
  const slug = below.split("/").filter(Boolean);
  const found = [slug, slug.map((segment) => decodeText(segment) ?? segment)].map((segments) => {
    const requested = findRequested(site, { language, slug: segments });
    return requested ? `${describePage(requested)} of ${Object.values(keyOf(requested.pageKey)).join(",")}` : "none";
  });
  return `via ${inside} (${[...new Set(found)].join(" | ")})`;
}

function keyOf({ language, version, slug }: Pick<Page, "language" | "version" | "slug">) {
  return { language, version, slug };
}

type Alternatives = ReturnType<typeof languageAlternatives>;

function answersAbout(site: Site, page: Page): string {
  const listed = (alternatives: Alternatives) =>
    alternatives.map(({ id, path, samePage }) => `${id}=${path}${samePage ? "" : "?"}`).join(" ");
  const key = keyOf(page);
  const linked = site.project.languages.map(({ id }) =>
    resolveHref(page.path, { site, page, pageKey: { ...key, language: id } }),
  );
  const changed = { ...site, pages: site.pages.map((each) => (each === page ? { ...each, hash: "changed" } : each)) };
  const [, slug = ""] = /\/docs(?:\/(.*))?$/.exec(routeOf(site.project, page)) ?? [];
  const requested = site.project.languages.map(({ id: language }) => {
    const found = findRequested(site, { language, slug: slug.split("/").filter(Boolean) });
    return `${language}=${found ? describePage(found) : "none"}`;
  });
  return [
    `PAGE ${page.path}`,
    `key ${Object.values(key).join(",")}`,
    `route ${routeOf(site.project, page)}`,
    `requested ${requested.join(" ")}`,
    `markdown ${markdownPath(page.path)}`,
    `languages ${listed(languageAlternatives(site, key))}`,
    `versions ${listed(versionAlternatives(site, key, navigationView(site, page).versions))}`,
    `translations ${Object.values(translationsOf(site, key)).join(" ")}`,
    `latest ${latestOf(site, key) ?? ""}`,
    `linked ${linked.join(" ")}`,
    `links ${JSON.stringify(page.links)}`,
    `dropped ${listChangedPaths(site, changed)?.join(" ") ?? "all"}`,
  ].join("\t");
}

function answersOfLanguages(site: Site): string[] {
  const { project } = site;
  return project.languages.flatMap(({ id: language }) => [
    `START ${language}\t${landingPath(project, language)}\t${firstPath(site, { language, version: project.defaultVersion })}`,
    ...[null, ...project.versions.map(({ id }) => id)].map(
      (version) => `LIST ${language} ${version}\t${listOf(project, { language, version })}`,
    ),
    ...listRequested(site, language).map(({ slug }) => {
      const found = findRequested(site, { language, slug });
      return `BUILT ${language} ${slug.join("/")}\t${found ? describePage(found) : "none"}`;
    }),
  ]);
}

/** Lists the pages that a search over all languages and versions finds, where each page comes once. */
function listFound(site: Site): string[] {
  const results = Map.groupBy(site.pages, ({ language, version }) => JSON.stringify([language, version]));
  const engines = [...results.values()].map((own) => {
    const { language, version } = own[0] as Page;
    return { language, version, hits: own.map((page) => ({ passage: page, score: 1 })) };
  });
  const found = dedupe(engines as unknown as Parameters<typeof dedupe>[0], site);
  return found.map(({ passage }) => passage.path);
}

const ENDINGS = ["", "/", ".md", ".mdx", "/index", "/index.md", "/rss.xml"];
const ODD = [
  "/%",
  "/docs/%E0%A4",
  "/a%2Fb",
  "/docs/a%2Fb",
  "//docs",
  "/~",
  "/docs/~",
  "/v1",
  "/v1/x",
  "/api",
  "/docs/api",
  "/sitemap.xml",
];
const STARTS = ["", "/", ".md", "/index", "/index.md", "/index.mdx", "/llms.txt", "/llms-full.txt"];

/** Lists what is asked: each page, folder, file, redirect and start of a site in every form that readers and links have for it. */
export function listAsked({ site, redirects }: AskedSite): string[] {
  const { project } = site;
  const languages = project.languages.map(({ id }) => `/${id}`);
  const versions = project.versions.map(({ id }) => `/${encodeURIComponent(id)}`);
  const inLanguages = ["", ...languages].flatMap((language) => [
    language,
    `${language}/docs`,
    `${language}/~`,
    `${language}/~/docs`,
  ]);
  const starts = inLanguages.flatMap((start) => ["", ...versions].map((version) => `${start}${version}`));
  const ofPages = site.pages.flatMap((page) => {
    const { path } = page;
    const named = path === "/" ? "/index" : path;
    return [
      ...ENDINGS.map((ending) => (ending === "" ? path : named + ending)),
      path.toUpperCase(),
      path.normalize("NFD"),
      encodeURI(decodeURI(path).normalize("NFD")),
      routeOf(project, page),
      ...[`/docs${named}`, `/docs${named}.md`, path.replace(/^\/docs(?=\/|$)/, "")],
      ...languages.flatMap((language) => [language + path, path.replace(/^\/docs(?=\/|$)/, `${language}/docs`)]),
      ...versions.flatMap((version) => [version + path, path.replace(/^((?:\/[^/]+)?\/docs)(?=\/|$)/, `$1${version}`)]),
    ];
  });
  const folders = [...new Set(site.pages.flatMap(({ path }) => listFolders(path)))];
  const ofFolders = folders.flatMap((folder) => ["", "/", ".md", "/index"].map((ending) => folder + ending));
  const ofFiles = site.assets.map((name) => `/${name.split("/").map(encodeURIComponent).join("/")}`);
  const sources = [...site.redirects.map(({ source }) => source), ...redirects.map(({ from }) => from)];
  const ofRedirects = sources.flatMap((source) =>
    [source, source.replace(/:\w+\*?|\*/g, "x/y")].map((path) => (path.startsWith("/") ? path : `/${path}`)),
  );
  const asked = [
    ...ODD,
    ...starts.flatMap((start) => STARTS.map((ending) => (start + ending === "" ? "/" : start + ending))),
    ...[...ofPages, ...ofFolders, ...folders.map((folder) => `/docs${folder}`)],
    ...[...ofFiles, ...ofRedirects].flatMap((path) => [path, `${path}/`, `/docs${path}`, path.replace(/^\/docs(?=\/)/, "")]),
  ];
  return [...new Set(asked.filter((path) => path.startsWith("/")))].sort();
}

function listFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join("/"));
}
