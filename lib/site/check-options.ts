// Tested in report-findings.test.ts.
import { statSync } from "node:fs";
import path from "node:path";
import { getConfig } from "../config/config.ts";
import type { CheckOptions } from "../content/check-pages.ts";

/** What the configuration and the public folder allow a page to name; icons are not among it. */
export function readCheckOptions(): CheckOptions {
  const { embeds, images, redirects } = getConfig();
  return {
    hasPublicFile,
    imageHosts: images.allow,
    embedHosts: embeds.allow,
    redirects: redirects.map(({ from }) => from),
  };
}

/** Whether the public folder holds a file, given its path with a slash in front. */
export function hasPublicFile(name: string): boolean {
  const root = path.resolve(/* turbopackIgnore: true */ "public");
  const file = path.join(/* turbopackIgnore: true */ root, name);
  return file.startsWith(root + path.sep) && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}
