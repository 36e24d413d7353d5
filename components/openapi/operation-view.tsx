// Tested in e2e/reading.spec.ts.

import type { ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import type { Field } from "../../lib/openapi/fields.ts";
import {
  type ApiResponse,
  type Body,
  type Operation,
  type Parameter,
  type ParameterPlace,
  PLACES,
  preferredContent,
  type Security,
} from "../../lib/openapi/operation.ts";
import { toPlayground } from "../../lib/openapi/playground.ts";
import { FieldBox } from "../mdx/fields.tsx";
import { type LinkContext, linksIn } from "../mdx/links.tsx";
import { Message } from "../ui/message.tsx";
import { OperationExamples, type WrittenExamples } from "./operation-examples.tsx";
import { OperationLine } from "./operation-line.tsx";
import { Playground } from "./playground.tsx";

interface ViewProps {
  readonly operation: Operation;
  readonly messages: DocsMessages;
  readonly context: LinkContext;
  /** What the page's author puts beside the operation. */
  readonly examples?: WrittenExamples | undefined;
  /** The page's own text, above the reference. */
  readonly children?: ReactNode;
}

/** The reference of one operation: what it takes and gives on one side, calls and answers to copy on the other. */
export function OperationView({ operation, messages, context, examples, children }: ViewProps) {
  const { method, path, servers, description, deprecated, security, parameters, body, responses } = operation;
  const text = (markdown: string) => <Description text={markdown} context={context} />;
  const playground = toPlayground(operation);
  return (
    <div className="grid gap-x-12 gap-y-8 *:min-w-0 @4xl/main:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <div className="[&>.prose>:first-child]:mt-0">
        {children}
        <div className="prose [&_h2]:mt-10 [&_h2]:mb-2 [&_h2]:text-[1.375rem]">
          <OperationLine method={method} server={servers[0]} path={path} isDeprecated={deprecated} messages={messages} />
          {playground ? <Playground operation={playground} language={context.pageKey.language} /> : null}
          {text(description)}
          <SecuritySection security={security} messages={messages} text={text} />
          {PLACES.map((place) => (
            <ParameterSection key={place} place={place} parameters={parameters} messages={messages} text={text} />
          ))}
          <BodySection body={body} messages={messages} text={text} />
          <ResponseSection responses={responses} messages={messages} text={text} />
        </div>
      </div>
      <OperationExamples operation={operation} messages={messages} written={examples} />
    </div>
  );
}

type Text = (markdown: string) => ReactNode;

/** Markdown of a description; HTML in it is left out, and it is never MDX: a description may come from anywhere. */
export function Description({ text, context }: { text: string; context: LinkContext }) {
  if (!text) return null;
  const { a } = linksIn(context);
  const components = {
    a: ({ href, children }: { href?: string; children?: ReactNode }) => a({ href, children }),
    img: () => null,
    h1: "h4",
    h2: "h4",
    h3: "h4",
  } as const;
  return (
    <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} components={components}>
      {text}
    </ReactMarkdown>
  );
}

function SecuritySection({ security, messages, text }: { security: readonly Security[]; messages: DocsMessages; text: Text }) {
  if (security.length === 0) return null;
  return (
    <section aria-labelledby="authentication">
      <h2 id="authentication">
        <Message of={messages} name="authentication" />
      </h2>
      {security.map((scheme) => (
        <FieldBox
          key={scheme.name}
          name={scheme.kind === "apiKey" ? scheme.field : "Authorization"}
          type={typeOfSecurity(scheme)}
          place={scheme.kind === "apiKey" ? scheme.place : "header"}
          isRequired
          messages={messages}
        >
          {text(scheme.description)}
        </FieldBox>
      ))}
    </section>
  );
}

function typeOfSecurity({ kind, name }: Security): string {
  if (kind === "bearer") return "Bearer <token>";
  return kind === "basic" ? "Basic <credentials>" : name;
}

interface ParameterSectionProps {
  readonly place: ParameterPlace;
  readonly parameters: readonly Parameter[];
  readonly messages: DocsMessages;
  readonly text: Text;
}

