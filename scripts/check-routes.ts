import { type Config, getConfig } from "../lib/config/config.ts";
import { type CheckOptions, isReachable } from "../lib/content/check/check-pages.ts";
import { splitPath } from "../lib/content/model/urls.ts";
import type { Site } from "../lib/content/site/site.ts";
import { suggestPages } from "../lib/content/site/suggest-pages.ts";
import { decodeText } from "../lib/decode-text.ts";
import { isEnginePath } from "../lib/engine-paths.ts";
import type { AppRoute } from "../lib/site/app-routes.ts";

/** A fault of a route or an address, in words for the terminal. */
export interface RouteFinding {
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** Lists pages of `app` that stop the build, since no layout is above them, with the places where they go. */
export function describeMisplaced(routes: readonly AppRoute[]): RouteFinding[] {
  return routes
    .filter(({ hasLayout }) => !hasLayout)
    .map(({ file }) => {
      const inShell = `app/(default)/${file}`;
      const alone = `app/(plain)/${file}`;
      const message = `app/${file} has no root layout, which stops the build. Move it to ${inShell}, where it gets the site's header and footer, or to a group with a layout of its own, such as ${alone} beside app/(plain)/layout.tsx.`;
      return { severity: "error", message };
    });
}

/** Lists pages and redirects whose address something else answers. */
export function describeLostAddresses(site: Site, routes: readonly AppRoute[]): RouteFinding[] {
  const { redirects } = getConfig();
  const own = new Map(routes.filter(({ isOwn, handler }) => isOwn && !handler).map(({ pattern, file }) => [pattern, file]));
  const pages = site.pages.flatMap(({ path, file }): RouteFinding[] => {
    const name = file ?? path;
    if (isEnginePath(path))
      return [{ severity: "warning", message: `${name} loses its address ${path}, which the service answers itself.` }];
    const route = own.get(path);
    return route ? [{ severity: "warning", message: `${name} loses its address ${path} to app/${route}.` }] : [];
  });
  const lost = redirects.filter(({ from }) => isEnginePath(from.replace(/\/:path\*$/, "")));
  return [
    ...pages,
    ...lost.map(
      ({ from }): RouteFinding => ({
        severity: "warning",
        message: `The redirect from ${from} never happens: the service answers that address itself.`,
      }),
    ),
  ];
}

/** Lists links and redirects of the configuration that lead to a path that nothing here answers; a proxy in front may. */
export function describeDeadAddresses(
  site: Site,
  { navigation, footer, redirects }: Pick<Config, "navigation" | "footer" | "redirects">,
  options: CheckOptions,
): RouteFinding[] {
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
      .map((each): RouteFinding => {
        const [near] = suggestPages(site, each, { language: site.project.defaultLanguage, count: 1, least: 0.6 });
        const meant = near ? ` Did you mean ${near.path}?` : "";
        return { severity: "warning", message: `docent.config.ts: ${setting}: ${each} leads to no page.${meant}` };
      });
  });
}

function isDead(site: Site, url: string, options: CheckOptions): boolean {
  if (!/^\/(?!\/)/.test(url)) return false;
  const path = splitPath(url).path;
  return !isReachable(site, (decodeText(path) ?? path).replace(/(?<=.)\/$/, ""), options);
}
