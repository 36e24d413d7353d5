import type { MetadataRoute } from "next";
import { hreflang } from "@/components/docs/metadata.ts";
import { landingPath } from "@/lib/content/model/urls.ts";
import { findPageAt } from "@/lib/content/site/site.ts";
import { latestOf } from "@/lib/navigation/alternatives.ts";
import { readOwnPages } from "@/lib/site/findings/app-routes.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";
import { absoluteUrl } from "@/lib/site/served/site-url.ts";

export const revalidate = 30;

/** Lists pages that the fork added, and pages of the content. Pages with a newer form in the default version are left out. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const site = await publicSite();
  const { project } = site;
  const own = await readOwnPages(project);
  const hasLanding = (id: string) => !site.tree && !findPageAt(site, landingPath(project, id));
  const starts = project.languages
    .filter(({ id }) => hasLanding(id))
    .map(({ id }) => [id, absoluteUrl(landingPath(project, id))] as const);
  const translations = starts.length > 1 ? { ...Object.fromEntries(starts), "x-default": absoluteUrl("/") } : {};
  const landings = starts.map(([, url]) => ({ url, alternates: { languages: translations } }));
  const pages = site.pages.filter((page) => (page.listed || site.indexesUnlisted) && !page.noindex && !latestOf(site, page));
  return [
    ...landings,
    ...own.map((path) => ({ url: absoluteUrl(path) })),
    ...pages.map((page) => ({
      url: absoluteUrl(page.path),
      ...(page.lastModified ? { lastModified: page.lastModified } : {}),
      alternates: { languages: hreflang(site, page) },
    })),
  ];
}
