import type { Page } from "../../content/model/page.ts";
import type { Site } from "../../content/site/site.ts";
import type { Finding } from "../../finding.ts";
import { importAsWritten } from "../../import-as-written.ts";

/**
 * Returns what check says of one page: dead links, missing pictures, unknown components. For development: the checks are loaded
 * past the bundler, so that no page of a build carries them.
 */
export async function findingsOfPage(site: Site, page: Page): Promise<Finding[]> {
  const [{ checkPages }, { readCheckOptions }, { readOwnComponentNames, withoutComponents }] = await Promise.all([
    importAsWritten<typeof import("../../content/check/check-pages.ts")>("lib/content/check/check-pages.ts"),
    importAsWritten<typeof import("./app-routes.ts")>("lib/site/findings/app-routes.ts"),
    importAsWritten<typeof import("./own-components.ts")>("lib/site/findings/own-components.ts"),
  ]);
  const found = await checkPages(site, [page], await readCheckOptions());
  const ofPage = site.findings.filter(({ file }) => file === page.file);
  return [...withoutComponents(ofPage, await readOwnComponentNames()), ...found];
}
