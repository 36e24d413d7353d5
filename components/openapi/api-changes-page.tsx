import type { Metadata } from "next";
import type { ReactNode } from "react";
import { getMainProject } from "../../lib/config/config.ts";
import type { Page } from "../../lib/content/model/page.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { type DocsMessages, docsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import type { ApiChanges } from "../../lib/openapi/document/compare.ts";
import { toAddresses, withBasePath } from "../../lib/site/served/site-url.ts";
import { type ApiHistoryEntry, historyOf, readApiHistory } from "../../lib/site/stored/api-history.ts";
import { BesidePages } from "../docs/docs.tsx";
import { BIG_TITLE } from "../docs/narrow-page.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { ChangeWords } from "./openapi.tsx";

/** Renders the changes of the API that updates published, newest first, in the default language. */
export async function ApiChangesPage({ site }: { readonly site: Site }) {
  const { id, defaultLanguage } = getMainProject();
  const messages = docsMessages(defaultLanguage);
  const entries = historyOf(await readApiHistory(id), site);
  const pages = pagesOfOperations(site);
  return (
    <BesidePages site={site} language={defaultLanguage} path="/api-changes">
      <h1 className={BIG_TITLE}>{messages.apiChanges}</h1>
      <p className="text-muted">{messages.apiChangesLead}</p>
      <p className="mt-2 mb-8">
        <a className="text-accent underline underline-offset-[0.2em]" href={withBasePath("/api/api-changes")}>
          {messages.feed}
        </a>
      </p>
      {entries.length === 0 ? <p>{messages.noApiChanges}</p> : null}
      {entries.map((entry) => (
        <Entry key={entry.statusId} entry={entry} pages={pages} messages={messages} language={defaultLanguage} />
      ))}
    </BesidePages>
  );
}

interface EntryProps {
  readonly entry: ApiHistoryEntry;
  readonly pages: ReadonlyMap<string, Page>;
  readonly messages: DocsMessages;
  readonly language: string;
}

function Entry({ entry: { statusId, date, changes }, pages, messages, language }: EntryProps) {
  const operation = (name: string) => <OperationName name={name} page={pages.get(name)} />;
  const lists: readonly (readonly [string, readonly ReactNode[]])[] = [
    [messages.apiAdded, changes.added.map(operation)],
    [messages.apiRemoved, changes.removed.map((name) => <Breaking key={name} text={operation(name)} messages={messages} />)],
    [messages.apiDeprecated, changes.deprecated.map(operation)],
  ];
  return (
    <section className="border-line border-t py-6" id={statusId} aria-labelledby={`${statusId}-date`}>
      <h2 className="mb-3 font-[650] text-xl" id={`${statusId}-date`}>
        <time dateTime={date.toISOString()}>
          {new Intl.DateTimeFormat(languageTag(language), { dateStyle: "long", timeZone: "UTC" }).format(date)}
        </time>
      </h2>
      {lists.map(([title, items]) =>
        items.length > 0 ? (
          <div key={title} className="mb-4">
            <h3 className="mb-1 font-semibold text-[0.9375rem]">{title}</h3>
            <ul className="grid gap-1 ps-4">
              {items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an update never change
                <li key={index}>{item}</li>
              ))}
            </ul>
          </div>
        ) : null,
      )}
      <Changed changes={changes} operation={operation} messages={messages} />
    </section>
  );
}

interface ChangedProps {
  readonly changes: ApiChanges;
  readonly operation: (name: string) => ReactNode;
  readonly messages: DocsMessages;
}

function Changed({ changes: { changed }, operation, messages }: ChangedProps) {
  return [...Map.groupBy(changed, (change) => change.operation)].map(([name, list]) => (
    <div key={name} className="mb-4">
      <h3 className="mb-1 text-[0.9375rem]">{operation(name)}</h3>
      <ul className="grid gap-1 ps-4">
        {list.map(({ what, breaking }) => (
          <li key={what}>
            {breaking ? <Breaking text={<ChangeWords text={what} />} messages={messages} /> : <ChangeWords text={what} />}
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Renders the title of an operation with its method and path; a removed one has no page. */
function OperationName({ name, page }: { readonly name: string; readonly page: Page | undefined }) {
  const code = <code className="font-mono text-[0.875rem] wrap-anywhere">{name}</code>;
  if (!page) return code;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <PageLink className="text-accent hover:underline" href={page.path}>
        {page.title}
      </PageLink>
      {page.title === name ? null : <span className="text-muted">{code}</span>}
    </span>
  );
}

function Breaking({ text, messages }: { readonly text: ReactNode; readonly messages: DocsMessages }) {
  return (
    <>
      <strong className="me-1.5 text-(--tone-danger) text-[0.8125rem]">{messages.breaking}</strong>
      {text}
    </>
  );
}

/** Pages of operations in the default language and version, by method and path. */
function pagesOfOperations({ pages, project }: Site): Map<string, Page> {
  const shown = pages.filter(
    ({ operation, language, version }) => operation && language === project.defaultLanguage && version === project.defaultVersion,
  );
  return new Map(shown.map((page) => [`${page.operation?.method} ${page.operation?.path}`, page]));
}

/** Returns the title and canonical URL of the page, and the address of its feed. */
export function apiChangesMetadata(): Metadata {
  const { name, defaultLanguage } = getMainProject();
  const { apiChanges, apiChangesLead } = docsMessages(defaultLanguage);
  return {
    title: { absolute: `${apiChanges} · ${name}` },
    description: apiChangesLead,
    alternates: {
      ...toAddresses({ canonical: "/api-changes" }),
      types: toAddresses({ "application/rss+xml": "/api/api-changes" }),
    },
  };
}
