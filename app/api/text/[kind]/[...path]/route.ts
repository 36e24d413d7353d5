import { absoluteUrl } from "@/components/docs/site-url.ts";
import { getMainProject } from "@/lib/config/config.ts";
import { currentSite } from "@/lib/content/live.ts";
import { toLlmsFull, toLlmsIndex } from "@/lib/content/llms.ts";
import { toMarkdown } from "@/lib/content/markdown.ts";
import { findPage, type Site } from "@/lib/content/site.ts";
import { type PageKey, parsePath } from "@/lib/content/urls.ts";

interface Context {
  readonly params: Promise<{ kind: string; path: string[] }>;
}

/** Pages as plain Markdown (`/docs/errors.md`) and the lists of them (`/llms.txt`); proxy.ts leads their addresses here. */
export async function GET(_: Request, { params }: Context) {
  const { kind, path } = await params;
  const project = getMainProject();
  const parsed = parsePath(project, `/${path.map(encodeURIComponent).join("/")}`);
  const site = await currentSite(project.domain);
  return (parsed?.kind === "docs" ? toText(kind, site, parsed.key) : undefined) ?? new Response("Not found\n", { status: 404 });
}

function toText(kind: string, site: Site, pageKey: PageKey): Response | undefined {
  const base = absoluteUrl("/").replace(/\/$/, "");
  if (kind === "llms.txt") return plain(toLlmsIndex(site, pageKey, { base }));
  if (kind === "llms-full.txt") return plain(toLlmsFull(site, pageKey, { base }));
  const page = kind === "page" ? findPage(site, pageKey)?.page : undefined;
  if (!page) return undefined;
  return new Response(toMarkdown(page, { base }), {
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      link: `<${absoluteUrl(page.path)}>; rel="canonical"`,
      ...(page.noindex ? { "x-robots-tag": "noindex" } : {}),
    },
  });
}

function plain(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
