import type { ReactNode } from "react";
import { asContentPage } from "../../lib/content/api/operation-pages.ts";
import { omitRepeatedDescription } from "../../lib/content/markdown/reference-text.ts";
import type { Page, PageEndpoint } from "../../lib/content/model/page.ts";
import { compilePage, type TableOfContentsEntry } from "../../lib/content/output/compile.ts";
import { referenceOf } from "../../lib/content/site/reference.ts";
import { descriptionOf } from "../../lib/content/site/site.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { type ApiObject, readObject } from "../../lib/openapi/document/fields.ts";
import { type Operation, readOperation } from "../../lib/openapi/document/operation.ts";
import { type Block, toObjectDocument, toOperationDocument } from "../../lib/openapi/document/operation-document.ts";
import { findRecentChange } from "../../lib/site/stored/api-history.ts";
import type { LinkContext } from "../mdx/links.tsx";
import { componentsFor } from "../mdx/mdx.tsx";
import { OutsideLink } from "../mdx/media.tsx";
import { PictureZoom } from "../mdx/picture-zoom.tsx";
import { UpdateFilter } from "../mdx/update-filter.tsx";
import { OperationView } from "../openapi/openapi.tsx";
import { FramedOperationLine } from "../openapi/playground/operation-line.tsx";
import { Description } from "../openapi/reference/description.tsx";
import { DocumentHtml, headingsOf } from "../openapi/reference/document-html.tsx";
import { FieldLoader } from "../openapi/reference/field-loader.tsx";
import { fieldAddress } from "../openapi/reference/fields-html.tsx";
import type { WrittenExamples } from "../openapi/samples/code-panel.tsx";
import { Message } from "../ui/message.tsx";
import { staticHtml } from "../ui/static-html.ts";
import { PageError } from "./page-notices.tsx";
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

/** Reads the text of a page, ready to show. A page whose file has a mistake says so above the parts that could be parsed. */
export async function readBody(page: Page, surroundings: PageSurroundings): Promise<PageText> {
  const { messages, ...around } = surroundings;
  const context = { ...around, page };
  const subject = readSubject(context);
  const { text, head, frame = (own: ReactNode) => own, headings = [] } = await partsOf(subject, context, messages);
  if (!text) return { headings, body: frame(null), hasSide: false };
  const { body: Content, side, toc, tags, error, hasSide, hasPictures, isEmpty } = await compilePage(text);
  const components = componentsFor(messages, context);
  const hasText = !isEmpty || error || tags.length > 0 || head;
  const own = hasText ? (
    <div className="prose">
      {error ? <PageError finding={error} messages={messages} /> : null}
      {tags.length > 0 ? <UpdateFilter tags={tags} label={messages.filterByTag} /> : null}
      {head}
      <Content components={components} />
    </div>
  ) : null;
  return {
    hasSide,
    headings: [
      ...toc.filter((entry) => isInToc(entry, page)).map(({ title, url, depth }) => ({ id: url.slice(1), title, depth })),
      ...headings,
    ],
    body: (
      <>
        {frame(own, side && { ...side, body: <side.body components={components} /> })}
        {hasPictures ? <PictureZoom label={messages.openPicture} /> : null}
      </>
    ),
  };
}

/** The subject of a page. One whose description is gone is about its text alone. */
type Subject =
  | { readonly kind: "guide" }
  | { readonly kind: "endpoint"; readonly endpoint: PageEndpoint }
  | { readonly kind: "object"; readonly object: ApiObject; readonly reference: Reference }
  | { readonly kind: "operation"; readonly operation: Operation; readonly reference: Reference }
  | { readonly kind: "overview"; readonly reference: Reference };

type Reference = readonly Block[];

function readSubject({ site, page, pageKey }: LinkContext): Subject {
  const description = descriptionOf(site, page);
  const operation = page.operation && description && readOperation(description, page.operation);
  if (operation) return { kind: "operation", operation, reference: toOperationDocument(operation) };
  const object = page.object && description && readObject(description, page.object.name);
  if (object) return { kind: "object", object, reference: toObjectDocument(object) };
  const reference = referenceOf(site, page, pageKey);
  if (reference) return { kind: "overview", reference };
  return page.endpoint ? { kind: "endpoint", endpoint: page.endpoint } : { kind: "guide" };
}

