import { createHash } from "node:crypto";
import { fieldsHtml } from "@/components/openapi/reference/fields-html.tsx";
import { getConfig } from "@/lib/config/config.ts";
import { offersFeed } from "@/lib/content/markdown/updates.ts";
import { fromNamedPath, localeOf } from "@/lib/content/model/urls.ts";
import { toFeed, toMarkdown } from "@/lib/content/output/compile.ts";
import { completePage, completeSite, descriptionOf, findPageAt, type Site } from "@/lib/content/site/site.ts";
import { entityResponse, SharedRenders } from "@/lib/http/file-response.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { docsMessages } from "@/lib/i18n/messages.ts";
import { toLlmsFull, toLlmsIndex } from "@/lib/navigation/llms.ts";
import { toMarkdownHead, withHead } from "@/lib/navigation/markdown-head.ts";
import { writeDescription } from "@/lib/openapi/document/overview.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { absoluteUrl, findAddress } from "@/lib/site/served/site-url.ts";
import { nothingHere, siteOfRequest } from "../../../../reader.ts";

/** The prefix of a field's id; that of the deepest field is far shorter. */
const PREFIX = /^[\p{L}\p{N}_.-]{1,500}$/u;

const texts = new SharedRenders({ maxBytes: 32 * 1024 * 1024 });

interface Context {
  readonly params: Promise<{ kind: string; path: string[] }>;
}

/**
 * Serves what proxy.ts routes here: pages as Markdown (`/docs/errors.md`), their feeds and lists (`/llms.txt`),
 * API descriptions as files, and fields that pages of the API reference leave out.
 */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerRequest(request, async (context) => {
    await enforcePublicLimit(context, "text");
    const { kind, path } = await params;
    const site = await siteOfRequest(context);
    const form = await formOf(kind, site, path);
    if (!form) throw nothingHere(site, NOTHING);
    const text = form.finish ? form.finish(await written(form)) : await written(form);
    // Caches keep it and ask whether it is current, so that an update shows immediately.
    const headers = { "cache-control": "public, no-cache", ...form.headers };
    return entityResponse(request, { etag: tagOf(text), headers }, async () => text);
  });
}

export const HEAD = GET;

const NOTHING = "There is no text form at this address.";

interface TextForm {
  /** The key of the text in this process's cache. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly write: () => string | Promise<string>;
  /** Derives the response of this request from the cached text. */
  readonly finish?: (text: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

/** Writes a text once for all requests that wait for it. */
function written({ key, write }: TextForm): Promise<Uint8Array<ArrayBuffer>> {
  return texts.get(key, async () => new TextEncoder().encode(await write()));
}

/** Hashes the text itself: caches outlive the process, its configuration and its program. */
function tagOf(text: Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

async function formOf(kind: string, site: Site, path: readonly string[]): Promise<TextForm | undefined> {
  if (kind === "page") return pageForm(site, path);
  if (kind === "fields") return fieldsForm(site, path);
  if (kind === "description") return descriptionForm(site, path);
  if (kind === "feed") return feedForm(site, path);
  return listForm(kind, await completeSite(site), path);
}

/**
 * Returns fields of a schema that the page of an operation leaves out, as HTML. They are cached
 * under a fixed prefix of ids and not under the requested one, which may be any text.
 */
function fieldsForm(site: Site, [name = "", prefix = "", ...segments]: readonly string[]): TextForm | undefined {
  const path = `/${segments.map(encodeURIComponent).join("/")}`;
  const page = findPageAt(site, path)?.page;
  if (!page || !PREFIX.test(prefix)) return undefined;
  const stand = prefix.startsWith("response") ? "response-of-any-place" : "request-of-any-place";
  const pageKey = { ...page, language: localeOf(site.project, path).language };
  return {
    key: JSON.stringify(["fields", page.hash, page.language, name, stand, path, site.hash]),
    headers: { "content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex" },
    write: () => {
      const html = fieldsHtml({ site, page, pageKey }, { name, prefix: stand });
      if (html === undefined) throw new ServiceError("not_found", NOTHING);
      return html;
    },
    finish: (text) => new TextEncoder().encode(new TextDecoder().decode(text).replaceAll(stand, () => prefix)),
  };
}

/** Returns the description that a page is an overview of, as a file. */
function descriptionForm(site: Site, segments: readonly string[]): TextForm | undefined {
  const page = findPageAt(site, `/${segments.map(encodeURIComponent).join("/")}`)?.page;
  const description = page?.overview && descriptionOf(site, page);
  if (!page || !description) return undefined;
  return {
    key: JSON.stringify(["description", page.path, site.hash]),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="openapi.json"',
      "x-robots-tag": "noindex",
    },
    write: () => writeDescription(description),
  };
}

/** Returns the feed of a page that has `<Update>` elements. Whether it has any is known only after rendering. */
async function feedForm(site: Site, segments: readonly string[]): Promise<TextForm | undefined> {
  const found = findPageAt(site, fromNamedPath(`/${segments.map(encodeURIComponent).join("/")}`))?.page;
  if (!found || !offersFeed(found)) return undefined;
  const page = await completePage(site, found);
  const options = { base: baseAddress(), site: site.project.name };
  const form: TextForm = {
    key: JSON.stringify(["feed", page.hash, options]),
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
    write: async () => (await toFeed(page, options)) ?? "",
  };
  return (await written(form)).byteLength > 0 ? form : undefined;
}

/** Returns a page by its path. */
async function pageForm(site: Site, segments: readonly string[]): Promise<TextForm | undefined> {
  const found = findPageAt(site, fromNamedPath(`/${segments.map(encodeURIComponent).join("/")}`));
  if (!found) return undefined;
  const page = await completePage(site, found.page);
  const base = baseAddress();
  const canonical = findAddress(page.path);
  const options = { base, address: findAddress(found.path), messages: docsMessages(found.language) };
  const head = toMarkdownHead(site, { ...found, page }, options);
  return {
    key: JSON.stringify(["page", page.hash, base, head]),
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      ...(canonical && { link: `<${canonical}>; rel="canonical"` }),
      ...(page.noindex ? { "x-robots-tag": "noindex" } : {}),
    },
    write: async () => withHead(await toMarkdown(page, { base }), head),
  };
}

/** Returns the pages of a language and, after it, a version; none for a site without versions. */
function listForm(kind: string, site: Site, [language = "", version]: readonly string[]): TextForm | undefined {
  const { languages, versions } = site.project;
  if (!languages.some(({ id }) => id === language)) return undefined;
  if (version !== undefined && !versions.some(({ id }) => id === version)) return undefined;
  const base = baseAddress();
  const locale = { language, version: version ?? null };
  const key = JSON.stringify([kind, site.hash, base, language, version]);
  const list = { key, headers: { "content-type": "text/plain; charset=utf-8" } };
  const mcp = getConfig().mcp.enabled ? absoluteUrl("/mcp") : undefined;
  const search = absoluteUrl(`/v1/search/${site.project.domain}?query=`);
  if (kind === "llms.txt") return { ...list, write: () => toLlmsIndex(site, locale, { base, mcp, search }) };
  if (kind === "llms-full.txt") return { ...list, write: () => toLlmsFull(site, locale, { base }) };
  return undefined;
}

function baseAddress(): string {
  return absoluteUrl("/").replace(/\/$/, "");
}
