/*
 * The first page of the site.
 * A language comes in; the landing page of the fork, else a plain one, and its metadata come out.
 * Start at `LandingPage`. `plain-landing.tsx` is the plain one, `live-demo.tsx` the search in it.
 */

import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getMainProject } from "../../lib/config/config.ts";
import { landingPath } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { firstPath } from "../../lib/navigation/navigation.ts";
import { latestSite } from "../../lib/site/current.ts";
import { absoluteUrl } from "../docs/site-url.ts";
import { ownUi } from "../own-ui.ts";
import { PlainLanding } from "./plain-landing.tsx";

/** The first page of the site in a language: that of site/ui.tsx, else the first one of a docs.json, else a plain one. */
export async function LandingPage({ language }: { language: string }) {
  const site = await latestSite(getMainProject().domain);
  if (!site.project.languages.some(({ id }) => id === language)) notFound();
  const start = ownUi.landing ? undefined : findStart(site, language);
  if (start !== undefined) redirect(start);
  const Landing = ownUi.landing ?? PlainLanding;
  return (
    <>
      <Landing site={site} language={language} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: websiteData(site, language) }} />
    </>
  );
}

/** Returns the page with which a site of docs.json begins, as it did where it comes from; undefined for any other site. */
export function findStart(site: Site, language: string): string | undefined {
  const { addresses, defaultVersion } = site.project;
  return addresses === "paths" ? firstPath(site, { language, version: defaultVersion }) : undefined;
}

/** The schema.org description of the site, safe inside a script element. */
function websiteData({ project }: Site, language: string): string {
  const { name, description } = project;
  const website = {
    ...{ "@context": "https://schema.org", "@type": "WebSite", name, description, inLanguage: languageTag(language) },
    url: absoluteUrl(landingPath(project, language)),
    publisher: { "@type": "Organization", name },
  };
  return JSON.stringify(website).replaceAll("<", "\\u003c");
}

/** Returns title, canonical address and translations of the landing page. */
export async function landingMetadata(language: string): Promise<Metadata> {
  const { project } = await latestSite(getMainProject().domain);
  const { name, description, languages } = project;
  const url = absoluteUrl(landingPath(project, language));
  const translations = Object.fromEntries(languages.map(({ id }) => [id, absoluteUrl(landingPath(project, id))]));
  const alternates = { ...translations, "x-default": absoluteUrl("/") };
  return {
    title: { absolute: name },
    description,
    alternates: { canonical: url, ...(languages.length > 1 ? { languages: alternates } : {}) },
    openGraph: {
      type: "website",
      siteName: name,
      title: name,
      description,
      url,
      locale: language,
      images: [{ url: absoluteUrl("/api/card/docs"), width: 1200, height: 630, alt: name }],
    },
    twitter: { card: "summary_large_image" },
  };
}
