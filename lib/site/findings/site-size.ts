import type { Site } from "../../content/site/site.ts";
import { counted } from "../../counted.ts";

/** Returns how many pages readers find, as every command says it: `24 pages (17 files, 7 of the API)`. Drafts do not count. */
export function describeSize(site: Pick<Site, "pages">): string {
  const pages = site.pages.filter(({ draft }) => !draft);
  const files = pages.filter(({ file }) => file !== null).length;
  const parts = files === pages.length ? "" : ` (${counted(files, "file")}, ${pages.length - files} of the API)`;
  return `${counted(pages.length, "page")}${parts}`;
}
