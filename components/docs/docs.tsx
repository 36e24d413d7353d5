/*
 * Pages of the documentation with what is around them: header, sidebar, table of contents, foot.
 * A language and a path come in; the page, its metadata and the list of pages that a build makes come out.
 * Start at `DocsPage`. `shell.tsx` is around every page, `page-body.tsx` is the text, lib/routing has the addresses.
 */

import type { IconDefinition } from "@fortawesome/free-brands-svg-icons";
import { faClaude } from "@fortawesome/free-brands-svg-icons/faClaude";
import { faMarkdown } from "@fortawesome/free-brands-svg-icons/faMarkdown";
import { faOpenai } from "@fortawesome/free-brands-svg-icons/faOpenai";
import { ChevronDown, Ellipsis, ExternalLink, Menu as MenuIcon, Plug, Rss } from "lucide";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import { feedPath } from "../../lib/content/markdown/updates.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { markdownPath, type PageKey } from "../../lib/content/model/urls.ts";
import { completePage, type FoundPage, type Site } from "../../lib/content/site/site.ts";
import { directionOf } from "../../lib/i18n/languages.ts";
import { type DocsMessages, docsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import { languageAlternatives, translationsOf, versionAlternatives } from "../../lib/navigation/alternatives.ts";
import { type Breadcrumb, navigationView } from "../../lib/navigation/view.ts";
import { findRequested, type RequestedPage } from "../../lib/routing/requested.ts";
import { lookOf } from "../../lib/site/served/look.ts";
import { absoluteUrl, withBasePath } from "../../lib/site/served/site-url.ts";
import { Words } from "../mdx/words.tsx";
import { ownUi } from "../own-ui.ts";
import type { PageSlotProps } from "../site-ui.ts";
import { BrandIcon } from "../ui/brand-icon.tsx";
import { MENU_ITEM, PAGE_ACTION } from "../ui/button.ts";
import { CopyPage, CopyText } from "../ui/copy-button.tsx";
import { iconButtonClass } from "../ui/icon-button.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Menu } from "../ui/menu.tsx";
import { MenuAnchor } from "../ui/menu-items.tsx";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { cursorUrl, vscodeUrl } from "./connect.tsx";
import { DrawerLinks, SiteChoices, sidebarId } from "./header-parts.tsx";
import { describePage, structuredData } from "./metadata.ts";
import { NarrowPage } from "./narrow-page.tsx";
import { SectionTabs } from "./nav-choices.tsx";
import { readBody } from "./page-body.tsx";
import { PageFeedback } from "./page-feedback.tsx";
import { Neighbours, neighboursOf, PageFoot } from "./page-foot.tsx";
import { FallbackNotice, FileErrors, OutdatedNotice, PageFindings, VersionNotice } from "./page-notices.tsx";
import { LanguageOffers } from "./reader-language.tsx";
import { Sidebar } from "./sidebar.tsx";
import { type Heading, HeadingBeingRead, TableOfContents } from "./table-of-contents.tsx";

/** Renders a page of the documentation with everything around it. */
export async function DocsPage(request: DocsRequest) {
  const { site, language } = request;
  const view = await requireView(request);
  const { pageKey, page, fallback, path } = view;
  const messages = docsMessages(language);
  const { headings, body, hasSide } = await readBody(page, { site, pageKey, messages });
  const nav = navigationView(site, { ...pageKey, path });
  const languages = languageAlternatives(site, pageKey);
  const slotProps = { language, page, site };
  const frame = { site, look: lookOf(getConfig(), site, language), language };
  const { sidebar: OwnSidebar } = ownUi.parts ?? {};
  const isWide = (page.kind === "api" && !page.overview) || page.operation !== undefined || page.mode !== undefined || hasSide;
  // The page's own design, without what the site puts around it.
  const isBare = page.mode === "custom" || page.mode === "frame";
  return (
    <div
      className="@container/docs mx-auto w-full max-w-(--page-width)"
      data-mode={page.mode}
      data-docs-version={pageKey.version ?? ""}
      data-languages={JSON.stringify(Object.fromEntries(languages.map(({ id, path }) => [id, withBasePath(path)])))}
    >
      <SectionTabs tabs={nav.tabs} label={messages.sections} />
      <div className={`docs-grid @4xl/docs:grid @4xl/docs:items-start ${isWide ? TWO_COLUMNS : THREE_COLUMNS}`}>
        {isWide ? null : <TocColumn headings={headings} label={messages.onThisPage} />}
        <main className={`${MAIN} ${widthOf(page, isWide)}`} id="content" tabIndex={-1}>
          <FileErrors site={site} messages={messages} />
          <PageFindings site={site} page={page} messages={messages} />
          <LanguageOffers site={site} translations={translationsOf(site, pageKey)} language={language} />
          <VersionNotice site={site} pageKey={pageKey} messages={messages} />
          {fallback ? (
            <FallbackNotice site={site} language={language} messages={messages} />
          ) : (
            <OutdatedNotice site={site} page={page} messages={messages} />
          )}
          <article
            lang={page.language === language ? undefined : languageTag(page.language)}
            dir={page.language === language ? undefined : directionOf(page.language)}
          >
            {isBare ? (
              <h1 className="sr-only">{page.title}</h1>
            ) : (
              <header className="mb-3 @4xl/docs:mb-5">
                <Breadcrumbs trail={nav.trail} messages={messages} />
                <div className="flex items-start gap-x-3">
                  <h1 className={TITLE}>{page.title}</h1>
                  <PageMenu page={page} messages={messages} />
                </div>
                {page.description && page.kind === "guide" ? <PageDescription text={page.description} /> : null}
                <OwnSlot name="pageHead" {...slotProps} />
              </header>
            )}
            <PageBar messages={messages} headings={headings} isWide={isWide} />
            {body}
          </article>
          {asksForOpinion(page) && !isBare ? (
            <PageFeedback address={withBasePath("/api/page-feedback")} page={page.path} messages={messages.pageFeedback} />
          ) : null}
          <OwnSlot name="pageFoot" {...slotProps} />
          {isBare ? null : <PageFoot page={page} messages={messages} language={language} />}
          {isBare ? null : <Neighbours neighbours={neighboursOf(nav, { site, pageKey, page })} messages={messages} />}
        </main>
        <Sidebar
          view={nav}
          choices={<SiteChoices {...frame} />}
          links={<DrawerLinks {...frame} />}
          current={path}
          messages={messages}
          versions={versionAlternatives(site, pageKey, nav.versions)}
          version={pageKey.version}
          head={<OwnSlot name="sidebarHead" {...slotProps} />}
          foot={<OwnSlot name="sidebarFoot" {...slotProps} />}
          replace={
            OwnSidebar
              ? (pages) => (
                  <OwnSidebar {...slotProps} nodes={nav.nodes}>
                    {pages}
                  </OwnSidebar>
                )
              : undefined
          }
        />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, see structuredData */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData(site, page, nav.trail) }} />
    </div>
  );
}

