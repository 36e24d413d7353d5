import path from "node:path";
import { type Config, getConfig } from "../lib/config/config.ts";
import { type CheckOptions, isReachable } from "../lib/content/check/check-pages.ts";
import { staysWhereItLeads } from "../lib/content/model/redirects.ts";
import { splitPath } from "../lib/content/model/urls.ts";
import type { Site } from "../lib/content/site/site.ts";
import { suggestPages } from "../lib/content/site/suggest-pages.ts";
import { decodeText } from "../lib/decode-text.ts";
import { isEnginePath } from "../lib/engine-paths.ts";
import { errorIn, type Finding, warningIn } from "../lib/finding.ts";
import { routePath } from "../lib/routing/routing.ts";
import { type AppRoute, createOwnRouteTest } from "../lib/site/findings/app-routes.ts";

/** Lists pages of `app` that stop the build, since no layout is above them, with the places where they go. */
export function describeMisplaced(routes: readonly AppRoute[]): Finding[] {
  return routes
    .filter(({ hasLayout }) => !hasLayout)
    .map(({ file }) => {
      const inShell = `app/(default)/${file}`;
      const alone = `app/(plain)/${file}`;
      const message = `This page has no root layout, which stops the build. Move it to ${inShell}, where it gets the site's header and footer, or to a group with its own layout, such as ${alone} beside app/(plain)/layout.tsx.`;
      return errorIn(`app/${file}`, message);
    });
}

/** Lists routes and public files whose address the content takes: the content is asked first, so nobody would see them. */
export function describeTakenAddresses(site: Site, routes: readonly AppRoute[], publicFiles: readonly string[]): Finding[] {
  const { project } = site;
  const own = routes.filter(({ isOwn }) => isOwn);
  const languages = project.languages.map(({ id }) => id).filter((id) => id !== project.defaultLanguage);
  const addresses = own.flatMap(({ file, pattern }) =>
    (pattern.startsWith("/[lang]/") ? languages.map((id) => pattern.replace("[lang]", id)) : [pattern]).map(
      (address) => [`app/${file}`, address] as const,
    ),
  );
  // The engine reads that file and serves it itself.
  const shown = publicFiles.filter((file) => file !== "/robots.txt");
  const files = shown.map((file) => [`public${file}`, file.split("/").map(encodeURIComponent).join("/")] as const);
  const taken = [...addresses, ...files].flatMap(([name, address]) => {
    const taker = address.includes("[") ? undefined : describeTaker(site, address);
    return taker ? [toTaken(name, address, taker)] : [];
  });
  const byPages = site.pages.flatMap((page) => {
    const route = own.find(
      ({ pattern }) => pattern.includes("[") && createOwnRouteTest([{ ...NO_ROUTE, pattern }], languages)(page.path),
    );
    return route ? [toTaken(`app/${route.file}`, page.path, page.file ?? page.path)] : [];
  });
  const redirects = site.redirects;
  const wide = redirects.filter(({ source }) => /^\/?(?::|\*)/.test(source));
  const open = redirects.filter(({ destination }) => !staysWhereItLeads(destination));
  return [
    ...taken,
    ...byPages,
    ...wide.map(({ source }) =>
      errorIn(
        inContent(site, "docs.json"),
        `The redirect from ${source} matches every address of app and public; start it with a fixed segment, such as /old/:path*.`,
      ),
    ),
    ...open.map(({ source, destination }) =>
      errorIn(
        inContent(site, "docs.json"),
        `The redirect from ${source} to ${destination} could lead to any host, so it is ignored; start its target with / or a whole host.`,
      ),
    ),
  ];
}

/** Returns a file of the content as the project's root names it. */
function inContent({ project }: Site, file: string): string {
  return path.join(project.content, file);
}

const NO_ROUTE = { file: "", handler: false, isOwn: true, hasLayout: true } as const;

function toTaken(name: string, address: string, taker: string): Finding {
  return errorIn(name, `This is never shown: ${taker} has its address ${address}. Rename one of them.`);
}

/** Describes the part of the content that answers at an address; undefined for nothing, and for a file, which is shown in place of another. */
function describeTaker(site: Site, address: string): string | undefined {
  const route = routePath(site, address, getConfig());
  if (route.kind === "page") return route.found.page.file ?? `the page of ${route.found.page.path}`;
  if (route.kind === "redirect") return `the redirect to ${route.to}`;
  return route.kind === "missing" || route.kind === "file" ? undefined : "the engine";
}

/** Lists pages and redirects whose address the engine answers. */
export function describeLostAddresses(site: Site): Finding[] {
  const { redirects } = getConfig();
  const pages = site.pages.flatMap(({ path, file }): Finding[] =>
    isEnginePath(path)
      ? [
          warningIn(
            inContent(site, file ?? path),
            `This is never shown: the service itself answers its address ${path}. Rename it or its folder.`,
          ),
        ]
      : [],
  );
  const lost = redirects.filter(({ from }) => isEnginePath(from.replace(/\/:path\*$/, "")));
  return [
    ...pages,
    ...lost.map(({ from }) =>
      warningIn("docent.config.ts", `The redirect from ${from} is ignored: the service answers that address itself.`),
    ),
  ];
}

/** Lists links and redirects of the configuration that lead to a path that nothing here answers; a proxy in front may. */
export function describeDeadAddresses(
  site: Site,
  { navigation, footer, redirects }: Pick<Config, "navigation" | "footer" | "redirects">,
  options: CheckOptions,
): Finding[] {
  const inSettings = [
    ...navigation.links.map(({ url }, index) => [`navigation.links[${index}].url`, url] as const),
    ...footer.links.map(({ url }, index) => [`footer.links[${index}].url`, url] as const),
    // What a pattern leads to depends on the path that is asked for.
    ...redirects.flatMap(({ to }, index) => (to.includes("/:") ? [] : [[`redirects[${index}].to`, to] as const])),
  ];
  return inSettings.flatMap(([setting, url]) => {
    const urls = typeof url === "string" ? [url] : Object.values(url);
    return urls
      .filter((each) => isDead(site, each, options))
      .map((each) => {
        const [near] = suggestPages(site, each, { language: site.project.defaultLanguage, count: 1, least: 0.6 });
        const meant = near ? ` Did you mean ${near.path}?` : "";
        return warningIn("docent.config.ts", `${setting}: ${each} leads to no page.${meant}`);
      });
  });
}

function isDead(site: Site, url: string, options: CheckOptions): boolean {
  if (!/^\/(?!\/)/.test(url)) return false;
  const path = splitPath(url).path;
  return !isReachable(site, (decodeText(path) ?? path).replace(/(?<=.)\/$/, ""), options);
}
