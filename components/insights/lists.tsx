import Link from "next/link";
import type { ReactNode } from "react";
import type { InsightsMessages } from "../../lib/i18n/messages.ts";
import { type AskedText, downloadUrl, draftFile, newFileUrl, type PageDraft, questionsFile } from "../../lib/insights/draft.ts";
import { type InsightsView, toInsightsQuery } from "./request.ts";

/** Rows of a list that are shown; CSV has all. */
export const SHOWN = 10;

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  /** The report that has all rows, as a path of the API's. */
  readonly report: string;
  readonly count: number;
  readonly messages: InsightsMessages;
  readonly children: ReactNode;
}

/** Renders a list of the insights. */
export function ListSection({ title, hint, report, count, messages, children }: SectionProps) {
  const id = `list-${report}`;
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="font-display font-(--display-weight) text-xl">
        {title}
      </h2>
      {hint ? <p className="text-muted text-sm">{hint}</p> : null}
      {count === 0 ? (
        <p className="mt-3 text-muted">{messages.none}</p>
      ) : (
        <ul className="mt-3 border-line border-t">{children}</ul>
      )}
      {count > SHOWN ? <p className="mt-2 text-muted text-sm">{messages.more(count - SHOWN)}</p> : null}
    </section>
  );
}

/** Renders a row: its subject, the facts about it, and what to do. */
export function ListItem({ main, facts, actions }: { main: ReactNode; facts?: ReactNode; actions?: ReactNode }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 break-words">
        {main}
        {facts ? <div className="text-muted text-sm">{facts}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-start gap-x-4 gap-y-1 text-sm">{actions}</div> : null}
    </li>
  );
}

interface WritePageProps {
  readonly draft: PageDraft;
  readonly view: InsightsView;
  readonly messages: InsightsMessages;
}

/** Downloads a new page that holds the questions, or begins it on GitHub. */
export function WritePage({ draft, view, messages }: WritePageProps) {
  const file = draftFile(draft);
  const onGitHub = newFileUrl(view.project.editUrl, file);
  return (
    <>
      <a
        href={downloadUrl(file)}
        download={file.name}
        aria-label={messages.writePageLabel(draft.title)}
        className="text-accent underline-offset-4 hover:underline"
      >
        {messages.writePage}
      </a>
      {onGitHub ? (
        <a href={onGitHub} className="text-accent underline-offset-4 hover:underline">
          {messages.createOnGitHub}
        </a>
      ) : null}
    </>
  );
}

interface AddTestProps extends Omit<WritePageProps, "draft"> {
  readonly kind: "question" | "search";
  readonly about: string;
  /** The ways in which readers put it. */
  readonly asked: readonly AskedText[];
}

/** Adds what readers asked to the questions that test the docs: on GitHub where it can, else as a file to put there. */
export function AddTest({ about, asked, kind, view, messages }: AddTestProps) {
  const file = questionsFile(kind, about, asked);
  const onGitHub = newFileUrl(view.project.editUrl, file);
  return (
    <a
      href={onGitHub ?? downloadUrl(file)}
      download={onGitHub ? undefined : file.name.replace("questions/", "")}
      aria-label={messages.addTestLabel(about)}
      className="text-accent underline-offset-4 hover:underline"
    >
      {messages.addTest}
    </a>
  );
}

/** Links to a stored conversation. */
export function ThreadLink({
  id,
  view,
  messages,
  label,
}: {
  id: string;
  view: InsightsView;
  messages: InsightsMessages;
  label: string;
}) {
  return (
    <Link
      href={`/insights/thread?${toInsightsQuery(view, { id })}`}
      prefetch={false}
      aria-label={`${messages.conversation}: ${label}`}
      className="text-accent underline-offset-4 hover:underline"
    >
      {messages.conversation}
    </Link>
  );
}
