// Tested in components/docs/operation-page.test.tsx.
import type { ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import type { ApiObject } from "../../lib/openapi/object.ts";
import type { LinkContext } from "../mdx/links.tsx";
import { Description, FieldList } from "./operation-view.tsx";

interface ObjectViewProps {
  readonly object: ApiObject;
  readonly messages: DocsMessages;
  readonly context: LinkContext;
  /** The page's own text, above the fields. */
  readonly children: ReactNode;
}

/** An object of an API: what its description says of it, and its fields. */
export function ObjectView({ object: { description, fields }, messages, context, children }: ObjectViewProps) {
  const text = (markdown: string) => <Description text={markdown} context={context} />;
  return (
    <>
      {children}
      <div className="prose">
        {text(description)}
        <FieldList fields={fields} messages={messages} text={text} />
      </div>
    </>
  );
}
