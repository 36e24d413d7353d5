import { Fragment, type ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import {
  type ApiResponse,
  type Body,
  type Content,
  type Operation,
  type Parameter,
  type ParameterPlace,
  PLACES,
  preferredContent,
  type Security,
  type SecurityPart,
} from "../../../lib/openapi/document/operation.ts";
import { FieldBox } from "../../mdx/fields.tsx";
import { Message } from "../../ui/message.tsx";
import { Facts } from "./facts.tsx";
import { Member, SchemaView, type ViewProps, withIds } from "./schema-view.tsx";

interface SectionProps extends Omit<ViewProps, "prefix"> {
  readonly messages: DocsMessages;
}

/** Renders the reference of an operation: authentication, parameters, body and responses. */
export function OperationSections({ operation, ...section }: SectionProps & { readonly operation: Operation }): ReactNode {
  const { ownServers, security, ways, parameters, body, responses } = operation;
  return (
    <>
      {ownServers.map(({ url, words }) => (
        <p key={url} className="wrap-anywhere">
          <code>{url}</code>: {words}
        </p>
      ))}
      <SecuritySection security={security} ways={ways} {...section} />
      {PLACES.map((place) => (
        <ParameterSection key={place} place={place} parameters={parameters} {...section} />
      ))}
      <BodySection body={body} {...section} />
      <ResponseSection responses={responses} {...section} />
    </>
  );
}

interface SecurityProps extends Omit<SectionProps, "shown"> {
  readonly security: readonly Security[];
  readonly ways: readonly (readonly SecurityPart[])[];
}

function SecuritySection({ security, ways, messages, text }: SecurityProps) {
  if (security.length === 0) return null;
  // Of a single way each scheme is a field, with its scopes.
  const [only, ...others] = ways;
  const isPlain = only !== undefined && others.length === 0;
  const scopesOf = (name: string) => (isPlain ? (only.find((part) => part.name === name)?.scopes ?? []) : []);
  return (
    <section aria-labelledby="authentication">
      <h2 id="authentication">
        <Message of={messages} name="authentication" />
      </h2>
      {isPlain ? null : <Ways ways={ways} messages={messages} />}
      {security.map((scheme) => (
        <FieldBox
          key={scheme.name}
          name={scheme.kind === "apiKey" ? scheme.field : "Authorization"}
          type={
            (isPlain && security.length === 1) || scheme.kind === "apiKey"
              ? typeOfSecurity(scheme)
              : `${scheme.name}: ${typeOfSecurity(scheme)}`
          }
          place={scheme.kind === "apiKey" ? scheme.place : "header"}
          isRequired={ways.every((way) => way.some(({ name }) => name === scheme.name))}
          messages={messages}
        >
          {text(scheme.description)}
          <Scopes scopes={scopesOf(scheme.name)} messages={messages} />
        </FieldBox>
      ))}
    </section>
  );
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
function Ways({ ways, messages }: Pick<SecurityProps, "ways" | "messages">) {
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

function typeOfSecurity({ kind, name }: Security): string {
  if (kind === "bearer") return "Bearer <token>";
  return kind === "basic" ? "Basic <credentials>" : name;
}

interface ParameterSectionProps extends SectionProps {
  readonly place: ParameterPlace;
  readonly parameters: readonly Parameter[];
}

function ParameterSection({ place, parameters, ...view }: ParameterSectionProps) {
  const shown = parameters.filter((parameter) => parameter.place === place);
  if (shown.length === 0) return null;
  const id = `${place}-parameters`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{view.messages.parametersIn[place]}</h2>
      {withIds(place, shown).map((field) => (
        <Member key={field.id} {...field} {...view} />
      ))}
    </section>
  );
}

function BodySection({ body, ...view }: SectionProps & { readonly body: Body | undefined }) {
  const { messages, text } = view;
  const content = preferredContent(body?.contents ?? []);
  if (!body || !content) return null;
  const others = body.contents.filter((other) => other !== content);
  return (
    <section aria-labelledby="request-body">
      <h2 id="request-body">
        <Message of={messages} name="requestBody" />
      </h2>
      <p className="mt-0 mb-1 text-[0.875rem] text-muted">
        <code>{content.contentType}</code> <span>{body.required ? messages.required : messages.optional}</span>
        {others.length > 0 ? ` · ${messages.otherTypes}: ${others.map(({ contentType }) => contentType).join(", ")}` : null}
      </p>
      {text(body.description)}
      {content.description === body.description ? null : text(content.description)}
      <Facts facts={content.schema.facts} messages={messages} />
      <SchemaView schema={content.schema} prefix="body" {...view} />
      <OtherContents main={content} contents={body.contents} prefix="body" {...view} />
    </section>
  );
}

interface OtherProps extends ViewProps {
  readonly main: Content;
  readonly contents: readonly Content[];
}

/** Renders, folded, the other media types of a body that differ from the main one. */
function OtherContents({ main, contents, prefix, ...view }: OtherProps) {
  const saidIn = ({ fields, schema, description }: Content) => JSON.stringify([fields, schema.facts, description]);
  const others = contents.filter(
    (other) => other !== main && (saidIn(other) !== saidIn(main) || typeof other.given === "string"),
  );
  return others.map((other, index) => (
    <details key={other.contentType} className="field-inside">
      <summary>{other.contentType}</summary>
      <div className="field-nested">
        {view.text(other.description)}
        <SchemaView schema={other.schema} prefix={`${prefix}-other-${index + 1}`} {...view} />
        {typeof other.given === "string" ? (
          <pre>
            <code>{other.given.slice(0, MAX_GIVEN_CHARS)}</code>
          </pre>
        ) : null}
      </div>
    </details>
  ));
}

const MAX_GIVEN_CHARS = 4_000;

function ResponseSection({ responses, ...view }: SectionProps & { readonly responses: readonly ApiResponse[] }) {
  if (responses.length === 0) return null;
  return (
    <section aria-labelledby="responses">
      <h2 id="responses">
        <Message of={view.messages} name="responses" />
      </h2>
      {responses.map((response, index) => (
        <Response key={response.status} response={response} sameAs={findSame(responses, index)} open={index === 0} {...view} />
      ))}
    </section>
  );
}

const fieldsOf = ({ contents }: ApiResponse) => preferredContent(contents)?.fields ?? [];

/** Status of the first response before it that has the same fields, as errors most often have. */
function findSame(responses: readonly ApiResponse[], index: number): string | undefined {
  const texts = responses.slice(0, index + 1).map((response) => JSON.stringify(fieldsOf(response)));
  const first = texts.indexOf(texts[index] ?? "");
  return first === index || texts[index] === "[]" ? undefined : responses[first]?.status;
}

/** By the first digit. */
const STATUS_TONES: Readonly<Record<string, string>> = { 2: "text-(--tone-check)", 5: "text-(--tone-danger)" };

interface ResponseProps extends SectionProps {
  readonly response: ApiResponse;
  /** Status of another response, whose fields are not shown once more. */
  readonly sameAs: string | undefined;
  readonly open: boolean;
}

function Response({ response, sameAs, open, ...view }: ResponseProps) {
  const { messages, text } = view;
  const { status, description, contents, headers } = response;
  const content = preferredContent(contents);
  return (
    <details className="accordion response my-2.5" open={open}>
      <summary>
        <span className={`font-mono text-[0.9375rem] ${STATUS_TONES[status.charAt(0)] ?? "text-(--tone-warning)"}`}>
          {status}
        </span>
        <span className="response-words min-w-0 flex-1 truncate font-normal text-[0.9375rem] text-muted">
          <ReactMarkdown skipHtml allowedElements={["code"]} unwrapDisallowed>
            {description}
          </ReactMarkdown>
        </span>
        <span className="response-type wrap-anywhere font-mono font-normal text-[0.8125rem] text-muted">
          {content?.contentType ?? messages.noBody}
        </span>
      </summary>
      {/* Inside the fold, which a link to it so opens. */}
      <div className="fold-body px-4 pt-1 pb-2 [&>.field:last-child]:border-b-0" id={`response-${status}`}>
        {text(description)}
        {headers.length > 0 ? (
          <details className="field-inside">
            <summary>
              {messages.responseHeaders} ({headers.length})
            </summary>
            <div className="field-nested">
              {withIds(`response-${status}-header`, headers).map((field) => (
                <Member key={field.id} {...field} {...view} />
              ))}
            </div>
          </details>
        ) : null}
        {sameAs ? (
          <p>
            <a href={`#response-${sameAs}`}>{messages.sameFields(sameAs)}</a>
          </p>
        ) : content ? (
          <>
            {content.description === description ? null : text(content.description)}
            <Facts facts={content.schema.facts} messages={messages} />
            <SchemaView schema={content.schema} prefix={`response-${status}`} {...view} />
            <OtherContents main={content} contents={contents} prefix={`response-${status}`} {...view} />
          </>
        ) : null}
      </div>
    </details>
  );
}
