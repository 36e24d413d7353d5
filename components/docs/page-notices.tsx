import { TriangleAlert } from "lucide";
import type { ReactNode } from "react";
import { getEnvironment } from "../../lib/config/config.ts";
import type { PageKey } from "../../lib/content/model/urls.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { type Finding, isError } from "../../lib/finding.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { fallbackNote, versionNote } from "../../lib/navigation/page-notes.ts";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { Message } from "../ui/message.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { FindingCard } from "./finding-card.tsx";

/** Says that the page belongs to an old version, and leads to the current one. */
export function VersionNotice({ site, pageKey, messages }: { site: Site; pageKey: PageKey; messages: DocsMessages }) {
  const note = versionNote(site, pageKey, messages);
  if (!note) return null;
  return (
    <Notice>
      {note.text}{" "}
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
  const note = fallbackNote(site, language, messages);
  return (
    <Notice>
      <span lang={note.language}>{note.text}</span>
    </Notice>
  );
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