interface BesidePagesProps {
  readonly site: Site;
  readonly language: string;
  /** Path of the page, which no navigation has. */
  readonly path: string;
  readonly children: ReactNode;
}

/** Renders a page of the service beside the pages of the documentation; alone where a fork draws these itself. */
export function BesidePages({ site, language, path, children }: BesidePagesProps) {
  const messages = docsMessages(language);
  const version = site.project.defaultVersion;
  if (ownUi.parts?.sidebar)
    return (
      <NarrowPage site={site} language={language}>
        {children}
      </NarrowPage>
    );
  const nav = navigationView(site, { language, version, path });
  const frame = { site, look: lookOf(getConfig(), site, language), language };
  return (
    <div className="@container/docs mx-auto w-full max-w-(--page-width)" data-docs-version={version ?? undefined}>
      <SectionTabs tabs={nav.tabs} label={messages.sections} />
      <div className={`docs-grid @4xl/docs:grid @4xl/docs:items-start ${TWO_COLUMNS}`}>
        <main className={`${MAIN} max-w-208`} id="content" tabIndex={-1}>
          <PageBar messages={messages} headings={[]} isWide />
          {children}
        </main>
        <Sidebar
          view={nav}
          choices={<SiteChoices {...frame} />}
          links={<DrawerLinks {...frame} />}
          current={path}
          messages={messages}
          versions={[]}
          version={version}
          head={null}
          foot={null}
        />
      </div>
    </div>
  );
}

