import type { ReactNode } from "react";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import { plainText, toJson } from "../../../lib/openapi/description/json-text.ts";
import type { NamedExample } from "../../../lib/openapi/document/example.ts";
import {
  type ApiResponse,
  type Content,
  isError,
  type Operation,
  preferredContent,
  WEBHOOK,
} from "../../../lib/openapi/document/operation.ts";
import { initialState, toCall } from "../../../lib/openapi/playground/call.ts";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import { CodeButtons } from "../../mdx/code.tsx";
import { AnswerSample, CallSample } from "./code-choice.tsx";
import { SAMPLE_LANGUAGES } from "./sample-language.ts";
import { sampleIn } from "./samples.ts";

/** The examples that an author wrote beside an operation, and which of the generated ones they replace. */
export interface WrittenExamples {
  readonly body: ReactNode;
  readonly hasRequest: boolean;
  readonly hasResponse: boolean;
}

interface OperationExamplesProps {
  readonly operation: Operation;
  readonly playground: PlaygroundOperation;
  readonly messages: DocsMessages;
  readonly written?: WrittenExamples | undefined;
}

/** Calls of an operation in several languages, and the answers it gives, by their status; or those that the page's author wrote. */
export function OperationExamples({ operation, playground, messages, written }: OperationExamplesProps) {
  const answers = operation.responses.toSorted((left, right) => Number(isError(left.status)) - Number(isError(right.status)));
  const samples = answers.flatMap(toSamples);
  const { hasRequest = false, hasResponse = false } = written ?? {};
  const text = written ? <div className="prose min-w-0 [&>:first-child]:mt-0 [&>:last-child]:mb-0">{written.body}</div> : null;
  return (
    <aside className={EXAMPLES} aria-label={messages.example}>
      {hasResponse && !hasRequest ? null : text}
      {operation.samples.length > 0 ? (
        <AnswerSample
          label={messages.example}
          samples={Object.fromEntries(operation.samples.map(({ title, source }) => [title, source]))}
          buttons={<CodeButtons messages={messages} />}
        />
      ) : null}
      {hasRequest ? null : <Call operation={operation} playground={playground} messages={messages} />}
      {hasRequest || operation.method === WEBHOOK ? null : <NamedBodies operation={operation} messages={messages} />}
      {hasResponse && !hasRequest ? text : null}
      {hasResponse || samples.length === 0 ? null : (
        <AnswerSample
          label={messages.response}
          samples={Object.fromEntries(samples)}
          notes={notesOf(answers.flatMap(({ status, contents }) => namedIn(contents, `${status} · `)))}
          buttons={<CodeButtons messages={messages} />}
        />
      )}
    </aside>
  );
}

/** In a column of limited height, rows of scrolling blocks would shrink to their headers if they were not as high as they are. */
const EXAMPLES =
  "grid auto-rows-max content-start gap-4 [scrollbar-color:var(--line)_transparent] [scrollbar-width:thin] @4xl/main:sticky @4xl/main:top-[calc(var(--header)+1.5rem)] @4xl/main:max-h-[calc(100dvh-var(--header)-3rem)] @4xl/main:overflow-y-auto print:static! print:max-h-none! print:overflow-visible! [&_:is([role=tabpanel],.code-scroll)]:max-h-52 @4xl/main:[&_:is([role=tabpanel],.code-scroll)]:max-h-104 [&_:is([role=tabpanel],.code-scroll)]:overflow-auto";

/** Renders the call in the reader's language of choice, or what a webhook sends. */
function Call({ operation, playground, messages }: Omit<OperationExamplesProps, "written">) {
  const buttons = <CodeButtons messages={messages} />;
  const label = messages.request;
  if (operation.method !== WEBHOOK) {
    const server = operation.servers[0] ?? "";
    const first = sampleIn(SAMPLE_LANGUAGES[0], toCall(playground, { ...initialState(playground), server }));
    return <CallSample label={label} operation={playground} server={server} first={first} buttons={buttons} />;
  }
  const content = preferredContent(operation.body?.contents ?? []);
  const example = content?.example();
  if (!content || example === undefined) return null;
  return <AnswerSample label={label} samples={{ [content.contentType]: toCode(example) }} buttons={buttons} />;
}

/** Renders the example bodies of the description, when there are several. */
function NamedBodies({ operation, messages }: Pick<OperationExamplesProps, "operation" | "messages">) {
  const named = preferredContent(operation.body?.contents ?? [])?.named ?? [];
  const [only] = named;
  if (!only) return null;
  // The call above has it.
  if (named.length === 1)
    return <p className="m-0 text-[0.875rem] text-muted">{[only.title, only.description].filter(Boolean).join(": ")}</p>;
  const samples = Object.fromEntries(named.map(({ title, value }) => [title, shorten(toCode(value))]));
  const notes = notesOf(namedIn(operation.body?.contents ?? [], ""));
  return <AnswerSample label={messages.example} samples={samples} notes={notes} buttons={<CodeButtons messages={messages} />} />;
}

function namedIn(contents: readonly Content[], prefix: string): NamedExample[] {
  return (preferredContent(contents)?.named ?? []).map((named) => ({ ...named, title: prefix + named.title }));
}

/** Returns the descriptions of examples by title. */
function notesOf(named: readonly NamedExample[]): Readonly<Record<string, string>> {
  return Object.fromEntries(named.flatMap(({ title, description }) => (description ? [[title, description]] : [])));
}

const MAX_ERROR_CHARS = 6_000;
/** Only the start of a longer response is shown. */
const MAX_ANSWER_CHARS = 20_000;

/** Returns the examples of a response: those that the description names, else one. */
function toSamples({ status, contents }: ApiResponse): (readonly [title: string, code: string])[] {
  const content = preferredContent(contents);
  if (content && content.named.length > 0)
    return content.named.map(({ title, value }) => [`${status} · ${title}`, shorten(toCode(value))]);
  // None is generated for an error.
  if (isError(status) && content?.given === undefined) return [];
  const example = content?.example();
  if (example === undefined) return [];
  const code = toCode(example);
  // A given one may hold the whole object that it is about.
  if (isError(status) && code.length > MAX_ERROR_CHARS) return [];
  return [[status, shorten(code)]];
}

function shorten(code: string): string {
  return code.length > MAX_ANSWER_CHARS ? `${code.slice(0, MAX_ANSWER_CHARS).replace(/\n[^\n]*$/, "")}\n…` : code;
}

function toCode(example: unknown): string {
  return typeof example === "string" ? plainText(example) : toJson(example, 2);
}
