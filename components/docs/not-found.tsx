import { getConfig } from "../../lib/config/config.ts";
import { landingPath, localeOf } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { suggestPages } from "../../lib/content/site/suggest-pages.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { firstPath } from "../../lib/navigation/navigation.ts";
import { type ListedPage, pagesToBeginWith } from "../../lib/navigation/page-groups.ts";
import { lookOf } from "../../lib/site/served/look.ts";
import { buttonClass } from "../ui/button.ts";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { BIG_TITLE, KICKER, LISTED, LISTED_NAME, NarrowPage } from "./narrow-page.tsx";
import { FileErrors } from "./page-notices.tsx";
import { Shell } from "./shell.tsx";

/** Renders the whole document for an address without a page: in the reader's language, with the most similar pages. */
export function NotFound({ site, path }: { readonly site: Site; readonly path: string }) {
  const { project } = site;
  const { language, version } = localeOf(project, path);
  const messages = docsMessages(language);
  const { missing } = lookOf(getConfig(), site);
  const near = suggestPages(site, path, { language });
  const top = pagesToBeginWith(site, { language, version: project.defaultVersion }, MAX_TOP_PAGES + near.length)
    .filter(({ page }) => !near.includes(page))
    .slice(0, MAX_TOP_PAGES);
  const start = firstPath(site, { language, version: project.defaultVersion });
  return (
    <Shell site={site} language={language}>
      <NarrowPage site={site} language={language} version={version}>
        <FileErrors site={site} messages={messages} />
        <p className={KICKER}>404</p>
        <h1 className={BIG_TITLE}>{missing.title ?? <Message of={messages} name="notFound" />}</h1>
        <p>{missing.description ?? <Message of={messages} name="notFoundText" />}</p>
        <p className="mt-6 flex flex-wrap gap-3">
          <button type="button" className={buttonClass()} data-open-search>
            <Message of={messages} name="searchHere" />
          </button>
          <PageLink className={buttonClass({ quiet: true })} href={start ?? landingPath(project, language)}>
            <Message of={messages} name={start ? "startReading" : "home"} />
          </PageLink>
        </p>
        <Suggestions id="suggestions" pages={near.map((page) => ({ path: page.path, page }))} title={messages.suggestions} />
        <Suggestions id="top-pages" pages={top} title={messages.firstPages} />
      </NarrowPage>
    </Shell>
  );
}

const MAX_TOP_PAGES = 5;

function Suggestions({ id, pages, title }: { id: string; pages: readonly ListedPage[]; title: string }) {
  if (pages.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mt-10 mb-2 font-[650] text-[0.9375rem]">
        {title}
      </h2>
      <ul>
        {pages.map(({ path, page }) => (
          <li key={path}>
            <PageLink className={LISTED} href={path}>
              <strong className={LISTED_NAME}>{page.title}</strong>
              <span className="block text-[0.9375rem] text-muted own-direction">{page.description}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