// By the room beside the assistant's panel, not by the window.
const COLUMNS = "@4xl/docs:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]";
// The list of pages comes after the page for whoever reads in the order of the document, and before it in sight.
const PLACES =
  "@4xl/docs:[&>#pages]:col-start-1 @4xl/docs:[&>#pages]:row-start-1 @4xl/docs:[&>main]:col-start-2 @4xl/docs:[&>main]:row-start-1";
const TWO_COLUMNS = `${COLUMNS} ${PLACES}`;
const THREE_COLUMNS = `${TWO_COLUMNS} @6xl/docs:grid-cols-[var(--sidebar-width)_minmax(0,1fr)_var(--toc-width)]`;
const MAIN =
  "@container/main mx-auto w-full min-w-0 px-4 pt-3 pb-16 sm:px-8 @4xl/docs:px-10 @4xl/docs:pt-5 @4xl/docs:pb-20 print:max-w-none print:p-0";
const TITLE =
  "min-w-0 flex-1 text-balance font-display font-(--display-weight) text-[1.75rem] leading-tight tracking-display wrap-anywhere @xl/main:text-[2.125rem]";

function widthOf({ mode }: Page, isWide: boolean): string {
  if (mode === "custom" || mode === "frame") return "max-w-none";
  return isWide && mode !== "center" ? "max-w-6xl" : "max-w-184 @4xl/docs:max-w-188";
}

interface OwnSlotProps extends PageSlotProps {
  readonly name: "sidebarHead" | "sidebarFoot" | "pageHead" | "pageFoot";
}

/** Renders what the fork puts into a slot of the page, if anything. */
function OwnSlot({ name, ...props }: OwnSlotProps) {
  const Slot = ownUi.slots?.[name];
  return Slot ? <Slot {...props} /> : null;
}

/** Renders the headings beside the page. In the tab order they come before it: a step back from where "Skip to content" leads. */
function TocColumn({ headings, label }: { headings: readonly Heading[]; label: string }) {
  if (headings.length < 2) return null;
  return (
    <div className="sticky top-(--header) hidden max-h-[calc(100dvh-var(--header))] overflow-y-auto ps-2 pe-6 pt-6 pb-12 [scrollbar-color:var(--line)_transparent] [scrollbar-width:thin] @6xl/docs:col-start-3 @6xl/docs:row-start-1 @6xl/docs:block print:hidden">
      <TableOfContents headings={headings} label={label}>
        <p className="mb-2.5 font-[650] text-[0.875rem]" aria-hidden>
          {label}
        </p>
      </TableOfContents>
    </div>
  );
}

/** Returns title, description, canonical address, translations and card of a page. */
export async function docsMetadata(request: DocsRequest): Promise<Metadata> {
  return describePage(await requireView(request));
}

/** A request for a page, and the site of its reader. */
interface DocsRequest extends RequestedPage {
  readonly site: Site;
}

export interface DocsView extends FoundPage {
  readonly site: Site;
  readonly pageKey: PageKey;
}

async function requireView({ site, ...request }: DocsRequest): Promise<DocsView> {
  const found = findRequested(site, request);
  return found ? { site, ...found, page: await completePage(site, found.page) } : notFound();
}

