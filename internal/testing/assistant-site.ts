import { checkConfig, type Project } from "../../lib/config/config.ts";
import { buildSite } from "../../lib/content/content.ts";
import { sha256 } from "../../lib/content/model/content-file.ts";
import type { Site } from "../../lib/content/site/site.ts";

/** A site of the given pages, by slug, each with its title and text. */
export function siteOf(pages: Readonly<Record<string, readonly [title: string, text: string]>>): Promise<Site> {
  const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" };
  const config = checkConfig({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, "the test's configuration");
  const files = Object.entries(pages).map(([slug, [title, body]]) => {
    const text = `---\ntitle: ${JSON.stringify(title)}\n---\n\n${body}\n`;
    return { path: `${slug}.mdx`, text, hash: sha256(text) };
  });
  return buildSite(config.projects[0] as Project, { files, description: null, lastModified: {}, findings: [] });
}
