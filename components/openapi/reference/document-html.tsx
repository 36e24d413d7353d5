import { Fragment, type ReactNode } from "react";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import type { Security } from "../../../lib/openapi/document/operation.ts";
import type {
  Block,
  BodyBlock,
  ContentBlock,
  Credential,
  DocumentHeading,
  GroupBlock,
  ResponseBlock,
  Section,
} from "../../../lib/openapi/document/operation-document.ts";
import type { ApiOverview, SchemeWords, ServerWords } from "../../../lib/openapi/document/overview.ts";
import { withBasePath } from "../../../lib/site/served/site-url.ts";
import { Method } from "../../docs/method.tsx";
import { FieldBox } from "../../mdx/fields.tsx";
import { type LinkContext, linksIn } from "../../mdx/links.tsx";
import { Message } from "../../ui/message.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Description, DescriptionLine } from "./description.tsx";
import { Facts } from "./facts.tsx";
import { Fields, type ViewProps } from "./fields.tsx";

interface DocumentProps {
  readonly blocks: readonly Block[];
  readonly context: LinkContext;
  readonly messages: DocsMessages;
}

/** Renders the reference of an operation or of an API. */
export function DocumentHtml({ blocks, context, messages }: DocumentProps): ReactNode {
  const text = (markdown: string) => <Description text={markdown} context={context} messages={messages} />;
  const view = { context, messages, text };
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never change
  return blocks.map((block, index) => <Fragment key={index}>{toHtml(block, view)}</Fragment>);
}

interface BlockView extends ViewProps {
  readonly context: LinkContext;
}

function toHtml(block: Block, view: BlockView): ReactNode {
  const { context, messages } = view;
  switch (block.kind) {
    case "section":
      return (
        <section aria-labelledby={block.section.id}>
          <h2 id={block.section.id}>
            <SectionTitle section={block.section} messages={messages} />
          </h2>
          <DocumentHtml blocks={block.blocks} context={context} messages={messages} />
        </section>
      );
    case "fields":
      return <Fields blocks={block.fields} {...view} />;
    case "body":
      return <BodyHtml body={block.body} {...view} />;
    case "responses":
      return block.responses.map((response, index) => (
        <Response key={response.status} response={response} isOpen={index === 0} {...view} />
      ));
    case "bases":
      // The bar of the operation has the others.
      return block.own.map(({ url, words }) => (
        <p key={url} className="wrap-anywhere">
          <code>{url}</code>: {words}
        </p>
      ));
    case "credentials":
      return <Credentials {...block} {...view} />;
    case "samples":
      // The panel has them.
      return null;
    case "introduction":
      return block.parts.map(({ markdown, headings }) => (
        <Description key={markdown} text={markdown} headings={headings} context={context} messages={messages} />
      ));
    case "about":
      return <About about={block.about} {...view} />;
    case "servers":
      return <Servers servers={block.servers} {...view} />;
    case "schemes":
      return <Schemes schemes={block.schemes} {...view} />;
    case "group":
      return <Group group={block.group} {...view} />;
  }
}

/** Lists the headings of a document for the table of contents. */
export function headingsOf(blocks: readonly Block[], messages: DocsMessages): DocumentHeading[] {
  return blocks.flatMap((block): readonly DocumentHeading[] => {
    switch (block.kind) {
      case "section":
        return [
          { id: block.section.id, title: titleOf(block.section, messages), depth: 2 },
          ...headingsOf(block.blocks, messages),
        ];
      case "introduction":
        return block.parts.flatMap(({ headings }) => headings.filter(({ depth }) => depth < 4));
      case "group":
        return block.group.heading ? [{ ...block.group.heading, title: block.group.title }] : [];
      default:
        return [];
    }
  });
}

function SectionTitle({ section, messages }: { readonly section: Section; readonly messages: DocsMessages }) {
  return section.name === "parametersIn" ? titleOf(section, messages) : <Message of={messages} name={section.name} />;
}

function titleOf(section: Section, messages: DocsMessages): string {
  switch (section.name) {
    case "parametersIn":
      return messages.parametersIn[section.place];
    case "authentication":
    case "requestBody":
    case "responses":
    case "servers":
    case "operationList":
      return messages[section.name];
  }
}

