import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import type { RecentChange } from "../../lib/site/api-history.ts";
import { PageLink } from "../ui/page-link.tsx";
import { Words } from "./api-changes-page.tsx";

interface RecentChangeProps {
  readonly change: RecentChange;
  readonly messages: DocsMessages;
  readonly language: string;
}

/** A mark on an operation that changed in the last 30 days, with its differences. */
export function RecentChangeNote({ change: { date, kind, what }, messages, language }: RecentChangeProps) {
  const day = new Intl.DateTimeFormat(languageTag(language), { dateStyle: "medium", timeZone: "UTC" }).format(date);
  const words = { added: messages.addedOn, changed: messages.changedOn, deprecated: messages.deprecatedOn }[kind](day);
  return (
    <div className="mb-6 rounded-(--radius) border border-accent-line bg-accent-soft px-3.5 py-2.5 text-[0.9375rem]">
      <p className="m-0 flex flex-wrap justify-between gap-x-4">
        <strong>{words}</strong>
        <PageLink className="text-accent underline underline-offset-[0.2em]" href="/api-changes">
          {messages.apiChanges}
        </PageLink>
      </p>
      {what.length > 0 ? (
        <ul className="mt-1.5 mb-0 list-disc ps-5">
          {what.slice(0, 5).map((one) => (
            <li key={one.what}>
              <Words text={one.what} />
              {one.breaking ? <strong className="ms-1.5 text-(--tone-danger)">{messages.breaking}</strong> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
