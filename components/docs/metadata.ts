import type { Metadata } from "next";
import { getConfig } from "../../lib/config/config.ts";
import { isWrittenTag } from "../../lib/config/schema.ts";
import { feedPath, offersFeed } from "../../lib/content/markdown/updates.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { markdownPath, type PageKey, toNamedPath } from "../../lib/content/model/urls.ts";
import type { FoundPage, Site } from "../../lib/content/site/site.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { latestOf, translationsOf } from "../../lib/navigation/alternatives.ts";
import { absoluteUrl, findAddress, toAddresses } from "../../lib/site/served/site-url.ts";

interface Described extends FoundPage {
  readonly site: Site;
  readonly pageKey: PageKey;
}

/** Returns the metadata of a documentation page for browsers, search engines and link previews. */
export function describePage({ site, pageKey, page, path }: Described): Metadata {
  const { project } = site;
  const canonical = findAddress(latestOf(site, { ...pageKey, language: page.language }) ?? page.path);
  const card = describeCard(`/api/card${toNamedPath(path)}`, page.title);
  const description = page.description || project.description;
  return {
    title: { absolute: page.title === project.name ? project.name : `${page.title} · ${project.name}` },
    description,
    ...ownTags(site, page),
    ...(page.noindex ? { robots: { index: false, follow: true } } : {}),
    alternates: {
      ...(canonical && { canonical, languages: hreflang(site, pageKey) }),
      types: toAddresses({
        "text/markdown": markdownPath(page.path),
        ...(offersFeed(page) ? { "application/rss+xml": feedPath(page.path) } : {}),
      }),
    },
    openGraph: {
      type: "article",
      siteName: project.name,
      title: page.title,
      description,
      ...(canonical && { url: canonical }),
      locale: page.language,
      ...(page.lastModified ? { modifiedTime: page.lastModified } : {}),
      images: card.images,
    },
    twitter: card.twitter,
  };
}

/** Returns what previews of links show: a picture, or none while no public address is configured. */
export function describeCard(path: string, alt: string) {
  const url = findAddress(path);
  const card: "summary" | "summary_large_image" = url === undefined ? "summary" : "summary_large_image";
  return { images: url === undefined ? [] : [{ url, width: 1200, height: 630, alt }], twitter: { card } };
}

/** Tags that the configuration and docs.json put into the head of every page, such as the proof of who owns the site, and those of the page. */
function ownTags({ metatags }: Pick<Site, "metatags">, page?: Page): Metadata {
  const ofPage = Object.entries(page?.frame?.metatags ?? {});
  const ofSite = Object.entries({ ...metatags, ...getConfig().metatags });
  const tags = [...ofSite, ...ofPage].filter(([name]) => !isWrittenTag(name));
  return tags.length === 0 ? {} : { other: Object.fromEntries(tags.map(([name, value]) => [name, String(value)])) };
}

/** Addresses of the translations, with `x-default` for readers of any other language; none for a page in one language. */
export function hreflang(site: Site, pageKey: PageKey): Record<string, string> {
  const translations = translationsOf(site, pageKey);
  if (Object.keys(translations).length < 2) return {};
  const fallback = translations[site.project.defaultLanguage];
  const all = fallback ? { ...translations, "x-default": fallback } : translations;
  return Object.fromEntries(Object.entries(all).map(([language, path]) => [languageTag(language), absoluteUrl(path)]));
}

/** Returns the schema.org description of a page and its breadcrumbs, safe inside a script element. */
export function structuredData(
  { project }: Site,
  page: Page,
  trail: readonly { title: string; path: string | undefined }[],
): string {
  const publisher = { "@type": "Organization", name: project.name };
  const article = {
    "@type": "TechArticle",
    headline: page.title,
    description: page.description || undefined,
    inLanguage: languageTag(page.language),
    url: findAddress(page.path),
    dateModified: page.lastModified ?? undefined,
    version: page.version ?? undefined,
    publisher,
  };
  const breadcrumbs = {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ title, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: title,
      item: path ? findAddress(path) : undefined,
    })),
  };
  const graph = trail.length > 0 ? [article, breadcrumbs] : [article];
  return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll("<", "\\u003c");
}

/** Returns the metadata that all pages of the site share. The title of a page of the fork has the site's name behind it. */
export function siteMetadata(site: Site): Metadata {
  const { name, description, siteUrl } = site.project;
  const title = { default: name, template: `%s · ${name}` };
  return { metadataBase: new URL(siteUrl), title, description, applicationName: name, ...ownTags(site) };
}
