import { absoluteUrl } from "@/components/docs/site-url.ts";
import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { toFeed } from "@/lib/content/feed.ts";
import { sha256 } from "@/lib/content/files.ts";
import { toMarkdown } from "@/lib/content/markdown.ts";
import { completePage } from "@/lib/content/open-site.ts";
import { findPageAt, type Site } from "@/lib/content/site.ts";
import { offersFeed } from "@/lib/content/updates.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { entityResponse, SharedRenders } from "@/lib/http/shared-renders.ts";
import { toLlmsFull, toLlmsIndex } from "@/lib/navigation/llms.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { latestSearchedSite, latestSite } from "@/lib/site/follow.ts";

/** Raised when the same site gets other texts than before. */
const FORMAT = 1;
const texts = new SharedRenders({ maxBytes: 32 * 1024 * 1024 });

interface Context {
  readonly params: Promise<{ kind: string; path: string[] }>;
}

/** Pages as plain Markdown (`/docs/errors.md`) and the lists of them (`/llms.txt`); proxy.ts leads their addresses here. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answerRequest(request, async (context) => {
    await enforcePublicLimit(context, "text");
    const { kind, path } = await params;
    const { domain } = getMainProject();
    const form = await formOf(kind, domain, path);
    if (!form) throw new ServiceError("not_found", "There is no text form at this address.");
    const etag = tagOf(form);
    // Caches keep it and ask whether it is current: an update is seen at once.
    const headers = { "cache-control": "public, no-cache", ...form.headers };
    return entityResponse(request, { etag, headers }, () => written(form));
  });
}

export const HEAD = GET;

interface TextForm {
  /** All that decides what is written. */
  readonly madeFrom: readonly unknown[];
  readonly headers: Readonly<Record<string, string>>;
  readonly write: () => string | Promise<string>;
}

function tagOf({ madeFrom }: TextForm): string {
  return sha256(JSON.stringify([FORMAT, ...madeFrom]));
}

/** The text, which is written once for all who ask. */
function written(form: TextForm): Promise<Uint8Array<ArrayBuffer>> {
  return texts.get(tagOf(form), async () => new TextEncoder().encode(await form.write()));
}

async function formOf(kind: string, domain: string, path: readonly string[]): Promise<TextForm | undefined> {
  if (kind === "page") return pageForm(await latestSite(domain), path);
  if (kind === "feed") return feedForm(await latestSite(domain), path);
  return listForm(kind, await latestSearchedSite(domain), path);
}

/** The feed of a page that tells of updates. Whether it does is known when its feed is written, which takes as long as reading it. */
async function feedForm(site: Site, segments: readonly string[]): Promise<TextForm | undefined> {
  const page = findPageAt(site, `/${segments.map(encodeURIComponent).join("/")}`)?.page;
  if (!page || !offersFeed(page)) return undefined;
  const options = { base: baseAddress(), site: site.project.name };
  const form: TextForm = {
    madeFrom: ["feed", site.hash, options, page.path, page.hash],
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
    write: () => toFeed(completePage(site, page), options) ?? "",
  };
  return (await written(form)).byteLength > 0 ? form : undefined;
}

/** A page by its path. */
function pageForm(site: Site, segments: readonly string[]): TextForm | undefined {
  const found = findPageAt(site, `/${segments.map(encodeURIComponent).join("/")}`)?.page;
  if (!found) return undefined;
  const page = completePage(site, found);
  const base = baseAddress();
  return {
    madeFrom: ["page", site.hash, base, page.path, page.hash],
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      link: `<${absoluteUrl(page.path)}>; rel="canonical"`,
      ...(page.noindex ? { "x-robots-tag": "noindex" } : {}),
    },
    write: () => toMarkdown(page, { base }),
  };
}

/** The pages of a language and, after it, a version; none for a site without versions. */
function listForm(kind: string, site: Site, [language = "", version]: readonly string[]): TextForm | undefined {
  const { languages, versions } = site.project;
  if (!languages.some(({ id }) => id === language)) return undefined;
  if (version !== undefined && !versions.some(({ id }) => id === version)) return undefined;
  const base = baseAddress();
  const locale = { language, version: version ?? null };
  const list = { madeFrom: [kind, site.hash, base, language, version], headers: { "content-type": "text/plain; charset=utf-8" } };
  if (kind === "llms.txt") {
    const mcp = getConfig().mcp.enabled ? absoluteUrl("/mcp") : undefined;
    return { ...list, madeFrom: [...list.madeFrom, mcp], write: () => toLlmsIndex(site, locale, { base, mcp }) };
  }
  if (kind === "llms-full.txt") return { ...list, write: () => toLlmsFull(site, locale, { base }) };
  return undefined;
}

function baseAddress(): string {
  return absoluteUrl("/").replace(/\/$/, "");
}
