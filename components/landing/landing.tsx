import { Search } from "lucide";
/*
 * The first page of the site.
 * A language comes in; the landing page of the fork, else a plain one, and its metadata come out.
 * Start at `LandingPage`. `PlainLanding` is the plain one.
 */

import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import type { Project } from "../../lib/config/schema.ts";
import { landingPath } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { firstPath, homePath } from "../../lib/navigation/navigation.ts";
import { type PageGroup, pageGroups } from "../../lib/navigation/page-groups.ts";
import { findAddress, toAddresses } from "../../lib/site/served/site-url.ts";
import { describeCard } from "../docs/metadata.ts";
import { LanguageOffers } from "../docs/reader-language.tsx";
import { Icon } from "../mdx/icon.tsx";
import { ownUi } from "../own-ui.ts";
import type { LandingProps } from "../site-ui.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { LANDING, LEAD, TITLE } from "./classes.ts";

/** Renders the first page of the site in a language: that of site/ui.tsx, else the first one of a docs.json, else a plain one. */
export function LandingPage({ site, language }: LandingProps) {
  if (!site.project.languages.some(({ id }) => id === language)) notFound();
  const home = homePath(site, language);
  if (!ownUi.landing && home !== landingPath(site.project, language)) redirect(home);
  const Landing = ownUi.landing ?? PlainLanding;
  return (
    <>
      <aside className="mx-auto w-full max-w-(--page-width) px-4 *:mt-4" aria-label={docsMessages(language).language}>
        <LanguageOffers site={site} translations={landingPaths(site.project)} language={language} />
      </aside>
      <Landing site={site} language={language} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: websiteData(site, language) }} />
    </>
  );
}

function landingPaths(project: Project): Record<string, string> {
  return Object.fromEntries(project.languages.map(({ id }) => [id, landingPath(project, id)]));
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
export function landingMetadata({ project }: Site, language: string): Metadata {
  const { name, description, languages } = project;
  const url = findAddress(landingPath(project, language));
  const alternates = toAddresses({ ...landingPaths(project), "x-default": "/" });
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

/** Pages that a card lists below its title. */
const MAX_LISTED = 4;
const CARD = "min-w-0 wrap-anywhere rounded-(--radius) border border-line bg-card px-5 py-4.5";
const ROW = "flex flex-wrap items-center justify-center gap-x-5 gap-y-1 text-[0.9375rem] text-muted";
const QUIET = "py-1 hover:text-ink hover:underline";

/** Renders the landing page of any project: its name, its description, search, and a card for each part of its pages. */
export function PlainLanding({ site, language }: LandingProps) {
  const { name, description, defaultVersion, versions } = site.project;
  const messages = docsMessages(language);
  const groups = pageGroups(site, { language, version: defaultVersion });
  const start = firstPath(site, { language, version: defaultVersion });
  const apart = [
    ...groups
      .filter(({ isApi }) => isApi)
      .map(({ title, pages: [first] }) => ({ title: title ?? first?.page.title, path: first?.path })),
    ...groups.flatMap(({ pages }) => pages.filter(({ page }) => page.rss).map(({ path, page }) => ({ title: page.title, path }))),
  ];
  const others = versions.flatMap(({ id, label }) => {
    const path = id === defaultVersion ? undefined : firstPath(site, { language, version: id });
    return path ? [{ title: `${messages.version} ${label}`, path }] : [];
  });
  return (
    <main className={LANDING} id="content" tabIndex={-1}>
      <section className="mx-auto grid max-w-3xl justify-items-center gap-6 pt-[clamp(2.5rem,7vw,5.5rem)] pb-[clamp(2rem,5vw,3.5rem)] text-center *:min-w-0">
        <h1 className={TITLE}>{name}</h1>
        {description ? <p className={`${LEAD} mt-0!`}>{description}</p> : null}
        <button
          type="button"
          data-open-search
          className="flex h-12 w-full max-w-xl items-center gap-3 rounded-full border border-line-strong bg-card px-5 text-muted shadow-float transition-colors hover:border-accent hover:text-ink"
        >
          <LucideSvg icon={Search} size={18} />
          {messages.searchHere}
        </button>
        <nav className={ROW} aria-label={messages.sections}>
          {start ? (
            <PageLink className="py-1 font-semibold text-accent hover:underline" href={start}>
              {messages.startReading}
            </PageLink>
          ) : null}
          {[...apart, ...others].map(({ title, path }) =>
            path ? (
              <PageLink key={path} className={QUIET} href={path}>
                {title}
              </PageLink>
            ) : null,
          )}
        </nav>
      </section>
      <nav aria-label={messages.pages} className="grid gap-4 pb-[clamp(2.5rem,6vw,5rem)] *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
        {groups
          .filter(({ isApi }) => !isApi)
          .map((group) => (
            <GroupCard key={group.pages[0]?.path} {...group} untitled={messages.firstPages} />
          ))}
      </nav>
    </main>
  );
}

/** Renders a part of the pages: its title, what it is about, and its first pages. A part of one page is a link to it. */
function GroupCard({ title, icon, description, pages, untitled }: PageGroup & { readonly untitled: string }) {
  const shown = pages.filter(({ page }) => !page.rss);
  const [first, ...rest] = shown;
  if (!first) return null;
  if (rest.length === 0) {
    return (
      <PageLink className={`${CARD} block transition-colors hover:border-accent`} href={first.path}>
        <CardTitle icon={icon} title={first.page.title} />
        <span className="mt-1.5 block text-[0.9375rem] text-muted leading-normal own-direction">{first.page.description}</span>
      </PageLink>
    );
  }
  return (
    <section className={CARD}>
      <h2>
        <CardTitle icon={icon} title={title ?? untitled} />
      </h2>
      {description ? <p className="mt-1.5 text-[0.9375rem] text-muted leading-normal own-direction">{description}</p> : null}
      <ul className="mt-2.5">
        {shown.slice(0, MAX_LISTED).map(({ path, page }) => (
          <li key={path}>
            <PageLink
              className="block py-1 text-[0.9375rem] text-accent hover:underline wrap-anywhere pointer-coarse:py-2"
              href={path}
            >
              {page.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CardTitle({ icon, title }: { readonly icon: string | undefined; readonly title: string }) {
  return (
    <span className="flex items-center gap-2.5 font-[650] text-[1.0625rem]">
      {icon ? (
        <span className="text-accent">
          <Icon icon={icon} size={19} />
        </span>
      ) : null}
      {title}
    </span>
  );
}
