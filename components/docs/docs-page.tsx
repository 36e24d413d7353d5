import { ChevronDown, FileCode2, Menu, PencilLine, TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getMainProject } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/page.ts";
import { type FoundPage, findPage, findPageAt, type Site } from "../../lib/content/site.ts";
import { docsAddress, markdownPath, type PageKey, routePathOf, toPageKey } from "../../lib/content/urls.ts";
import { type DocsMessages, docsMessages } from "../../lib/i18n/docs.ts";
import { type NavigationView, navigationView, type Step } from "../../lib/navigation/view.ts";
import { latestSite } from "../../lib/site/follow.ts";
import { ownUi } from "../own-ui.ts";
import type { PageSlotProps } from "../site-ui.ts";
import { CopyPage } from "../ui/copy-button.tsx";
import { Message } from "../ui/message.tsx";
import { firstPath, languageAlternatives, latestOf, versionAlternatives } from "./alternatives.ts";
import { describePage, structuredData } from "./metadata.ts";
import { SectionTabs } from "./nav-choices.tsx";
import { readBody } from "./page-body.tsx";
import { Sidebar, sidebarId } from "./sidebar.tsx";
import { withBasePath } from "./site-url.ts";
import { type Heading, TableOfContents } from "./table-of-contents.tsx";

export interface DocsRequest {
  readonly language: string;
  /** Segments after `/docs`. */
  readonly slug: readonly string[];
}

/** A page of the documentation with everything around it. */
export async function DocsPage({ language, slug }: DocsRequest) {
  const view = await requireView({ language, slug });
  const { site, pageKey, page, fallback, path } = view;
  const messages = docsMessages(language);
  const { headings, body } = await readBody(page, { site, pageKey, messages });
  const nav = navigationView(site, { ...pageKey, path });
  const slotProps = { language, page, site };
  const isWide = page.kind === "api" || page.operation !== undefined || page.mode !== undefined;
  return (
    <div
      className="docs"
      data-wide={isWide || undefined}
      data-mode={page.mode}
      data-tabs={nav.tabs.length > 1 || undefined}
      data-docs-version={pageKey.version ?? undefined}
    >
      <SectionTabs tabs={nav.tabs} label={messages.sections} />
      <Bar messages={messages} headings={headings} />
      <Sidebar
        view={nav}
        current={path}
        messages={messages}
        languages={languageAlternatives(site, pageKey)}
        language={language}
        versions={versionAlternatives(site, pageKey, nav.versions)}
        version={pageKey.version}
        head={<OwnSlot name="sidebarHead" {...slotProps} />}
        foot={<OwnSlot name="sidebarFoot" {...slotProps} />}
      />
      <main className="article" id="content" tabIndex={-1}>
        <VersionNotice site={site} pageKey={pageKey} messages={messages} />
        {fallback ? <FallbackNotice site={site} messages={messages} /> : null}
        <article lang={page.language === language ? undefined : page.language}>
          <header className="page-head">
            <Breadcrumbs trail={nav.trail} messages={messages} />
            <h1>{page.title}</h1>
            {page.description && page.kind === "guide" ? <p className="page-lead">{page.description}</p> : null}
            <Actions page={page} messages={messages} />
            <OwnSlot name="pageHead" {...slotProps} />
          </header>
          {body}
        </article>
        <OwnSlot name="pageFoot" {...slotProps} />
        <Foot page={page} messages={messages} language={language} />
        <Neighbours neighbours={nav} messages={messages} />
      </main>
      {!isWide ? (
        <div className="toc-column">
          {headings.length > 1 ? <TableOfContents headings={headings} label={messages.onThisPage} /> : null}
        </div>
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, see structuredData */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(site, page, nav.trail) }} />
    </div>
  );
}

interface OwnSlotProps extends PageSlotProps {
  readonly name: "sidebarHead" | "sidebarFoot" | "pageHead" | "pageFoot";
}

/** What the fork puts in a place of the page; nothing where it has nothing. */
function OwnSlot({ name, ...props }: OwnSlotProps) {
  const Slot = ownUi.slots?.[name];
  return Slot ? <Slot {...props} /> : null;
}

/** Title, description, canonical address, translations and card of a page. */
export async function docsMetadata(request: DocsRequest): Promise<Metadata> {
  return describePage(await requireView(request));
}

/** Segments after `/docs` of every page that a language has, translated or not. */
export async function listDocs(language: string): Promise<{ slug: string[] }[]> {
  const site = await latestSite(getMainProject().domain);
  const { project } = site;
  if (site.docs) {
    const own = site.pages.filter((page) => page.language === language);
    return own.map((page) => ({ slug: segmentsOf(routePathOf(project, page)) }));
  }
  const shown = site.pages.filter((page) => page.language === language || page.language === project.defaultLanguage);
  const paths = new Set(
    shown.map(({ version, slug }) => [version === project.defaultVersion ? "" : version, slug].filter(Boolean).join("/")),
  );
  return [...paths].map((path) => ({ slug: path ? path.split("/") : [] }));
}

