import type { ReactNode } from "react";
import { asContentPage } from "../../lib/content/api/operation-pages.ts";
import { omitRepeatedDescription } from "../../lib/content/markdown/operation-text.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type TableOfContentsEntry } from "../../lib/content/output/compile.ts";
import { descriptionOf } from "../../lib/content/site/site.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { type ApiObject, readObject } from "../../lib/openapi/document/fields.ts";
import { readOperation } from "../../lib/openapi/document/operation.ts";
import { findRecentChange } from "../../lib/site/stored/api-history.ts";
import type { LinkContext } from "../mdx/links.tsx";
import { componentsFor } from "../mdx/mdx.tsx";
import { OutsideLink } from "../mdx/media.tsx";
import { PictureZoom } from "../mdx/picture-zoom.tsx";
import { UpdateFilter } from "../mdx/update-filter.tsx";
import { OperationView } from "../openapi/openapi.tsx";
import { FramedOperationLine } from "../openapi/playground/operation-line.tsx";
import { Description } from "../openapi/reference/description.tsx";
import { FieldLoader } from "../openapi/reference/field-loader.tsx";
import { fieldAddress } from "../openapi/reference/fields-html.tsx";
import { readOverviewPage } from "../openapi/reference/overview.tsx";
import { SchemaView } from "../openapi/reference/schema-view.tsx";
import { Message } from "../ui/message.tsx";
import { ProblemCard } from "./problem-card.tsx";
import type { Heading } from "./table-of-contents.tsx";

/** The place of the shown page, and the messages around it. */
export interface PageSurroundings extends Omit<LinkContext, "page"> {
  readonly messages: DocsMessages;
}

export interface PageText {
  /** Headings for the table of contents: of the second and third level, or of those that the page names. */
  readonly headings: readonly Heading[];
  readonly body: ReactNode;
  /** True for a page with panels or examples beside its text, where there is room for them. */
  readonly hasSide: boolean;
}

/** Reads the text of a page, ready to show. A page whose file has a mistake says so above what can be read of it. */
export async function readBody(page: Page, { messages, ...around }: PageSurroundings): Promise<PageText> {
  const context = { ...around, page };
  const overview = page.overview && readOverviewPage({ overview: page.overview, context, messages });
  if (overview) return { ...overview, hasSide: false };
  const description = descriptionOf(context.site, page);
  const described = page.operation && description ? readOperation(description, page.operation) : undefined;
  const operation =
    described && page.file !== null ? omitRepeatedDescription(described, `${page.description}\n${page.source}`) : described;
  const object = page.object && description ? readObject(description, page.object.name) : undefined;
  const content = page.file === null ? operation?.page.content : undefined;
  const change = operation && (await findRecentChange(context.site.project.id, `${operation.method} ${operation.path}`));
  if (operation && page.file === null && content === undefined) {
    return {
      headings: [],
      body: <OperationView operation={operation} messages={messages} context={context} change={change} />,
      hasSide: false,
    };
  }
  const {
    body: Content,
    side,
    toc,
    tags,
    problem,
    hasSide,
    hasPictures,
    isEmpty,
  } = await compilePage(
    content === undefined
      ? page
      : asContentPage(page, content, page.operation?.description ?? context.site.project.apiDescription ?? ""),
  );
  const components = componentsFor(messages, context);
  const hasText = !isEmpty || problem || tags.length > 0 || page.endpoint;
  const text = hasText ? (
    <div className="prose">
      {problem ? (
        <ProblemCard problem={problem}>
          <strong>
            <Message of={messages} name="broken" />
          </strong>{" "}
          <Message of={messages} name="brokenText" />
        </ProblemCard>
      ) : null}
      {tags.length > 0 ? <UpdateFilter tags={tags} label={messages.filterByTag} /> : null}
      {page.endpoint ? <FramedOperationLine {...page.endpoint} isDeprecated={page.deprecated} messages={messages} /> : null}
      {page.endpoint?.described ? <DescribedAt address={page.endpoint.described} messages={messages} /> : null}
      <Content components={components} />
    </div>
  ) : null;
  return {
    hasSide,
    headings: toc.filter((entry) => isInToc(entry, page)).map(({ title, url, depth }) => ({ id: url.slice(1), title, depth })),
    body: (
      <>
        {operation ? (
          <OperationView
            operation={operation}
            messages={messages}
            context={context}
            change={change}
            examples={side && { ...side, body: <side.body components={components} /> }}
          >
            {text}
          </OperationView>
        ) : object ? (
          <ObjectView object={object} messages={messages} context={context}>
            {text}
          </ObjectView>
        ) : (
          text
        )}
        {hasPictures ? <PictureZoom label={messages.openPicture} /> : null}
      </>
    ),
  };
}

/** Links to the description of an operation that is not in the content folder. */
function DescribedAt({ address, messages }: { readonly address: string; readonly messages: DocsMessages }) {
  return (
    <p className="wrap-anywhere">
      <Message of={messages} name="describedAt" /> <OutsideLink address={address} text={address} />
    </p>
  );
}

function isInToc({ depth }: TableOfContentsEntry, { frame }: Page): boolean {
  if (frame?.toc === false) return false;
  const { min, max } = frame?.toc ?? { min: 2, max: 3 };
  return depth >= min && depth <= max;
}

interface ObjectViewProps {
  readonly object: ApiObject;
  readonly messages: DocsMessages;
  readonly context: LinkContext;
  /** The page's own text, above the fields. */
  readonly children: ReactNode;
}

/** Renders an object of an API: its description and its fields. */
function ObjectView({ object: { description, schema }, messages, context, children }: ObjectViewProps) {
  const text = (markdown: string) => <Description text={markdown} context={context} messages={messages} />;
  return (
    <>
      {children}
      <div className="prose">
        {text(description)}
        <SchemaView schema={schema} prefix="field" messages={messages} text={text} shown={{ count: 0 }} />
      </div>
      <FieldLoader {...fieldAddress(context)} copied={messages.copied} />
    </>
  );
}
