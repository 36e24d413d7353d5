import type { ApiResponse, Operation } from "../../lib/openapi/operation.ts";
import { CodeButtons, CodeFrame } from "../mdx/code.tsx";
import { Highlighted } from "../mdx/highlight.tsx";
import { TabList } from "../reading/tabs.tsx";
import type { Words } from "../reading/words.ts";
import { samplesOf } from "./samples.ts";

/** Calls of an operation in several languages, and the answers it gives. */
export function OperationExamples({ operation, words }: { operation: Operation; words: Words }) {
  const samples = samplesOf(operation);
  const buttons = <CodeButtons words={words} />;
  return (
    <aside className="operation-examples" aria-label={words.example}>
      <div className="code code-group" data-code>
        <TabList titles={samples.map(({ title }) => title)} label={words.request} end={buttons}>
          {samples.map(({ title, code, language }) => (
            <pre key={title}>
              <Highlighted code={code} language={language} />
            </pre>
          ))}
        </TabList>
      </div>
      {operation.responses.flatMap((response) => {
        const text = toText(response.body);
        if (text === undefined) return [];
        return (
          <CodeFrame
            key={response.status}
            title={`${words.response} ${response.status}`}
            label={words.response}
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

const maxExampleCharacters = 6_000;

function toText(body: ApiResponse["body"]): string | undefined {
  if (body?.example === undefined) return undefined;
  const text = typeof body.example === "string" ? body.example : JSON.stringify(body.example, null, 2);
  return text.length > maxExampleCharacters ? undefined : text;
}
