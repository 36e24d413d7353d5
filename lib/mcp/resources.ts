import { getConfig } from "../config/config.ts";
import type { Page } from "../content/model/page.ts";
import { markdownPath } from "../content/model/urls.ts";
import { toMarkdown } from "../content/output/markdown.ts";
import type { Site } from "../content/site/site.ts";
import { toLlmsIndex } from "../navigation/llms.ts";
import { findRequestedPage } from "./tools.ts";

/** A document that clients can list and read. Its URI is the address at which browsers get the same text. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: string;
}

/** One page of the list of resources, and the cursor of the next. */
interface ResourceList {
  readonly resources: Resource[];
  readonly nextCursor?: string;
}

const PAGE_SIZE = 200;
const LLMS = "/llms.txt";

/** Lists llms.txt and then every page of the site as Markdown, 200 at a time. Returns undefined for a cursor that it never gave. */
export function listResources(site: Site, cursor?: string): ResourceList | undefined {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return undefined;
  const base = baseOf(site);
  const all = site.pages.filter(({ noindex }) => !noindex);
  const start = Number(cursor ?? 0);
  const shown = all.slice(start, start + PAGE_SIZE).map((page) => toResource(page, base));
  const next = start + PAGE_SIZE < all.length ? { nextCursor: String(start + PAGE_SIZE) } : {};
  return { resources: start === 0 ? [toIndex(site, base), ...shown] : shown, ...next };
}

/** Returns a resource with its text; undefined for a URI that is none of this site. */
export async function readResource(
  site: Site,
  uri: string,
): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  const base = baseOf(site);
  const { defaultLanguage, defaultVersion } = site.project;
  if (uri === base + LLMS) {
    const locale = { language: defaultLanguage, version: defaultVersion };
    return { uri, mimeType: "text/plain", text: toLlmsIndex(site, locale, { base }) };
  }
  const page = uri.startsWith(base) ? await findRequestedPage(site, uri) : undefined;
  return page && { uri, mimeType: "text/markdown", text: await toMarkdown(page, { base }) };
}

function baseOf({ project }: Site): string {
  return `${project.siteUrl}${getConfig().basePath}`;
}

function toIndex({ project }: Site, base: string): Resource {
  return {
    uri: base + LLMS,
    name: "llms.txt",
    title: `${project.name}: all pages`,
    description: "The list of all pages with their descriptions.",
    mimeType: "text/plain",
  };
}

function toResource({ path, title, description }: Page, base: string): Resource {
  return {
    uri: base + markdownPath(path),
    name: path,
    title,
    ...(description && { description }),
    mimeType: "text/markdown",
  };
}