function segmentsOf(routePath: string): string[] {
  const [, below = ""] = /^(?:\/[^/]+)?\/docs(?:\/(.*))?$/.exec(routePath) ?? [];
  return below.split("/").filter(Boolean).map(decodeURIComponent);
}

export interface View extends FoundPage {
  readonly site: Site;
  readonly pageKey: PageKey;
}

async function requireView({ language, slug }: DocsRequest): Promise<View> {
  const site = await latestSite(getMainProject().domain);
  const names = slug.map(decodeURIComponent);
  if (site.docs) {
    const found = findPageAt(site, docsAddress(site.project, names.join("/")));
    return found?.page.language === language ? { site, pageKey: { ...found.page }, ...found } : notFound();
  }
  const pageKey = toPageKey(site.project, language, names);
  const found = findPage(site, pageKey);
  return found ? { site, pageKey, ...found } : notFound();
}

function Bar({ messages, headings }: { messages: DocsMessages; headings: readonly Heading[] }) {
  return (
    <nav className="docs-bar" aria-label={messages.menu}>
      <button type="button" className="docs-bar-button" popoverTarget={sidebarId}>
        <Menu aria-hidden size={17} />
        <Message of={messages} name="menu" />
      </button>
      {headings.length > 1 ? (
        <details className="toc-fold">
          <summary>
            <Message of={messages} name="onThisPage" />
            <ChevronDown aria-hidden size={15} />
          </summary>
          <div>
            <TableOfContents headings={headings} label={messages.onThisPage} />
          </div>
        </details>
      ) : null}
    </nav>
  );
}

function VersionNotice({ site, pageKey, messages }: { site: Site; pageKey: PageKey; messages: DocsMessages }) {
  const { project } = site;
  if (pageKey.version === null || pageKey.version === project.defaultVersion) return null;
  const labelOf = (id: string | null) => project.versions.find((version) => version.id === id);
  const version = labelOf(pageKey.version);
  const latest = latestOf(site, pageKey);
  const target = latest ?? firstPath(site, { language: pageKey.language, version: project.defaultVersion });
  return (
    <div className="notice" role="note">
      <TriangleAlert aria-hidden size={17} />
      <p>
        {version?.note ?? messages.oldVersion(version?.label ?? "", labelOf(project.defaultVersion)?.label ?? "")}{" "}
        {target ? (
          <Link href={target} prefetch={false}>
            {latest ? messages.readInLatest : messages.latestHome}
          </Link>
        ) : null}
      </p>
    </div>
  );
}

function FallbackNotice({ site, messages }: { site: Site; messages: DocsMessages }) {
  const language = site.project.languages.find(({ id }) => id === site.project.defaultLanguage);
  return (
    <div className="notice" role="note">
      <TriangleAlert aria-hidden size={17} />
      <p>{messages.fallback(language?.label ?? "")}</p>
    </div>
  );
}

function Breadcrumbs({ trail, messages }: { trail: readonly Step[]; messages: DocsMessages }) {
  const above = trail.slice(0, -1);
  if (above.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={messages.breadcrumbs}>
      <ol>
        {above.map(({ title, path }) => (
          <li key={`${title}${path}`}>
            {path ? (
              <Link href={path} prefetch={false}>
                {title}
              </Link>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Actions({ page, messages }: { page: Page; messages: DocsMessages }) {
  if (page.problem) return null;
  const address = withBasePath(markdownPath(page.path));
  return (
    <div className="page-actions">
      <CopyPage from={address} messages={{ copy: messages.copyPage, copied: messages.copied, failed: messages.copyFailed }} />
      <a className="page-action" href={address}>
        <FileCode2 aria-hidden size={15} />
        <Message of={messages} name="viewMarkdown" />
      </a>
    </div>
  );
}

function Foot({ page, messages, language }: { page: Page; messages: DocsMessages; language: string }) {
  const { editUrl } = getMainProject();
  const edit = editUrl && page.file ? `${editUrl.replace(/\/$/, "")}/${page.file}` : undefined;
  if (!edit && !page.lastModified) return null;
  return (
    <div className="page-foot">
      {edit ? (
        <a href={edit}>
          <PencilLine aria-hidden size={15} />
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
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
}

function Neighbours({ neighbours, messages }: { neighbours: Pick<NavigationView, "previous" | "next">; messages: DocsMessages }) {
  const { previous, next } = neighbours;
  if (!previous && !next) return null;
  return (
    <nav className="page-steps" aria-label={messages.pageNavigation}>
      {previous?.path ? (
        <Link href={previous.path} rel="prev" prefetch={false}>
          <small>
            <Message of={messages} name="previous" />
          </small>
          <strong>{previous.title}</strong>
        </Link>
      ) : null}
      {next?.path ? (
        <Link href={next.path} rel="next">
          <small>
            <Message of={messages} name="next" />
          </small>
          <strong>{next.title}</strong>
        </Link>
      ) : null}
    </nav>
  );
}
