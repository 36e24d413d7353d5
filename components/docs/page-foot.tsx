import { PencilLine } from "lucide";
import type { ComponentProps } from "react";
import { getMainProject } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/model/page.ts";
import type { PageStep } from "../../lib/content/model/page-frame.ts";
import { findPageAt } from "../../lib/content/site/site.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import type { Breadcrumb, NavigationView } from "../../lib/navigation/view.ts";
import { type LinkContext, resolveHref } from "../mdx/links.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";

/** Renders the foot of a page: a link to edit it, and the date of its last change. */
export function PageFoot({ page, messages, language }: { page: Page; messages: DocsMessages; language: string }) {
  const { editUrl } = getMainProject();
  const edit = editUrl && page.file ? `${editUrl.replace(/\/$/, "")}/${page.file}` : undefined;
  if (!edit && !page.lastModified) return null;
  return (
    <div className="mt-14 flex flex-wrap justify-between gap-x-6 gap-y-2 border-line border-t pt-4 text-muted text-sm">
      {edit ? (
        <a className="inline-flex items-center gap-2 hover:text-ink hover:underline print:hidden" href={edit}>
          <LucideSvg icon={PencilLine} size={15} />
          <Message of={messages} name="edit" />
        </a>
      ) : null}
      {page.lastModified ? (
        <p>
          {messages.lastUpdated}: <time dateTime={page.lastModified}>{toDay(page.lastModified, language)}</time>
        </p>
      ) : null}
    </div>
  );
}

function toDay(date: string, language: string): string {
  return new Intl.DateTimeFormat(languageTag(language), { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
}

const STEP =
  "grid gap-0.5 rounded-(--radius) border border-line px-4.5 py-3.5 wrap-anywhere transition-colors hover:border-accent";

type NeighbourPages = Pick<NavigationView, "previous" | "next">;

/** Returns the pages before and after one, as it says itself or as the sidebar has them. */
export function neighboursOf(neighbours: NeighbourPages, context: LinkContext): NeighbourPages {
  const { frame } = context.page;
  return {
    previous: stepOf(neighbours.previous, frame?.previous, context),
    next: stepOf(neighbours.next, frame?.next, context),
  };
}

/** Applies the page's own settings to a neighbour. An address without a title gets the title of its page. */
function stepOf(step: Breadcrumb | undefined, own: PageStep | false | undefined, context: LinkContext): Breadcrumb | undefined {
  if (own === false) return undefined;
  if (!own?.url) return step && own?.title ? { ...step, title: own.title } : step;
  const path = resolveHref(own.url, context);
  const title = own.title ?? (path && findPageAt(context.site, path)?.page.title) ?? own.url;
  return path ? { title, path } : undefined;
}

/** Links to a page of the site, or to another site. */
function StepLink({ path, ...props }: ComponentProps<"a"> & { readonly path: string }) {
  return path.startsWith("/") ? <PageLink {...props} href={path} /> : <a {...props} href={path} />;
}

/** Links to the pages before and after, in reading order. */
export function Neighbours({ neighbours, messages }: { neighbours: NeighbourPages; messages: DocsMessages }) {
  const { previous, next } = neighbours;
  if (!previous && !next) return null;
  return (
    <nav className="mt-6 grid gap-3 sm:grid-cols-2 print:hidden" aria-label={messages.pageNavigation}>
      {previous?.path ? (
        <StepLink className={STEP} path={previous.path} rel="prev">
          <small className="text-[0.8125rem] text-muted">
            <Message of={messages} name="previous" />
          </small>
          <strong className="font-semibold text-accent">{previous.title}</strong>
        </StepLink>
      ) : null}
      {next?.path ? (
        <StepLink className={`${STEP} text-end sm:col-start-2`} path={next.path} rel="next">
          <small className="text-[0.8125rem] text-muted">
            <Message of={messages} name="next" />
          </small>
          <strong className="font-semibold text-accent">{next.title}</strong>
        </StepLink>
      ) : null}
    </nav>
  );
}