/** The parts of a page by what it is about. */
interface Parts {
  /** The page whose text is shown; undefined for one without a text of its own. */
  readonly text: Page | undefined;
  /** Above the text. */
  readonly head?: ReactNode;
  /** Adds the reference around the text. */
  readonly frame?: (own: ReactNode, examples?: WrittenExamples) => ReactNode;
  /** Headings of the reference. */
  readonly headings?: readonly Heading[];
}

async function partsOf(subject: Subject, context: LinkContext, messages: DocsMessages): Promise<Parts> {
  const { page } = context;
  switch (subject.kind) {
    case "guide":
      return { text: page };
    case "endpoint":
      return { text: page, head: <EndpointHead {...subject.endpoint} isDeprecated={page.deprecated} messages={messages} /> };
    case "object": {
      const { object, reference } = subject;
      return { text: page, frame: (own) => <ObjectView {...{ object, reference, messages, context }}>{own}</ObjectView> };
    }
    case "operation":
      return operationParts(subject, context, messages);
    case "overview": {
      const { reference } = subject;
      const headings = headingsOf(reference, messages);
      return { text: undefined, headings, frame: () => <OverviewView {...{ reference, messages, context }} /> };
    }
  }
}

async function operationParts(
  { operation: described, reference }: Extract<Subject, { kind: "operation" }>,
  context: LinkContext,
  messages: DocsMessages,
): Promise<Parts> {
  const { site, page } = context;
  const { content } = described.page;
  const change = await findRecentChange(site.project.id, `${described.method} ${described.path}`);
  const operation = page.file === null ? described : omitRepeatedDescription(described, `${page.description}\n${page.source}`);
  const file = page.operation?.description ?? site.project.apiDescription ?? "";
  return {
    text: page.file !== null ? page : content === undefined ? undefined : asContentPage(page, content, file),
    headings: page.frame?.toc === false ? [] : headingsOf(reference, messages),
    frame: (own, examples) => (
      <OperationView {...{ operation, reference, messages, context, change, examples }}>{own}</OperationView>
    ),
  };
}

interface EndpointHeadProps extends PageEndpoint {
  readonly isDeprecated: boolean;
  readonly messages: DocsMessages;
}

/** Renders method and address of an operation that its page describes itself, or whose description is elsewhere. */
function EndpointHead({ described, ...line }: EndpointHeadProps) {
  return (
    <>
      <FramedOperationLine {...line} />
      {described ? <DescribedAt address={described} messages={line.messages} /> : null}
    </>
  );
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

interface ReferenceProps {
  readonly reference: Reference;
  readonly messages: DocsMessages;
  readonly context: LinkContext;
}

interface ObjectViewProps extends ReferenceProps {
  readonly object: ApiObject;
  /** The page's own text, above the fields. */
  readonly children: ReactNode;
}

/** Renders an object of an API: its description and its fields. */
function ObjectView({ object: { description }, reference, messages, context, children }: ObjectViewProps) {
  return (
    <>
      {children}
      <div className="prose">
        <Description text={description} context={context} messages={messages} />
        <DocumentHtml blocks={reference} context={context} messages={messages} />
      </div>
      <FieldLoader {...fieldAddress(context)} copied={messages.copied} />
    </>
  );
}

/** Renders the page of a whole API, or of one of its tags. */
function OverviewView({ reference, messages, context }: ReferenceProps) {
  // What is in a line is above the introduction.
  const blocks = reference.toSorted((left, right) => Number(right.kind === "about") - Number(left.kind === "about"));
  const html = staticHtml(<DocumentHtml blocks={blocks} context={context} messages={messages} />);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: every text and attribute is escaped, see staticHtml
  return <div className="prose [&>:first-child]:mt-0" dangerouslySetInnerHTML={{ __html: html }} />;
}
