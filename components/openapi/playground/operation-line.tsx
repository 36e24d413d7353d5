import { Fragment } from "react";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import { Method } from "../../docs/method.tsx";
import { Message } from "../../ui/message.tsx";
import { BAR } from "./bar-classes.ts";

interface LineProps {
  readonly method: string;
  readonly path: string;
  readonly server: string | undefined;
  readonly isDeprecated: boolean;
  readonly messages: DocsMessages;
}

/** Renders method, server and path of an operation, with the parameters of the path highlighted. */
export function OperationLine({ method, path, server, isDeprecated, messages }: LineProps) {
  return (
    <p className="contents">
      <Method name={method} className="text-[0.8125rem]" />
      <code
        dir="ltr"
        className="min-w-0 flex-1 border-0 bg-transparent p-0 py-1 text-[0.875rem] wrap-anywhere @max-xl/main:order-1 @max-xl/main:basis-full"
      >
        <span className="text-muted">{server}</span>
        <wbr />
        {path.split(/(\{[^}]+\})/g).map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change
            <Fragment key={index}>
              <wbr />
              <span className="text-accent">{part}</span>
            </Fragment>
          ),
        )}
      </code>
      {isDeprecated ? (
        <span className="field-deprecated">
          <Message of={messages} name="deprecated" />
        </span>
      ) : null}
    </p>
  );
}

/** Renders the same line in a frame, for a page that describes its operation itself. */
export function FramedOperationLine(props: LineProps) {
  return (
    <div className={`${BAR} mb-6`}>
      <OperationLine {...props} />
    </div>
  );
}
