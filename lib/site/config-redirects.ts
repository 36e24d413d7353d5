import type { Config } from "../config/config.ts";
import type { DocsRedirect } from "../content/docs-json/redirects.ts";
import { perObject } from "../per-object.ts";

/** Returns the redirects of the configuration as those of docs.json; `/old/:path*` takes `/old` too. */
export const configRedirects = perObject((redirects: Config["redirects"]): readonly DocsRedirect[] =>
  redirects.flatMap(({ from, to, permanent }) => {
    const rule = { source: from, destination: to, permanent };
    const [, start, rest] = /^(.+)\/:(\w+)\*$/.exec(from) ?? [];
    return start ? [rule, { ...rule, source: start, destination: to.replace(`/:${rest}*`, "") || "/" }] : [rule];
  }),
);
