import { checkConfig, type Project } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import { sha256 } from "../content/model/content-file.ts";
import type { Site } from "../content/site/site.ts";

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
