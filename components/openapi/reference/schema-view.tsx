import type { ReactNode } from "react";
import type { DocsMessages } from "../../../lib/i18n/messages.ts";
import type { Schema, SchemaMember } from "../../../lib/openapi/document/schema.ts";
import { FieldBox } from "../../mdx/fields.tsx";
import { Facts } from "./facts.tsx";

/** Renders the Markdown of a description. */
export type DescriptionText = (markdown: string) => ReactNode;

/** Fields after which what has a name in the description is folded without its content, which comes when it is opened. */
const MAX_SHOWN = 150;

export interface ViewProps {
  readonly messages: DocsMessages;
  readonly text: DescriptionText;
  /** Counts the fields of a page. */
  readonly shown: { count: number };
  /** Begins the ids of the fields, such as `body` or `response-200`. */
  readonly prefix: string;
}

/** Renders the fields of a body in the order of the description; nested fields fold out in place. */
export function SchemaView({ schema, ...view }: ViewProps & { readonly schema: Schema }): ReactNode {
  const { members, items, choices, others, parts = [] } = schema;
  if (items && parts.length === 0) return <SchemaView schema={items} {...view} />;
  const named = [...members, ...parts];
  const any = others ? [{ name: `{${view.messages.anyName}}`, required: false, schema: others }] : [];
  const fields = withIds(view.prefix, [...named, ...any]);
  return (
    <>
      {fields.slice(0, named.length).map((field) => (
        <Member key={field.id} {...field} {...view} />
      ))}
      {items ? <SchemaView schema={items} {...view} /> : null}
      {fields.slice(named.length).map((field) => (
        <Member key={field.id} {...field} {...view} />
      ))}
      {choices.length > 0 ? <Choices choices={choices} {...view} /> : null}
    </>
  );
}

/** Renders a named value with its nested fields. */
export function Member({ id, member: { name, required, schema }, ...view }: Omit<ViewProps, "prefix"> & IdentifiedMember) {
  const { messages, text } = view;
  const { type, description, about = "", facts, deprecated, readOnly, writeOnly } = schema;
  view.shown.count += 1;
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
      {countInside(schema) > 0 ? null : text(about)}
      <Facts facts={facts} messages={messages} />
      {countInside(schema) > 0 ? (
        <Inside
          schema={schema}
          label={
            <>
              <span className="when-closed">{messages.showFields(countInside(schema))}</span>
              <span className="when-open">{messages.hideFields}</span>
            </>
          }
          {...view}
          prefix={id}
        >
          {text(about)}
        </Inside>
      ) : null}
    </FieldBox>
  );
}

interface InsideProps extends ViewProps {
  readonly schema: Schema;
  readonly label: ReactNode;
  readonly isOpen?: boolean;
  /** Above the fields. */
  readonly children?: ReactNode;
}

/** Shows the inside of a field, folded. A long page leaves to FieldLoader what can be read by its name. */
function Inside({ schema, label, isOpen = false, children, ...view }: InsideProps) {
  const named = itemsOf(schema);
  const isLater = named.reference !== undefined && (named.cut !== undefined || view.shown.count >= MAX_SHOWN);
  const place = isLater ? `${encodeURIComponent(named.reference ?? "")}/${encodeURIComponent(view.prefix)}` : undefined;
  return (
    <details className="field-inside" open={isOpen && !isLater} data-fields={place}>
      <summary>{label}</summary>
      <div className="field-nested">
        {children}
        {isLater ? null : <SchemaView schema={schema} {...view} />}
      </div>
    </details>
  );
}

function itemsOf(schema: Schema): Schema {
  return schema.items ? itemsOf(schema.items) : schema;
}

function Choices({ choices, prefix, ...view }: ViewProps & { readonly choices: readonly Schema[] }) {
  const shown = choices.filter((choice) => countInside(choice) > 0);
  const [only] = shown;
  if (!only) return null;
  // The others are plain values, which the type tells.
  if (shown.length === 1 && only.cut === undefined) return <SchemaView schema={only} prefix={prefix} {...view} />;
  return (
    <div className="field-choices">
      <p className="field-choices-label">{view.messages.oneOf(shown.length)}</p>
      {shown.map((choice, index) => (
        <Inside
          // biome-ignore lint/suspicious/noArrayIndexKey: two choices may have one title, and they never change their order
          key={index}
          schema={choice}
          prefix={`${prefix}-${index + 1}`}
          label={choice.title || choice.type}
          isOpen={index === 0}
          {...view}
        >
          {view.text(choice.description)}
          {view.text(choice.about ?? "")}
        </Inside>
      ))}
    </div>
  );
}

/** Renders a field's name as a link to the field. */
function NameLink({ id, name, messages }: { readonly id: string; readonly name: string; readonly messages: DocsMessages }) {
  return (
    <a className="field-link" href={`#${id}`} title={messages.linkTo(name)}>
      {name}
    </a>
  );
}

/** Counts the fields directly inside a value: its members, those of its elements, or those of its variants. */
function countInside({ members, items, choices, others, parts = [], cut = 0 }: Schema): number {
  const shown = choices.map(countInside).filter((count) => count > 0);
  const [only = 0] = shown;
  const inItems = items ? countInside(items) : 0;
  const tellsMore =
    others && (countInside(others) > 0 || others.deprecated || others.description !== "" || others.facts.length > 0);
  return inItems + members.length + parts.length + cut + (tellsMore ? 1 : 0) + (shown.length > 1 ? shown.length : only);
}

interface IdentifiedMember {
  readonly id: string;
  readonly member: SchemaMember;
}

/** Returns fields beside each other with their ids. Of those whose names differ in signs alone, the later ones have a number. */
export function withIds(prefix: string, members: readonly SchemaMember[]): IdentifiedMember[] {
  const taken = new Set<string>();
  return members.map((member) => {
    const id = `${prefix}-${member.name.replace(/[^\p{L}\p{N}_.-]+/gu, "-")}`;
    let own = id;
    for (let count = 2; taken.has(own); count += 1) own = `${id}-${count}`;
    taken.add(own);
    return { id: own, member };
  });
}