function Breadcrumbs({ trail, messages }: { trail: readonly Breadcrumb[]; messages: DocsMessages }) {
  const above = trail.slice(0, -1);
  if (above.length === 0) return null;
  return (
    <nav className="mb-0.5" aria-label={messages.breadcrumbs}>
      <ol className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        {above.map(({ title, path }, level) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a folder may be called like the section above it
            key={level}
            className="not-first:before:me-2 not-first:before:text-line-strong not-first:before:content-['/']"
          >
            {path ? (
              <PageLink className="inline-block py-1 hover:text-ink hover:underline" href={path}>
                {title}
              </PageLink>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function asksForOpinion({ error }: Page): boolean {
  const { pageFeedback, insights } = getConfig();
  return pageFeedback.enabled && insights.enabled && !error;
}

const BUTTON = "inline-flex items-center gap-2 rounded-lg py-1.75 pointer-coarse:min-h-11";

interface PageBarProps {
  readonly messages: DocsMessages;
  readonly headings: readonly Heading[];
  readonly isWide: boolean;
}

/**
 * Renders a line below the title where there is no column for the headings: it opens them, names the one being read and stays
 * in sight. Below a header of the fork's own it also opens the drawer of pages.
 */
function PageBar({ messages, headings, isWide }: PageBarProps) {
  const pages = ownUi.parts?.header ? <PagesButton messages={messages} /> : null;
  if (headings.length < 2) return pages;
  return (
    <div
      className={`sticky top-(--header) z-30 mb-4 flex items-center justify-between gap-2 border-line border-y bg-paper text-sm max-sm:-mx-4 max-sm:px-4 print:hidden ${
        isWide ? "@4xl/docs:hidden" : "@6xl/docs:hidden"
      }`}
      data-page-bar
    >
      {pages}
      <Menu
        triggerClass={`${BUTTON} min-w-0 text-muted`}
        menuClass="w-96 p-3"
        trigger={
          <>
            <HeadingBeingRead headings={headings} label={messages.onThisPage} />
            <LucideSvg icon={ChevronDown} size={15} className="shrink-0" />
          </>
        }
      >
        <TableOfContents headings={headings} label={messages.onThisPage} />
      </Menu>
    </div>
  );
}

/** Renders the button of the drawer of pages for a site whose own header has none. */
function PagesButton({ messages }: { readonly messages: DocsMessages }) {
  return (
    <button
      type="button"
      className={`${BUTTON} text-ink text-sm in-[body:has([data-drawer])]:hidden @4xl/docs:hidden print:hidden`}
      popoverTarget={sidebarId}
    >
      <LucideSvg icon={MenuIcon} size={17} />
      <Message of={messages} name="menu" />
    </button>
  );
}

/** From this many characters on, a description may have more than three lines on a phone, and opens when it has the focus. */
const LONG = 120;

/** Renders the description of a page below its title, with its code and emphasis: three lines of it until a reader opens it. */
export function PageDescription({ text }: { readonly text: string }) {
  const isLong = Array.from(text).length > LONG;
  return (
    <p
      className="page-description mt-1.5 text-pretty text-[1.0625rem] text-muted leading-normal [&_code]:font-mono [&_code]:text-[0.9em]"
      tabIndex={isLong ? 0 : undefined}
    >
      <Words>{text}</Words>
    </p>
  );
}

interface PageMenuProps {
  readonly page: Page;
  readonly messages: DocsMessages;
}

/** Renders the menu of a page: copy it, hand it to an assistant, connect a tool to the site. */
function PageMenu({ page, messages }: PageMenuProps) {
  const { pageMenu } = getConfig();
  if (page.error) return null;
  const copyMessages = { copied: messages.copied, failed: messages.copyFailed };
  const copy = pageMenu.copyPage ? { copy: messages.copyPage, ...copyMessages } : undefined;
  const from = withBasePath(markdownPath(page.path));
  const entries = listEntries(page, messages);
  const copiesMcp = pageMenu.copyMcp && getConfig().mcp.enabled;
  return (
    <div className="-my-0.5 flex shrink-0 items-center gap-1.5 print:hidden @xl/main:mt-1">
      {page.rss ? (
        <a
          className={iconButtonClass({ size: "small" })}
          href={withBasePath(feedPath(page.path))}
          aria-label={messages.feed}
          title={messages.feed}
        >
          <LucideSvg icon={Rss} size={16} />
        </a>
      ) : null}
      {copy ? <CopyPage from={from} messages={copy} className={`${PAGE_ACTION} @max-xl/main:hidden`} /> : null}
      {entries.length > 0 || copiesMcp || copy ? (
        <Menu
          trigger={<LucideSvg icon={Ellipsis} size={17} />}
          label={messages.pageMenu}
          triggerClass={`${PAGE_ACTION} min-h-8 min-w-8 justify-center px-2! ${entries.length > 0 || copiesMcp ? "" : "@xl/main:hidden"}`}
          align="end"
        >
          {copy ? <CopyPage from={from} messages={copy} className={`${MENU_ITEM} @xl/main:hidden`} /> : null}
          {entries.map(({ text, url, icon }) => (
            <MenuAnchor key={url} href={url} {...(url.startsWith("https:") && { target: "_blank", rel: "noreferrer" })}>
              <span className="shrink-0 text-muted">{icon}</span>
              {text}
            </MenuAnchor>
          ))}
          {copiesMcp ? <CopyText text={absoluteUrl("/mcp")} messages={{ copy: messages.copyMcp, ...copyMessages }} /> : null}
        </Menu>
      ) : null}
    </div>
  );
}

interface Entry {
  readonly text: string;
  readonly url: string;
  readonly icon: ReactNode;
}

/** Returns the links of the menu that the configuration has switched on. Assistants get the address of the Markdown form. */
function listEntries(page: Page, messages: DocsMessages): Entry[] {
  const { pageMenu, mcp } = getConfig();
  const { id, name } = getMainProject();
  const prompt = messages.readPage(absoluteUrl(markdownPath(page.path)));
  const server = { name: mcp.name ?? name, url: absoluteUrl("/mcp") };
  // A link that installs a server cannot ask for a key.
  const isInstallable = mcp.enabled && mcp.access === "everyone";
  const link = (isOn: boolean, entry: Entry) => (isOn ? [entry] : []);
  const openIn = (app: string, base: string, query: Readonly<Record<string, string>>, brand?: IconDefinition): Entry => ({
    text: messages.openIn(app),
    url: `${base}?${new URLSearchParams(query)}`,
    icon: brand ? <BrandIcon brand={brand} size={15} /> : <LucideSvg icon={ExternalLink} size={15} />,
  });
  const plug = <LucideSvg icon={Plug} size={15} />;
  const markdown = <BrandIcon brand={faMarkdown} size={15} />;
  return [
    ...link(pageMenu.markdown, { text: messages.viewMarkdown, url: withBasePath(markdownPath(page.path)), icon: markdown }),
    ...link(pageMenu.chatgpt, openIn("ChatGPT", "https://chatgpt.com/", { hints: "search", q: prompt }, faOpenai)),
    ...link(pageMenu.claude, openIn("Claude", "https://claude.ai/new", { q: prompt }, faClaude)),
    ...link(pageMenu.perplexity, openIn("Perplexity", "https://www.perplexity.ai/search", { q: prompt })),
    ...link(pageMenu.cursor && isInstallable, { text: messages.installIn("Cursor"), url: cursorUrl(id, server.url), icon: plug }),
    ...link(pageMenu.vscode && isInstallable, {
      text: messages.installIn("VS Code"),
      url: vscodeUrl(id, server.url),
      icon: plug,
    }),
  ];
}
