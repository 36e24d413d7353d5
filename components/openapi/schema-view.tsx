import type { ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import type { Field } from "../../lib/openapi/fields.ts";
import type { Schema, SchemaMember } from "../../lib/openapi/schema.ts";
import { FieldBox } from "../mdx/fields.tsx";

/** Renders the Markdown of a description. */
export type DescriptionText = (markdown: string) => ReactNode;

interface ViewProps {
  readonly messages: DocsMessages;
  readonly text: DescriptionText;
  /** Begins the ids of the fields, such as `body` or `response-200`. */
  readonly prefix: string;
}

/** The fields of a body in the order of the description; what is inside a field folds out in its place. */
export function SchemaView({ schema, ...view }: ViewProps & { readonly schema: Schema }): ReactNode {
  const { members, items, choices, others } = schema;
  if (items) return <SchemaView schema={items} {...view} />;
  return (
    <>
      {members.map((member) => (
        <Member key={member.name} member={member} {...view} />
      ))}
      {others ? <Member member={{ name: `{${view.messages.anyName}}`, required: false, schema: others }} {...view} /> : null}
      {choices.length > 0 ? <Choices choices={choices} {...view} /> : null}
    </>
  );
}

/** Headers, each a line of the list. */
export function FieldList({ fields, prefix, messages, text }: ViewProps & { readonly fields: readonly Field[] }) {
  return fields.map((field) => (
    <FieldBox
      key={field.name}
      id={idOf(prefix, field.name)}
      name={<NameLink id={idOf(prefix, field.name)} name={field.name} messages={messages} />}
      type={field.type}
      isRequired={field.required}
      isDeprecated={field.deprecated}
      messages={messages}
    >
      {text(field.description)}
      <Facts facts={field.facts} />
    </FieldBox>
  ));
}

/** A named value with what is inside it. */
export function Member({
  member: { name, required, schema },
  prefix,
  messages,
  text,
}: ViewProps & { readonly member: SchemaMember }) {
  const id = idOf(prefix, name);
  const { type, description, facts, deprecated, readOnly, writeOnly } = schema;
  const count = countInside(schema);
  return (
    <FieldBox
      id={id}
      name={<NameLink id={id} name={name} messages={messages} />}
      type={type}
      isRequired={required}
      isDeprecated={deprecated}
      marks={[...(readOnly ? [messages.readOnly] : []), ...(writeOnly ? [messages.writeOnly] : [])]}
      messages={messages}
    >
      {text(description)}
      <Facts facts={facts} />
      {count > 0 ? (
        <details className="field-inside">
          <summary>{messages.showFields(count)}</summary>
          <div className="field-nested">
            <SchemaView schema={schema} prefix={id} messages={messages} text={text} />
          </div>
        </details>
      ) : null}
    </FieldBox>
  );
}

function Choices({ choices, messages, text, prefix }: ViewProps & { readonly choices: readonly Schema[] }) {
  const shown = choices.filter((choice) => countInside(choice) > 0);
  const [only] = shown;
  if (!only) return null;
  // The others are plain values, which the type tells.
  if (shown.length === 1) return <SchemaView schema={only} messages={messages} text={text} prefix={prefix} />;
  return (
    <div className="field-choices">
      <p className="field-choices-label">{messages.oneOf}</p>
      {shown.map((choice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two choices may have one title, and they never change their order
        <details className="field-inside" key={index} open={index === 0}>
          <summary>{choice.title || choice.type}</summary>
          <div className="field-nested">
            {text(choice.description)}
            <SchemaView schema={choice} prefix={`${prefix}-${index + 1}`} messages={messages} text={text} />
          </div>
        </details>
      ))}
    </div>
  );
}

function Facts({ facts }: { readonly facts: readonly string[] }) {
  return facts.length > 0 ? <p className="text-[0.875rem] text-muted">{facts.join(" · ")}</p> : null;
}

/** A field's name as a link to the field. */
function NameLink({ id, name, messages }: { readonly id: string; readonly name: string; readonly messages: DocsMessages }) {
  return (
    <a className="field-link" href={`#${id}`} title={messages.linkTo(name)}>
      {name}
    </a>
  );
}

/** Counts the fields directly inside a value: its members, those of its elements, or those of its variants. */
function countInside({ members, items, choices, others }: Schema): number {
  if (items) return countInside(items);
  const shown = choices.map(countInside).filter((count) => count > 0);
  const [only = 0] = shown;
  return members.length + (others && countInside(others) > 0 ? 1 : 0) + (shown.length > 1 ? shown.length : only);
}

function idOf(prefix: string, name: string): string {
  return `${prefix}-${name.replace(/[^\p{L}\p{N}_.-]+/gu, "-")}`;
}
