// Tested in e2e/reading.spec.ts.

import type { DocsMessages } from "../../lib/i18n/docs.ts";
import { type ApiResponse, type Operation, preferredContent } from "../../lib/openapi/operation.ts";
import { CODE_TABS, CodeButtons, CodeFrame } from "../mdx/code.tsx";
import { Highlighted } from "../mdx/highlight.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { samplesOf } from "./samples.ts";

/** Calls of an operation in several languages, and the answers it gives. */
export function OperationExamples({ operation, messages }: { operation: Operation; messages: DocsMessages }) {
  const samples = samplesOf(operation);
  const buttons = <CodeButtons messages={messages} />;
  return (
    <aside className="operation-examples" aria-label={messages.example}>
      {samples.length > 0 ? (
        <div className="code code-group" data-code>
          <Tabs titles={samples.map(({ title }) => title)} label={messages.request} end={buttons} listClass={CODE_TABS}>
            {samples.map(({ title, code, language }) => (
              <pre key={title}>
                <Highlighted code={code} language={language} />
              </pre>
            ))}
          </Tabs>
        </div>
      ) : null}
      {operation.responses.flatMap((response) => {
        const text = toText(response);
        if (text === undefined) return [];
        return (
          <CodeFrame
            key={response.status}
            title={`${messages.response} ${response.status}`}
            label={messages.response}
            buttons={buttons}
          >
            <pre>
              <Highlighted code={text} language="json" />
            </pre>
          </CodeFrame>
        );
      })}
    </aside>
  );
}

const MAX_EXAMPLE_CHARS = 6_000;

function toText({ contents }: ApiResponse): string | undefined {
  const example = preferredContent(contents)?.example();
  if (example === undefined) return undefined;
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return text.length > MAX_EXAMPLE_CHARS ? undefined : text;
}
