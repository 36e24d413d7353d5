import Link from "next/link";
import { getMainProject } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/page.ts";
import { landingPath, localeOfPath } from "../../lib/content/urls.ts";
import { docsMessages } from "../../lib/i18n/docs.ts";
import { latestSite } from "../../lib/site/follow.ts";
import { Message } from "../ui/message.tsx";
import { firstPath } from "./alternatives.ts";
import { Shell } from "./shell.tsx";
import { suggestPages } from "./suggest.ts";

/** The whole document that answers an address without a page: in the reader's language, with the pages most like it. */
export async function NotFound({ path }: { path: string }) {
  const site = await latestSite(getMainProject().domain);
  const { project } = site;
  const { language } = localeOfPath(project, path);
  const messages = docsMessages(language);
  const start = firstPath(site, { language, version: project.defaultVersion });
  return (
    <Shell language={language}>
      <main className="not-found" id="content" tabIndex={-1}>
        <p className="not-found-code">404</p>
        <h1>
          <Message of={messages} name="notFound" />
        </h1>
        <p>
          <Message of={messages} name="notFoundText" />
        </p>
        <Suggestions pages={suggestPages(site, path, { language })} title={messages.suggestions} />
        <p className="not-found-ways">
          {start ? (
            <Link className="button" href={start} prefetch={false}>
              <Message of={messages} name="startReading" />
            </Link>
          ) : null}
          <Link className="button" data-quiet href={landingPath(project, language)} prefetch={false}>
            <Message of={messages} name="home" />
          </Link>
        </p>
      </main>
    </Shell>
  );
}

function Suggestions({ pages, title }: { pages: readonly Page[]; title: string }) {
  if (pages.length === 0) return null;
  return (
    <nav aria-labelledby="suggestions">
      <h2 id="suggestions">{title}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            <Link href={page.path} prefetch={false}>
              <strong>{page.title}</strong>
              <span>{page.description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
