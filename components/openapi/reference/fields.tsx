import type { ReactNode } from "react";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import type { ChoicesBlock, FieldBlock, Inside } from "../../../lib/openapi/document/fields.ts";
import { FieldBox } from "../../mdx/fields.tsx";
import { Facts } from "./facts.tsx";

export interface ViewProps {
  readonly messages: DocsMessages;
  /** Renders the Markdown of a description. */
  readonly text: (markdown: string) => ReactNode;
}

interface FieldsProps extends ViewProps {
  readonly blocks: readonly (FieldBlock | ChoicesBlock)[];
}

/** Renders fields in the order of the description; nested fields fold out in place. */
export function Fields({ blocks, ...view }: FieldsProps): ReactNode {
  return blocks.map((block) =>
    block.kind === "field" ? (
      <Field key={block.id} field={block} {...view} />
    ) : (
      <Choices key={block.choices[0]?.id} {...block} {...view} />
    ),
  );
}

function Field({ field: { id, name, required, schema, inside }, ...view }: ViewProps & { readonly field: FieldBlock }) {
  const { messages, text } = view;
  const { type, description, about = "", facts, deprecated, readOnly, writeOnly } = schema;
  const shown = name || `{${messages.anyName}}`;
  return (
    <FieldBox
      id={id}
      name={
        <a className="field-link" href={`#${id}`} title={messages.linkTo(shown)}>
          {shown}
        </a>
      }
      type={type}
      isRequired={required}
      isDeprecated={deprecated}
      marks={[...(readOnly ? [messages.readOnly] : []), ...(writeOnly ? [messages.writeOnly] : [])]}
      messages={messages}
    >
      {text(description)}
      {inside ? null : text(about)}
      <Facts facts={facts} messages={messages} />
      {inside ? (
        <Fold
          id={id}
          inside={inside}
          label={
            <>
              <span className="when-closed">{labelOf(inside, messages)}</span>
              <span className="when-open">{messages.hideFields}</span>
            </>
          }
          {...view}
        >
          {text(about)}
        </Fold>
      ) : null}
    </FieldBox>
  );
}

function labelOf({ count, blocks }: Inside, messages: DocsMessages): string {
  return blocks.length > 0 && blocks.every(({ kind }) => kind === "choices") ? messages.oneOf(count) : messages.showFields(count);
}

interface FoldProps extends ViewProps {
  readonly id: string;
  readonly inside: Inside;
  readonly label: ReactNode;
  readonly isOpen?: boolean;
  /** Above the fields. */
  readonly children?: ReactNode;
}

/** Renders the inside of a value, folded. What a long page leaves out is brought by FieldLoader. */
function Fold({ id, inside: { later, blocks }, label, isOpen = false, children, ...view }: FoldProps) {
  const place = later === undefined ? undefined : `${encodeURIComponent(later)}/${encodeURIComponent(id)}`;
  return (
    <details className="field-inside" open={isOpen && later === undefined} data-fields={place}>
      <summary>{label}</summary>
      <div className="field-nested">
        {children}
        {later === undefined ? <Fields blocks={blocks} {...view} /> : null}
      </div>
    </details>
  );
}

function Choices({ choices, ...view }: ViewProps & Pick<ChoicesBlock, "choices">) {
  const folded = choices.flatMap(({ inside, ...choice }) => (inside ? [{ ...choice, inside }] : []));
  return (
    <div className="field-choices">
      <p className="field-choices-label">{view.messages.oneOf(folded.length)}</p>
      {folded.map(({ id, title, schema, inside }, index) => (
        <Fold key={id} id={id} inside={inside} label={title} isOpen={index === 0} {...view}>
          {view.text(schema.description)}
          {view.text(schema.about ?? "")}
        </Fold>
      ))}
    </div>
  );
}
