import type { ReactNode } from "react";
import { landingPath } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { firstPath } from "../../lib/navigation/navigation.ts";
import { PageLink } from "../ui/page-link.tsx";

interface NarrowPageProps {
  readonly site: Site;
  readonly language: string;
  /** The pages between the documentation and this one. */
  readonly above?: readonly { readonly title: string; readonly path: string }[];
  /** The version that the address names. */
  readonly version?: string | null;
  readonly children: ReactNode;
}

/** Renders a page outside of the documentation, such as 404 and error codes, in one column with breadcrumbs. */
export function NarrowPage({ site, language, above = [], version, children }: NarrowPageProps) {
  const messages = docsMessages(language);
  const start = firstPath(site, { language, version: site.project.defaultVersion }) ?? landingPath(site.project, language);
  const trail = [{ title: messages.docs, path: start }, ...above];
  return (
    <main className={NARROW} id="content" tabIndex={-1} data-docs-version={version ?? undefined}>
      <nav className="mb-7" aria-label={messages.breadcrumbs}>
        <ol className="flex flex-wrap gap-x-2 text-muted text-sm">
          {trail.map(({ title, path }) => (
            <li key={path} className="not-first:before:me-2 not-first:before:text-line-strong not-first:before:content-['/']">
              <PageLink className="inline-block py-1 hover:text-ink hover:underline" href={path}>
                {title}
              </PageLink>
            </li>
          ))}
        </ol>
      </nav>
      {children}
    </main>
  );
}

const NARROW = "mx-auto w-full max-w-(--page-width) px-4 pt-8 pb-20 *:mx-auto *:max-w-176 md:px-6";
export const KICKER = "font-mono font-semibold text-[0.9375rem] text-accent";
export const BIG_TITLE =
  "mt-1 mb-3 text-balance font-display font-(--display-weight) text-[clamp(2rem,1.6rem+2vw,3rem)] leading-[1.15] tracking-display";

/** Classes of a page in a list: a link with a line above, and its name. */
export const LISTED = "group grid border-line border-t py-3 wrap-anywhere";
export const LISTED_NAME = "font-semibold text-accent underline-offset-[0.2em] group-hover:underline";
