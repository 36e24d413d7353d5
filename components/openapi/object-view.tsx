import type { ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import type { ApiObject } from "../../lib/openapi/fields.ts";
import type { LinkContext } from "../mdx/links.tsx";
import { Description } from "./description.tsx";
import { FieldLoader } from "./field-loader.tsx";
import { fieldAddress } from "./fields-html.tsx";
import { SchemaView } from "./schema-view.tsx";

interface ObjectViewProps {
  readonly object: ApiObject;
  readonly messages: DocsMessages;
  readonly context: LinkContext;
  /** The page's own text, above the fields. */
  readonly children: ReactNode;
}

/** An object of an API: its description and its fields. */
export function ObjectView({ object: { description, schema }, messages, context, children }: ObjectViewProps) {
  const text = (markdown: string) => <Description text={markdown} context={context} messages={messages} />;
  return (
    <>
      {children}
      <div className="prose">
        {text(description)}
        <SchemaView schema={schema} prefix="field" messages={messages} text={text} shown={{ count: 0 }} />
      </div>
      <FieldLoader {...fieldAddress(context)} />
    </>
  );
}
