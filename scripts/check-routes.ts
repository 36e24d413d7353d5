import { getConfig } from "../lib/config/config.ts";
import type { Site } from "../lib/content/site/site.ts";
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
