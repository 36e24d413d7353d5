import type { ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import { initialState, toCall } from "../../lib/openapi/call.ts";
import { type ApiResponse, type Operation, preferredContent, WEBHOOK } from "../../lib/openapi/operation.ts";
import type { PlaygroundOperation } from "../../lib/openapi/playground.ts";
import { CODE_TABS, CodeButtons } from "../mdx/code.tsx";
import { Highlighted } from "../mdx/highlight.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { SAMPLE_LANGUAGE } from "./sample-language.ts";
import { samplesOf } from "./samples.ts";

/** The examples that the author of an operation's page puts beside it, and which of the generated ones they replace. */
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
  const answers = operation.responses.flatMap((response) => {
    const code = toText(response);
    return code === undefined ? [] : [{ title: response.status, code, language: "json" }];
  });
  const { hasRequest = false, hasResponse = false } = written ?? {};
  const text = written ? <div className="prose min-w-0 [&>:first-child]:mt-0 [&>:last-child]:mb-0">{written.body}</div> : null;
  return (
    <aside className={EXAMPLES} aria-label={messages.example}>
      {hasResponse && !hasRequest ? null : text}
      {hasRequest ? null : (
        <ExampleTabs examples={callsOf(operation, playground)} label={messages.request} messages={messages} isRemembered />
      )}
      {hasResponse && !hasRequest ? text : null}
      {hasResponse ? null : <ExampleTabs examples={answers} label={messages.response} messages={messages} />}
    </aside>
  );
}

/** In a column of limited height, rows of scrolling blocks would shrink to their headers if they were not as high as they are. */
const EXAMPLES =
  "grid auto-rows-max content-start gap-4 [scrollbar-color:var(--line)_transparent] [scrollbar-width:thin] @4xl/main:sticky @4xl/main:top-[calc(var(--header)+1.5rem)] @4xl/main:max-h-[calc(100dvh-var(--header)-3rem)] @4xl/main:overflow-y-auto [&_:is([role=tabpanel],.code-scroll)]:max-h-104 [&_:is([role=tabpanel],.code-scroll)]:overflow-auto";

/** The call in several languages; of a webhook, what it sends. */
function callsOf(operation: Operation, playground: PlaygroundOperation): readonly Example[] {
  if (operation.method !== WEBHOOK)
    return samplesOf(toCall(playground, { ...initialState(playground), server: operation.servers[0] ?? "" }));
  const content = preferredContent(operation.body?.contents ?? []);
  const example = content?.example();
  if (!content || example === undefined) return [];
  const code = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return [{ title: content.contentType, language: "json", code }];
}

interface Example {
  /** Name of its tab. */
  readonly title: string;
  readonly code: string;
  readonly language: string;
}

interface ExampleTabsProps {
  readonly examples: readonly Example[];
  readonly label: string;
  readonly messages: DocsMessages;
  /** The chosen tab is the first on the next page, too. */
  readonly isRemembered?: boolean;
}

function ExampleTabs({ examples, label, messages, isRemembered }: ExampleTabsProps) {
  if (examples.length === 0) return null;
  return (
    <div className="code code-group" data-code>
      <Tabs
        titles={examples.map(({ title }) => title)}
        label={label}
        end={<CodeButtons messages={messages} />}
        listClass={CODE_TABS}
        rememberAs={isRemembered ? SAMPLE_LANGUAGE : undefined}
      >
        {examples.map(({ title, code, language }) => (
          <pre key={title}>
            <Highlighted code={code} language={language} />
          </pre>
        ))}
      </Tabs>
    </div>
  );
}

const MAX_EXAMPLE_CHARS = 6_000;

function toText({ contents }: ApiResponse): string | undefined {
  const example = preferredContent(contents)?.example();
  if (example === undefined) return undefined;
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return text.length > MAX_EXAMPLE_CHARS ? undefined : text;
}
