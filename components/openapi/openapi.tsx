/*
 * The pages of an API: operations, objects, changes, and the form that calls an operation.
 * An operation of a description comes in; its reference with samples, answers and the playground comes out.
 * Start at `OperationView`. `reference` shows what a description says, `samples` a call in code, `playground` calls.
 */

import type { ReactNode } from "react";
import { getConfig } from "../../lib/config/config.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { languageTag } from "../../lib/language-tag.ts";
import type { Operation } from "../../lib/openapi/document/operation.ts";
import type { Block } from "../../lib/openapi/document/operation-document.ts";
import { toPlayground } from "../../lib/openapi/playground/playground.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import type { RecentChange } from "../../lib/site/stored/api-history.ts";
import { CodeButtons } from "../mdx/code.tsx";
import type { LinkContext } from "../mdx/links.tsx";
import { PageLink } from "../ui/page-link.tsx";
import { staticHtml } from "../ui/static-html.ts";
import { OperationConsole } from "./playground/operation-console.tsx";
import { OperationLine } from "./playground/operation-line.tsx";
import { Description } from "./reference/description.tsx";
import { DocumentHtml } from "./reference/document-html.tsx";
import { FieldLoader } from "./reference/field-loader.tsx";
import { fieldAddress } from "./reference/fields-html.tsx";
import type { WrittenExamples } from "./samples/code-panel.tsx";
import { toPanel } from "./samples/panel.ts";

interface ViewProps {
  readonly operation: Operation;
  /** Its reference. */
  readonly reference: readonly Block[];
  readonly messages: DocsMessages;
  readonly context: LinkContext;
  /** The author's content beside the operation. */
  readonly examples?: WrittenExamples | undefined;
  /** Its newest change, when that is not older than 30 days. */
  readonly change?: RecentChange | undefined;
  /** The page's own text, above the reference. */
  readonly children?: ReactNode;
}

/** Renders the reference of one operation: a bar to call it, its parameters and responses, and examples to copy. */
export function OperationView({ operation, reference, messages, context, examples, change, children }: ViewProps) {
  const { method, path, description, deprecated } = operation;
  const servers = operation.servers.map((server) => onSite(server, context.site.project.siteUrl));
  const playground = toPlayground(operation);
  const intro =
    change || children || description ? (
      <>
        {change ? <RecentChangeNote change={change} messages={messages} language={context.pageKey.language} /> : null}
        {children}
        <Html of={<Description text={description} context={context} messages={messages} />} />
      </>
    ) : undefined;
  return (
    <OperationConsole
      operation={playground}
      language={context.pageKey.language}
      returnPath={withBasePath("/api/authorized")}
      demo={getConfig().playground.auth}
      relay={getConfig().playground.proxy ? { domain: context.site.project.domain, basePath: withBasePath("") } : undefined}
      messages={{ open: messages.tryIt, failed: messages.tryItFailed }}
      panel={toPanel({ ...operation, servers }, playground)}
      server={servers[0] ?? ""}
      labels={{
        example: messages.example,
        request: messages.request,
        response: messages.response,
        codeLanguage: messages.codeLanguage,
      }}
      buttons={<CodeButtons messages={messages} />}
      written={examples}
      line={<OperationLine method={method} server={servers[0]} path={path} isDeprecated={deprecated} messages={messages} />}
      intro={intro}
    >
      <Html of={<DocumentHtml blocks={reference} context={context} messages={messages} />} />
      <FieldLoader {...fieldAddress(context)} copied={messages.copied} />
    </OperationConsole>
  );
}

/** Renders a part of the reference as HTML that is not hydrated. */
function Html({ of }: { readonly of: ReactNode }) {
  return (
    <div
      className="prose [&>:first-child>h2]:mt-0 [&>:first-child]:mt-0 [&>:last-child]:mb-0 [&_h2]:mt-10 [&_h2]:mb-2 [&_h2]:text-[1.375rem]"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every text and attribute is escaped, see staticHtml
      dangerouslySetInnerHTML={{ __html: staticHtml(of) }}
    />
  );
}

/** Returns the address of a server; one without a host is on the site's own. */
function onSite(server: string, siteUrl: string): string {
  if (/^https?:/i.test(server) || !URL.canParse(server || "/", siteUrl)) return server;
  return new URL(server || "/", siteUrl).href.replace(/\/$/, "").replaceAll("%7B", "{").replaceAll("%7D", "}");
}

interface RecentChangeProps {
  readonly change: RecentChange;
  readonly messages: DocsMessages;
  readonly language: string;
}

/** Marks an operation that changed in the last 30 days, with its differences. */
function RecentChangeNote({ change: { date, kind, what }, messages, language }: RecentChangeProps) {
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
              <ChangeWords text={one.what} />
              {one.breaking ? <strong className="ms-1.5 text-(--tone-danger)">{messages.breaking}</strong> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Renders a sentence whose names are between backticks. */
export function ChangeWords({ text }: { readonly text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
