import { pagesByPath } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { pagesOf } from "../../lib/navigation/model.ts";
import { navigationOf } from "../../lib/navigation/navigation.ts";
import type { LandingProps } from "../site-ui.ts";
import { buttonClass } from "../ui/button.ts";
import { PageLink } from "../ui/page-link.tsx";
import { HERO, LANDING, LEAD, SECTION, SUBTITLE, TITLE } from "./classes.ts";

const shownPages = 6;

/** The landing page of any project: what it is called, what it says of itself, and where reading starts. */
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
          <ul className="grid gap-3.5 sm:grid-cols-2 lg:grid-cols-3">
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