interface CredentialsProps extends ViewProps {
  readonly ways: Extract<Block, { kind: "credentials" }>["ways"];
  readonly credentials: readonly Credential[];
}

function Credentials({ ways, credentials, messages, text }: CredentialsProps) {
  // Of a single way each scheme is a field, with its scopes.
  const isPlain = ways.length === 1;
  return (
    <>
      {isPlain ? null : <Ways ways={ways} messages={messages} />}
      {credentials.map((scheme) => {
        const type = typeOfSecurity(scheme);
        const isKey = scheme.kind === "apiKey";
        return (
          <FieldBox
            key={scheme.name}
            name={isKey ? scheme.field : "Authorization"}
            type={(isPlain && credentials.length === 1) || isKey ? type : `${scheme.name}: ${type}`}
            place={isKey ? scheme.place : "header"}
            isRequired={scheme.required}
            messages={messages}
          >
            {text(scheme.description)}
            <Scopes scopes={scheme.scopes} messages={messages} />
          </FieldBox>
        );
      })}
    </>
  );
}

function typeOfSecurity({ kind, name }: Security): string {
  if (kind === "bearer") return "Bearer <token>";
  return kind === "basic" ? "Basic <credentials>" : name;
}

function Scopes({ scopes, messages }: { readonly scopes: readonly string[]; readonly messages: DocsMessages }) {
  if (scopes.length === 0) return null;
  return (
    <p className="text-[0.875rem] text-muted">
      {messages.scopes}:
      {scopes.map((scope) => (
        <Fragment key={scope}>
          {" "}
          <code>{scope}</code>
        </Fragment>
      ))}
    </p>
  );
}

