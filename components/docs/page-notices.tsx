import { TriangleAlert } from "lucide";
import type { ReactNode } from "react";
import { getEnvironment } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/model/page.ts";
import type { PageKey } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { type Finding, isError, placeOf } from "../../lib/finding.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { fallbackNote, outdatedNote, type PageNote, versionNote } from "../../lib/navigation/page-notes.ts";
import { findingsOfPage } from "../../lib/site/findings/page-findings.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { FindingCard } from "./finding-card.tsx";

/** Says that the page belongs to an old version, and leads to the current one. */
export function VersionNotice({ site, pageKey, messages }: { site: Site; pageKey: PageKey; messages: DocsMessages }) {
  return <NoteNotice note={versionNote(site, pageKey, messages)} />;
}

/** Says that a translation is older than its original, and leads there. */
export function OutdatedNotice({ site, page, messages }: { site: Site; page: Page; messages: DocsMessages }) {
  return <NoteNotice note={outdatedNote(site, { page, language: page.language }, messages)} />;
}

function NoteNotice({ note }: { note: PageNote | undefined }) {
  if (!note) return null;
  return (
    <Notice>
      <span lang={note.language}>{note.text}</span>{" "}
      {note.link ? (
        <PageLink className="font-semibold underline underline-offset-[0.2em]" href={note.link.path}>
          {note.link.label}
        </PageLink>
      ) : null}
    </Notice>
  );
}

interface FallbackNoticeProps {
  readonly site: Site;
  /** The language in which the page was asked for. */
  readonly language: string;
  readonly messages: DocsMessages;
}

/** Says that the page is not translated. */
export function FallbackNotice({ site, language, messages }: FallbackNoticeProps) {
  return <NoteNotice note={fallbackNote(site, language, messages)} />;
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      className="mb-5 flex gap-3 rounded-(--radius) border border-(--tone-warning)/40 bg-(--tone-warning)/7 px-4 py-3 text-[0.9375rem]"
      role="note"
    >
      <LucideSvg icon={TriangleAlert} size={17} className="mt-0.75 shrink-0 text-(--tone-warning)" />
      <p>{children}</p>
    </div>
  );
}

/** Says that a part of the page is missing; in development also where the mistake is, and what to do about it. */
export function PageError({ finding, messages }: { finding: Finding; messages: DocsMessages }) {
  if (!getEnvironment().development)
    return (
      <Notice>
        <Message of={messages} name="broken" />
      </Notice>
    );
  return (
    <FindingCard finding={finding}>
      <strong>
        <Message of={messages} name="broken" />
      </strong>{" "}
      <Message of={messages} name="brokenText" />
    </FindingCard>
  );
}

/** More than this many findings of one page are counted. */
const MAX_FINDINGS = 8;

/** Lists, in development, what check says of this page: dead links, missing pictures, unknown components, each with its line. */
export async function PageFindings({ site, page, messages }: { site: Site; page: Page; messages: DocsMessages }) {
  if (!getEnvironment().development) return null;
  const found = await findingsOfPage(site, page);
  const findings = found.filter(({ message }) => message !== page.error?.message);
  if (findings.length === 0) return null;
  return (
    <details className="mb-5 rounded-(--radius) border border-(--tone-warning)/40 bg-(--tone-warning)/7 px-4 py-2.5 text-sm" open>
      <summary className="font-semibold">{messages.findings(findings.length)}</summary>
      <ul className="mt-1.5 grid gap-1.5">
        {findings.slice(0, MAX_FINDINGS).map((finding) => (
          <li key={`${finding.line}:${finding.column}:${finding.message}`}>
            <code className="me-1.5">{placeOf(finding)}</code> {finding.message}
          </li>
        ))}
        {findings.length > MAX_FINDINGS ? <li>npm run check</li> : null}
      </ul>
    </details>
  );
}

/** A folder in the wrong place has hundreds. */
const MAX_CARDS = 3;

/** Shows, in development, unusable files that have no page to say so, such as a meta.json or a page in no language's folder. */
export function FileErrors({ site, messages }: { site: Site; messages: DocsMessages }) {
  if (!getEnvironment().development) return null;
  const shown = new Set(site.pages.map(({ file }) => file));
  const errors = site.findings.filter((finding) => isError(finding) && !shown.has(finding.file));
  return (
    <>
      {errors.slice(0, MAX_CARDS).map((error) => (
        <FindingCard key={`${error.file}${error.message}`} finding={error}>
          <strong>
            <Message of={messages} name={isOrder(error) ? "brokenOrder" : "brokenFile"} />
          </strong>{" "}
          <Message of={messages} name={isOrder(error) ? "brokenOrderText" : "brokenFileText"} />
        </FindingCard>
      ))}
      {errors.length > MAX_CARDS ? <Notice>{messages.moreFiles(errors.length - MAX_CARDS)}</Notice> : null}
    </>
  );
}

function isOrder({ file }: Finding): boolean {
  return /(?:^|\/)meta\.json$/.test(file);
}
