/*
 * The first page of the site.
 * A language comes in; the landing page of the fork, else a plain one, and its metadata come out.
 * Start at `LandingPage`. `PlainLanding` is the plain one.
 */

import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getMainProject } from "../../lib/config/config.ts";
import { landingPath } from "../../lib/content/model/urls.ts";
import { pagesByPath, type Site } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { pagesOf } from "../../lib/navigation/model.ts";
import { homePath, navigationOf } from "../../lib/navigation/navigation.ts";
import { latestSite } from "../../lib/site/served/current.ts";
import { findAddress, toAddresses } from "../../lib/site/served/site-url.ts";
import { describeCard } from "../docs/metadata.ts";
import { ownUi } from "../own-ui.ts";
import type { LandingProps } from "../site-ui.ts";
import { buttonClass } from "../ui/button.ts";
import { PageLink } from "../ui/page-link.tsx";
import { HERO, LANDING, LEAD, SECTION, SUBTITLE, TITLE } from "./classes.ts";

/** Renders the first page of the site in a language: that of site/ui.tsx, else the first one of a docs.json, else a plain one. */
export async function LandingPage({ language }: { language: string }) {
  const site = await latestSite(getMainProject().domain);
  if (!site.project.languages.some(({ id }) => id === language)) notFound();
  const home = homePath(site, language);
  if (!ownUi.landing && home !== landingPath(site.project, language)) redirect(home);
  const Landing = ownUi.landing ?? PlainLanding;
  return (
    <>
      <Landing site={site} language={language} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: websiteData(site, language) }} />
    </>
  );
}

/** Returns the schema.org description of the site, safe inside a script element. */
function websiteData({ project }: Site, language: string): string {
  const { name, description } = project;
  const website = {
    ...{ "@context": "https://schema.org", "@type": "WebSite", name, description, inLanguage: languageTag(language) },
    url: findAddress(landingPath(project, language)),
    publisher: { "@type": "Organization", name },
  };
  return JSON.stringify(website).replaceAll("<", "\\u003c");
}

/** Returns title, canonical address and translations of the landing page. */
export async function landingMetadata(language: string): Promise<Metadata> {
  const { project } = await latestSite(getMainProject().domain);
  const { name, description, languages } = project;
  const url = findAddress(landingPath(project, language));
  const translations = Object.fromEntries(languages.map(({ id }) => [id, landingPath(project, id)]));
  const alternates = toAddresses({ ...translations, "x-default": "/" });
  const card = describeCard("/api/card/docs", name);
  return {
    title: { absolute: name },
    description,
    alternates: { ...(url && { canonical: url }), ...(languages.length > 1 ? { languages: alternates } : {}) },
    openGraph: {
      type: "website",
      siteName: name,
      title: name,
      description,
      ...(url && { url }),
      locale: language,
      images: card.images,
    },
    twitter: card.twitter,
  };
}

const shownPages = 6;

/** Renders the landing page of any project: its name, its description, and where to start reading. */
export function PlainLanding({ site, language }: LandingProps) {
  const { name, description, defaultVersion } = site.project;
  const messages = docsMessages(language);
  const pages = pagesOf(navigationOf(site, language, defaultVersion)).slice(0, shownPages);
  const described = pagesByPath(site);
  const [first] = pages;
  return (
    <main className={LANDING} id="content" tabIndex={-1}>
      <section className={HERO}>
        <div>
          <h1 className={TITLE}>{name}</h1>
          {description ? <p className={LEAD}>{description}</p> : null}
          {first ? (
            <p className="mt-8">
              <PageLink className={buttonClass()} href={first.path}>
                {messages.startReading}
              </PageLink>
            </p>
          ) : null}
        </div>
      </section>
      {pages.length > 0 ? (
        <nav aria-labelledby="first-pages" className={SECTION}>
          <h2 id="first-pages" className={`${SUBTITLE} mb-5 text-2xl`}>
            {messages.firstPages}
          </h2>
          <ul className="grid gap-3.5 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
            {pages.map(({ title, path }) => (
              <li key={path}>
                <PageLink
                  className="block h-full rounded-(--radius) border border-line bg-card px-5 py-4.5 transition-colors hover:border-accent"
                  href={path}
                >
                  {/* Not as the sidebar has it, where a group around says of what it is the overview. */}
                  <span className="font-[650]">{described.get(path)?.title ?? title}</span>
                  <span className="mt-1 block text-[0.9375rem] text-muted leading-normal">
                    {described.get(path)?.description}
                  </span>
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </main>
  );
}