/** Lists the ways to authenticate, of which a caller chooses one: schemes that go together, with their scopes. */
function Ways({ ways, messages }: Pick<CredentialsProps, "ways" | "messages">) {
  return (
    <>
      {ways.length > 1 ? <p className="field-choices-label">{messages.oneOf(ways.length)}</p> : null}
      <ul>
        {ways.map((way) => (
          <li key={JSON.stringify(way)}>
            {way.length === 0 ? messages.optional : null}
            {way.map(({ name, scopes }, index) => (
              <span key={name}>
                {index > 0 ? " + " : null}
                <code>{name}</code>
                {scopes.length > 0 ? ` (${scopes.join(", ")})` : null}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function BodyHtml({ body: { required, description, types, contents }, ...view }: ViewProps & { readonly body: BodyBlock }) {
  const { messages, text } = view;
  const [main, ...rest] = contents;
  const [type, ...others] = types;
  return (
    <>
      <p className="mt-0 mb-1 text-[0.875rem] text-muted">
        <code>{type}</code> <span>{required ? messages.required : messages.optional}</span>
        {others.length > 0 ? ` · ${messages.otherTypes}: ${others.join(", ")}` : null}
      </p>
      {text(description)}
      {main ? <MainContent content={main} said={description} {...view} /> : null}
      <OtherContents contents={rest} {...view} />
    </>
  );
}

interface MainProps extends ViewProps {
  readonly content: ContentBlock;
  /** Content above it. */
  readonly said: string;
}

function MainContent({ content: { description, facts, blocks }, said, ...view }: MainProps) {
  return (
    <>
      {description === said ? null : view.text(description)}
      <Facts facts={facts} messages={view.messages} />
      <Fields blocks={blocks} {...view} />
    </>
  );
}

/** Renders, folded, the other media types of a body that differ from the main one. */
function OtherContents({ contents, ...view }: ViewProps & { readonly contents: readonly ContentBlock[] }) {
  return contents
    .filter(({ isRepeated }) => !isRepeated)
    .map(({ types, description, blocks, given }) => (
      <details key={types[0]} className="field-inside">
        <summary>{types.join(", ")}</summary>
        <div className="field-nested">
          {view.text(description)}
          <Fields blocks={blocks} {...view} />
          {typeof given === "string" ? (
            <pre>
              <code>{given.slice(0, MAX_GIVEN_CHARS)}</code>
            </pre>
          ) : null}
        </div>
      </details>
    ));
}

const MAX_GIVEN_CHARS = 4_000;

/** By the first digit. */
const STATUS_TONES: Readonly<Record<string, string>> = { 2: "text-(--tone-check)", 5: "text-(--tone-danger)" };

function Response({ response, isOpen, ...view }: ViewProps & { readonly response: ResponseBlock; readonly isOpen: boolean }) {
  const { messages, text } = view;
  const { id, status, description, headers, sameAs } = response;
  const [main, ...others] = response.contents;
  return (
    <details className="accordion response my-2.5" open={isOpen}>
      <summary>
        <span className={`font-mono text-[0.9375rem] ${STATUS_TONES[status.charAt(0)] ?? "text-(--tone-warning)"}`}>
          {status}
        </span>
        <span className="response-words min-w-0 flex-1 truncate font-normal text-[0.9375rem] text-muted">
          <DescriptionLine text={description} />
        </span>
        <span className="response-type wrap-anywhere font-mono font-normal text-[0.8125rem] text-muted">
          {main?.types[0] ?? messages.noBody}
        </span>
      </summary>
      {/* Inside the fold, which a link to it so opens. */}
      <div className="fold-body px-4 pt-1 pb-2" id={id}>
        {text(description)}
        {headers.length > 0 ? (
          <details className="field-inside">
            <summary>
              {messages.responseHeaders} ({headers.length})
            </summary>
            <div className="field-nested">
              <Fields blocks={headers} {...view} />
            </div>
          </details>
        ) : null}
        {main && sameAs === undefined ? <MainContent content={main} said={description} {...view} /> : null}
        {sameAs ? (
          <p>
            <a href={`#response-${sameAs}`}>{messages.sameFields(sameAs)}</a>
          </p>
        ) : null}
        <OtherContents contents={others} {...view} />
      </div>
    </details>
  );
}

/** Renders version, contact and licence in a line, with links to the description as a file and to its changes. */
function About({ about, messages, context }: BlockView & { readonly about: ApiOverview }) {
  const { version, contact, licence, terms } = about;
  const { a: Link } = linksIn(context);
  const link = (url: string | undefined, words: string) => (url ? <Link href={url}>{words}</Link> : words);
  return (
    <ul className="mb-6 flex list-none flex-wrap gap-x-5 gap-y-1 p-0 *:my-0! text-[0.9375rem] text-muted">
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

function Servers({ servers, messages, text }: ViewProps & { readonly servers: readonly ServerWords[] }) {
  return servers.map(({ url, name, description, variables }) => (
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
  ));
}

function Schemes({ schemes, messages, text }: ViewProps & { readonly schemes: readonly SchemeWords[] }) {
  return schemes.map(({ name, type, format, kind, place, field, description, addresses, scopes }) => (
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
  ));
}

/** Renders a tag with its description and its operations, or with how many there are. */
function Group({ group, messages, text }: ViewProps & { readonly group: GroupBlock }) {
  const { heading, title, description, address, operations, isListed } = group;
  const Heading = heading?.depth === 2 ? "h2" : "h3";
  return (
    <>
      {heading ? (
        <Heading id={heading.id}>
          {address ? (
            <PageLink className="hover:underline" href={address}>
              {title}{" "}
              <span aria-hidden="true" className="text-muted">
                ›
              </span>
            </PageLink>
          ) : (
            title
          )}
        </Heading>
      ) : null}
      {text(description)}
      {operations.length === 0 ? null : isListed ? (
        <ul className="my-4 grid list-none gap-1.5 p-0 *:my-0! *:min-w-0">
          {operations.map(({ method, path, title: name, address: at }) => (
            <li key={at} className="flex flex-wrap items-baseline gap-x-2">
              <Method name={method} />
              <div className="min-w-0">
                <PageLink className="text-accent hover:underline" href={at}>
                  {name}
                </PageLink>
              </div>
              <div className="min-w-0">
                <code className="border-0 bg-transparent p-0 text-[0.8125rem] text-muted wrap-anywhere">{path}</code>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          <PageLink href={address ?? ""}>{messages.operations(operations.length)}</PageLink>
        </p>
      )}
    </>
  );
}
