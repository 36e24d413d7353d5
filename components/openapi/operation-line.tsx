// Tested in components/docs/operation-page.test.tsx.
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import { Method } from "../docs/method.tsx";
import { Message } from "../ui/message.tsx";

interface LineProps {
  readonly method: string;
  readonly path: string;
  readonly server: string | undefined;
  readonly isDeprecated: boolean;
  readonly messages: DocsMessages;
}

/** Method and address of an operation in a line. */
export function OperationLine({ method, path, server, isDeprecated, messages }: LineProps) {
  return (
    <p className="mt-0 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-(--radius) border border-line bg-sunk px-3.5 py-2.5">
      <Method name={method} className="text-[0.8125rem]" />
      <code className="border-0 bg-transparent p-0 text-[0.875rem]">
        <span className="text-muted">{server}</span>
        <wbr />
        {path}
      </code>
      {isDeprecated ? (
        <span className="field-deprecated">
          <Message of={messages} name="deprecated" />
        </span>
      ) : null}
    </p>
  );
}