function ParameterSection({ place, parameters, messages, text }: ParameterSectionProps) {
  const shown = parameters.filter((parameter) => parameter.place === place);
  if (shown.length === 0) return null;
  const id = `${place}-parameters`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{messages.parametersIn[place]}</h2>
      <FieldList fields={shown} messages={messages} text={text} />
    </section>
  );
}

function BodySection({ body, messages, text }: { body: Body | undefined; messages: DocsMessages; text: Text }) {
  const content = preferredContent(body?.contents ?? []);
  if (!body || !content) return null;
  return (
    <section aria-labelledby="request-body">
      <h2 id="request-body">
        <Message of={messages} name="requestBody" />
      </h2>
      <p className="mt-0 mb-1 text-[0.875rem] text-muted">
        <code>{content.contentType}</code> <span>{body.required ? messages.required : messages.optional}</span>
      </p>
      {text(body.description)}
      <FieldList fields={content.fields} messages={messages} text={text} />
    </section>
  );
}

function ResponseSection({
  responses,
  messages,
  text,
}: {
  responses: readonly ApiResponse[];
  messages: DocsMessages;
  text: Text;
}) {
  if (responses.length === 0) return null;
  return (
    <section aria-labelledby="responses">
      <h2 id="responses">
        <Message of={messages} name="responses" />
      </h2>
      {responses.map((response, index) => (
        <Response
          key={response.status}
          response={response}
          sameAs={findSame(responses, index)}
          open={index === 0}
          messages={messages}
          text={text}
        />
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

interface ResponseProps {
  readonly response: ApiResponse;
  /** Status of another response, whose fields are not shown once more. */
  readonly sameAs: string | undefined;
  readonly open: boolean;
  readonly messages: DocsMessages;
  readonly text: Text;
}

function Response({ response, sameAs, open, messages, text }: ResponseProps) {
  const { status, description, contents } = response;
  return (
    <details className="accordion group my-2.5" open={open}>
      <summary>
        <span className={`font-mono text-[0.9375rem] ${STATUS_TONES[status.charAt(0)] ?? "text-(--tone-warning)"}`}>
          {status}
        </span>
        <span className="min-w-0 flex-1 truncate font-normal text-[0.9375rem] text-muted group-open:hidden">
          <ReactMarkdown skipHtml allowedElements={["code"]} unwrapDisallowed>
            {description}
          </ReactMarkdown>
        </span>
        <span className="font-mono font-normal text-[0.8125rem] text-muted not-group-open:hidden">
          {preferredContent(contents)?.contentType ?? messages.noBody}
        </span>
      </summary>
      {/* Inside the fold, which a link to it so opens. */}
      <div className="fold-body px-4 pt-1 pb-2 [&>.field:last-child]:border-b-0" id={`response-${status}`}>
        {text(description)}
        {sameAs ? (
          <p>
            <a href={`#response-${sameAs}`}>{messages.sameFields(sameAs)}</a>
          </p>
        ) : (
          <FieldList fields={fieldsOf(response)} messages={messages} text={text} />
        )}
      </div>
    </details>
  );
}

/** Fields of a body in the order of the description; what is inside another field is set back below it. */
export function FieldList({ fields, messages, text }: { fields: readonly Field[]; messages: DocsMessages; text: Text }) {
  return fields.map((field) => {
    const { parent, own, depth } = splitName(field.name);
    return (
      <FieldBox
        key={field.name + field.type}
        depth={depth}
        name={
          <>
            {parent ? <span className="font-normal text-muted">{parent}</span> : null}
            {own}
          </>
        }
        type={field.type}
        isRequired={field.required}
        isDeprecated={field.deprecated}
        messages={messages}
      >
        {text(field.description)}
        {field.facts.length > 0 ? <p className="text-[0.875rem] text-muted">{field.facts.join(" · ")}</p> : null}
      </FieldBox>
    );
  });
}

/** `messages[].role` is `role` inside `messages[].`. */
function splitName(name: string): { parent: string; own: string; depth: number } {
  const cut = name.lastIndexOf(".") + 1;
  return { parent: name.slice(0, cut), own: name.slice(cut), depth: name.split(".").length - 1 };
}
