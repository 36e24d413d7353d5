import Link from "next/link";
import { pagesByPath } from "../../lib/content/site.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { pagesOf } from "../../lib/navigation/model.ts";
import { navigationOf } from "../../lib/navigation/navigation.ts";
import type { LandingProps } from "../site-ui.ts";
import { buttonClass } from "../ui/button.ts";

const shownPages = 6;

/** The landing page of any project: what it is called, what it says of itself, and where reading starts. */
export function PlainLanding({ site, language }: LandingProps) {
  const { name, description, defaultVersion } = site.project;
  const messages = docsMessages(language);
  const pages = pagesOf(navigationOf(site, language, defaultVersion)).slice(0, shownPages);
  const described = pagesByPath(site);
  const [first] = pages;
  return (
    <main className="landing" id="content" tabIndex={-1}>
      <section className="landing-hero" data-plain>
        <div>
          <h1>{name}</h1>
          {description ? <p className="landing-lead">{description}</p> : null}
          {first ? (
            <p className="landing-ways">
              <Link className={buttonClass()} href={first.path} prefetch={false}>
                {messages.startReading}
              </Link>
            </p>
          ) : null}
        </div>
      </section>
      {pages.length > 0 ? (
        <nav aria-labelledby="first-pages" className="landing-pages">
          <h2 id="first-pages">{messages.firstPages}</h2>
          <ul className="columns" data-cols="3">
            {pages.map(({ title, path }) => (
              <li key={path}>
                <Link className="card" href={path} prefetch={false}>
                  <span className="card-title">{title}</span>
                  <span className="card-body">{described.get(path)?.description}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </main>
  );
}
