import type { ReactNode } from "react";
import { MAX_LISTED } from "../../../lib/content/markdown/overview-text.ts";
import type { PageOverview } from "../../../lib/content/model/page.ts";
import { takeSlug, toSlug } from "../../../lib/content/model/slug.ts";
import { descriptionOf, findPage } from "../../../lib/content/site/site.ts";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import {
  type ApiOverview,
  listTags,
  readOverview,
  type SchemeWords,
  type ServerWords,
} from "../../../lib/openapi/document/overview.ts";
import { withBasePath } from "../../../lib/site/served/site-url.ts";
import { Method } from "../../docs/method.tsx";
import { FieldBox } from "../../mdx/fields.tsx";
import { type LinkContext, linksIn } from "../../mdx/links.tsx";
import { Message } from "../../ui/message.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { staticHtml } from "../../ui/static-html.ts";
import { Description, type HeadingOf } from "./description.tsx";

interface OverviewText {
  readonly headings: readonly { readonly id: string; readonly title: string; readonly depth: number }[];
  readonly body: ReactNode;
}

interface OverviewProps {
  readonly overview: PageOverview;
  readonly context: LinkContext;
  readonly messages: DocsMessages;
}

/** Reads the page of a whole API, or of one of its tags, with its headings; undefined when its description is gone. */
export function readOverviewPage({ overview, context, messages }: OverviewProps): OverviewText | undefined {
  const document = descriptionOf(context.site, context.page);
  if (!document) return undefined;
  const headings: OverviewText["headings"][number][] = [];
  const taken = new Map<string, number>();
  const addHeading: HeadingOf = (title, depth, wanted = toSlug(title) || "section") => {
    const id = takeSlug(taken, wanted);
    if (depth <= 3) headings.push({ id, title, depth });
    return id;
  };
  const api = readOverview(document);
  const text = (markdown: string, heading?: HeadingOf) => (
    <Description text={markdown} context={context} messages={messages} heading={heading} />
  );
  const view = { messages, context, text, addHeading };
  const tags = new Map(listTags(document).map((tag) => [tag.name, tag]));
  const isWhole = overview.tag === undefined;
  const isShort = overview.sections.reduce((count, { pages }) => count + pages.length, 0) <= MAX_LISTED;
  const html = staticHtml(
    <>
      {isWhole ? <About api={api} {...view} /> : null}
      {overview.sections.map((section) => (
        <Section
          key={`${section.tag} ${section.title}`}
          section={section}
          description={tags.get(section.tag ?? "")?.description ?? ""}
          isListed={isShort || !isWhole || section.slug === undefined}
          hasHeading={isWhole}
          {...view}
        />
      ))}
    </>,
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: every text and attribute is escaped, see staticHtml
  return { headings, body: <div className="prose [&>:first-child]:mt-0" dangerouslySetInnerHTML={{ __html: html }} /> };
}

interface ViewProps {
  readonly messages: DocsMessages;
  readonly context: LinkContext;
  readonly text: (markdown: string, heading?: HeadingOf) => ReactNode;
  readonly addHeading: HeadingOf;
}

function About({ api, ...view }: ViewProps & { readonly api: ApiOverview }) {
  return (
    <>
      <Facts api={api} {...view} />
      {/* Called here, so that headings are listed in the order of the page. */}
      {api.introduction.map((part) => view.text(part, view.addHeading))}
      <Servers servers={api.servers} {...view} />
      <Schemes schemes={api.security} {...view} />
    </>
  );
}

/** Renders version, contact and licence in a line, with links to the description as a file and to its changes. */
function Facts({ api: { version, contact, licence, terms }, messages, context }: ViewProps & { readonly api: ApiOverview }) {
  const { a: Link } = linksIn(context);
  const link = (url: string | undefined, text: string) => (url ? <Link href={url}>{text}</Link> : text);
  return (
    <ul className="not-prose mb-6 flex list-none flex-wrap gap-x-5 gap-y-1 p-0 text-[0.9375rem] text-muted [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-[0.2em]">
      {version ? (
        <li>
          {messages.version} {version}
        </li>
      ) : null}
      {licence ? <li>{link(licence.url, licence.text)}</li> : null}
      {contact.map(({ text, url }) => (
        <li key={text}>{link(url, text)}</li>
      ))}
      {terms ? <li>{link(terms, messages.terms)}</li> : null}
      <li>
        <a href={withBasePath(`/api/text/description${context.page.path}`)} download="openapi.json">
          {messages.downloadDescription}
        </a>
      </li>
      <li>
        <PageLink href="/api-changes">{messages.apiChanges}</PageLink>
      </li>
    </ul>
  );
}

function Servers({ servers, messages, text, addHeading }: ViewProps & { readonly servers: readonly ServerWords[] }) {
  if (servers.length === 0) return null;
  return (
    <>
      <h2 id={addHeading(messages.servers, 2, "servers")}>
        <Message of={messages} name="servers" />
      </h2>
      {servers.map(({ url, name, description, variables }) => (
        <FieldBox key={url} name={url} type={name} isRequired={false} messages={messages}>
          {text(description)}
          {variables.map((variable) => (
            <FieldBox
              key={variable.name}
              name={`{${variable.name}}`}
              type={variable.allowed.join(" | ")}
              isRequired={false}
              preset={variable.preset}
              messages={messages}
            >
              {text(variable.description)}
            </FieldBox>
          ))}
        </FieldBox>
      ))}
    </>
  );
}

function Schemes({ schemes, messages, text, addHeading }: ViewProps & { readonly schemes: readonly SchemeWords[] }) {
  if (schemes.length === 0) return null;
  return (
    <>
      <h2 id={addHeading(messages.authentication, 2, "authentication")}>
        <Message of={messages} name="authentication" />
      </h2>
      {schemes.map(({ name, type, format, kind, place, field, description, addresses, scopes }) => (
        <FieldBox
          key={name}
          name={name}
          type={[type, format, kind === "apiKey" ? field : ""].filter(Boolean).join(", ")}
          place={kind === "apiKey" ? place : undefined}
          isRequired={false}
          messages={messages}
        >
          {text(description)}
          {addresses.length > 0 ? (
            <ul>
              {addresses.map((address) => (
                <li key={`${address.name} ${address.url}`}>
                  {address.name}: <code>{address.url}</code>
                </li>
              ))}
            </ul>
          ) : null}
          {scopes.length > 0 ? (
            <ul>
              {scopes.map((scope) => (
                <li key={scope.name}>
                  <code>{scope.name}</code>
                  {scope.description ? `: ${scope.description}` : null}
                </li>
              ))}
            </ul>
          ) : null}
        </FieldBox>
      ))}
    </>
  );
}

interface SectionProps extends ViewProps {
  readonly section: PageOverview["sections"][number];
  /** Markdown. */
  readonly description: string;
  readonly isListed: boolean;
  readonly hasHeading: boolean;
}

/** Renders a tag with its description and its operations, or with how many there are. */
function Section({ section, description, isListed, hasHeading, ...view }: SectionProps) {
  const { context, messages, text, addHeading } = view;
  const { tag, title, slug, pages } = section;
  const pageOf = (wanted: string) => findPage(context.site, { ...context.pageKey, slug: wanted });
  const own = slug === undefined ? undefined : pageOf(slug)?.path;
  const words = title || messages.operationList;
  return (
    <>
      {hasHeading ? (
        // As other tools name the place of a tag, so that links in a description lead there.
        <h2 id={addHeading(words, 2, tag === undefined ? undefined : `tag/${tag.replace(/\s+/g, "-")}`)}>
          {own ? <PageLink href={own}>{words}</PageLink> : words}
        </h2>
      ) : null}
      {text(description)}
      {pages.length === 0 ? null : isListed ? (
        <ul className="not-prose my-4 grid list-none gap-1 p-0 *:min-w-0">
          {pages.map((each) => {
            const found = pageOf(each);
            const operation = found?.page.operation;
            return found && operation ? (
              <li key={each} className="flex flex-wrap items-baseline gap-x-2">
                <Method name={operation.method} />
                <PageLink className="min-w-0 text-accent hover:underline" href={found.path}>
                  {found.page.title}
                </PageLink>
                <code className="min-w-0 border-0 bg-transparent p-0 text-[0.8125rem] text-muted wrap-anywhere">
                  {operation.path}
                </code>
              </li>
            ) : null;
          })}
        </ul>
      ) : (
        <p>
          <PageLink href={own ?? ""}>{messages.operations(pages.length)}</PageLink>
        </p>
      )}
    </>
  );
}
