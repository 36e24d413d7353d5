import { absoluteUrl } from "@/components/docs/site-url.ts";
import { getConfig, getMainProject } from "@/lib/config/config.ts";
import { sha256 } from "@/lib/content/files.ts";
import { toLlmsFull, toLlmsIndex } from "@/lib/content/llms.ts";
import { toMarkdown } from "@/lib/content/markdown.ts";
import { findPage, type Site } from "@/lib/content/site.ts";
import { type PageKey, parsePath } from "@/lib/content/urls.ts";
import { enforcePublicLimit } from "@/lib/http/rate-limit.ts";
import { answerRequest } from "@/lib/http/request-context.ts";
import { entityResponse, SharedRenders } from "@/lib/http/shared-renders.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { latestSite } from "@/lib/site/follow.ts";

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
    const project = getMainProject();
    const parsed = parsePath(project, `/${path.map(encodeURIComponent).join("/")}`);
    const site = await latestSite(project.domain);
    const form = parsed?.kind === "docs" ? findForm(kind, site, parsed.key) : undefined;
    if (!form) throw new ServiceError("not_found", "There is no text form at this address.");
    const etag = sha256(JSON.stringify([FORMAT, ...form.madeFrom]));
    // Caches keep it and ask whether it is current: an update is seen at once.
    const headers = { "cache-control": "public, no-cache", ...form.headers };
    return entityResponse(request, { etag, headers }, () =>
      texts.get(etag, async () => new TextEncoder().encode(await form.write())),
    );
  });
}

export const HEAD = GET;

interface TextForm {
  /** All that decides what is written. */
  readonly madeFrom: readonly unknown[];
  readonly headers: Readonly<Record<string, string>>;
  readonly write: () => string | Promise<string>;
}

function findForm(kind: string, site: Site, pageKey: PageKey): TextForm | undefined {
  const base = absoluteUrl("/").replace(/\/$/, "");
  const { language, version } = pageKey;
  const list = { madeFrom: [kind, site.hash, base, language, version], headers: { "content-type": "text/plain; charset=utf-8" } };
  if (kind !== "page" && pageKey.slug !== "") return undefined;
  const mcp = getConfig().mcp.enabled ? absoluteUrl("/mcp") : undefined;
  if (kind === "llms.txt")
    return { ...list, madeFrom: [...list.madeFrom, mcp], write: () => toLlmsIndex(site, pageKey, { base, mcp }) };
  if (kind === "llms-full.txt") return { ...list, write: () => toLlmsFull(site, pageKey, { base }) };
  const page = kind === "page" ? findPage(site, pageKey)?.page : undefined;
  if (!page) return undefined;
  return {
    madeFrom: [kind, site.hash, base, page.path, page.hash],
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      link: `<${absoluteUrl(page.path)}>; rel="canonical"`,
      ...(page.noindex ? { "x-robots-tag": "noindex" } : {}),
    },
    write: () => toMarkdown(page, { base }),
  };
}
