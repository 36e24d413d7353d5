"use client";

import { Plus, Trash2 } from "lucide";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { PlaygroundMessages } from "../../../lib/i18n/browser-messages.ts";
import type { PlaygroundState } from "../../../lib/openapi/playground/call.ts";
import type { FormMember, FormSchema } from "../../../lib/openapi/playground/form-schema.ts";
import { firstValue, nearestChoice } from "../../../lib/openapi/playground/form-values.ts";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { LucideSvg } from "../../ui/lucide-svg.tsx";
import { CONTROL, Labelled, ScalarInput, SMALL_BUTTON } from "./playground-controls.tsx";
import type { PlaygroundError } from "./playground-request.ts";

/** The messages and faults that every field of a form needs. */
export interface FormContextValue {
  readonly messages: PlaygroundMessages;
  readonly errors: readonly PlaygroundError[];
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useForm(): FormContextValue & { readonly errorOf: (field: string) => string | undefined } {
  const context = useContext(FormContext);
  if (!context) throw new Error("A field is outside of its form.");
  const errorOf = (field: string) => {
    const error = context.errors.find((candidate) => candidate.field === field);
    return error && context.messages.errors[error.reason](error.rule ?? "");
  };
  return { ...context, errorOf };
}

/** The values of a form, and how to change them. */
export interface StateProps {
  readonly operation: PlaygroundOperation;
  readonly state: PlaygroundState;
  readonly setState: (change: (state: PlaygroundState) => PlaygroundState) => void;
}

interface ValueProps {
  readonly schema: FormSchema;
  /** Key of the field, such as `body/messages/0/role`. */
  readonly field: string;
  readonly name: string;
  readonly required: boolean;
  readonly value: unknown;
  /** Takes the new value; undefined to leave it out. */
  readonly onChange: (value: unknown) => void;
}

/** Renders the inputs of one value: a control for a plain one, a group for an object, a list or a choice. */
export function ValueInput(props: ValueProps): ReactNode {
  const { schema } = props;
  if (schema.choices) return <ChoiceInput {...props} choices={schema.choices} />;
  if (schema.kind === "array" && schema.items) return <ListInput {...props} items={schema.items} />;
  if (schema.kind === "object" && schema.members) return <ObjectInput {...props} members={schema.members} />;
  return <LeafInput {...props} />;
}

function LeafInput({ schema, field, name, required, value, onChange }: ValueProps) {
  const { messages, errorOf } = useForm();
  return (
    <Labelled
      field={field}
      label={name}
      type={schema.type}
      required={required}
      hint={schema.hint}
      error={errorOf(field)}
      messages={messages}
    >
      {(control) => (
        <ScalarInput
          control={control}
          schema={schema}
          required={required}
          value={value}
          onChange={onChange}
          messages={messages}
        />
      )}
    </Labelled>
  );
}

/** Renders a group that folds, open when it is required or filled in. */
function Group({
  name,
  schema,
  required,
  field,
  value,
  children,
}: Omit<ValueProps, "onChange"> & { readonly children: ReactNode }) {
  const { messages, errorOf, errors } = useForm();
  const error = errorOf(field);
  const [wasOpen] = useState(required || value !== undefined);
  return (
    <details
      className="fold rounded-md border border-line"
      open={wasOpen || errors.some((one) => `${one.field}/`.startsWith(`${field}/`)) || undefined}
    >
      <summary className="px-3 py-2 text-[0.875rem]">
        <span className="font-medium">{name}</span>{" "}
        <span className="ms-1 font-mono text-[0.8125rem] text-muted wrap-anywhere">{schema.title || schema.type}</span>{" "}
        {required ? <span className="ms-1 text-[0.8125rem] text-(--tone-danger)">{messages.required}</span> : null}
      </summary>
      <div className="grid grid-cols-1 gap-3.5 border-line border-t p-3">
        {schema.hint ? <p className="m-0 text-[0.8125rem] text-muted">{schema.hint}</p> : null}
        {error ? <p className="m-0 text-(--tone-danger) text-[0.8125rem]">{error}</p> : null}
        {children}
      </div>
    </details>
  );
}

function ObjectInput({ members, ...props }: ValueProps & { readonly members: readonly FormMember[] }) {
  return (
    <Group {...props}>
      <MemberInputs {...props} members={members} />
    </Group>
  );
}

/** Optional members beyond this many are shown on request. */
const MAX_OPTIONAL = 6;

/** Renders the inputs of the members of an object, without a frame around them. */
export function MemberInputs({
  members,
  field,
  value,
  onChange,
}: Omit<ValueProps, "schema" | "name" | "required"> & { readonly members: readonly FormMember[] }) {
  const { messages, errors } = useForm();
  const [isWhole, setWhole] = useState(false);
  const known = typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  const isShown = ({ name, required }: FormMember) =>
    required || Object.hasOwn(known, name) || errors.some((error) => error.field === `${field}/${name}`);
  const optional = members.filter((member) => !isShown(member));
  const shown = isWhole || optional.length <= MAX_OPTIONAL ? members : members.filter(isShown);
  const set = (name: string, inner: unknown) => {
    const { [name]: _, ...others } = known;
    const next = inner === undefined ? others : { ...known, [name]: inner };
    onChange(Object.keys(next).length === 0 && inner === undefined ? undefined : next);
  };
  return (
    <>
      {shown.map(({ name, required, schema }) => (
        <ValueInput
          key={name}
          schema={schema}
          field={`${field}/${name}`}
          name={name}
          required={required}
          value={Object.hasOwn(known, name) ? known[name] : undefined}
          onChange={(inner) => set(name, inner)}
        />
      ))}
      {shown.length < members.length ? (
        <button type="button" className={SMALL_BUTTON} onClick={() => setWhole(true)}>
          {messages.showOptional(members.length - shown.length)}
        </button>
      ) : null}
    </>
  );
}

function ListInput({ items, ...props }: ValueProps & { readonly items: FormSchema }) {
  const { messages } = useForm();
  const { field, value, onChange } = props;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const isFull = list.length >= (props.schema.limits?.maxItems ?? Number.POSITIVE_INFINITY);
  return (
    <Group {...props}>
      {list.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no name but their place
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <ValueInput
              schema={items}
              field={`${field}/${index}`}
              name={messages.item(index + 1)}
              required
              value={item}
              onChange={(inner) => onChange(list.map((other, place) => (place === index ? (inner ?? null) : other)))}
            />
          </div>
          <IconButton label={messages.removeItem(index + 1)} size="small" onClick={() => onChange(without(list, index))}>
            <LucideSvg icon={Trash2} size={15} />
          </IconButton>
        </div>
      ))}
      {isFull ? null : (
        <button type="button" className={SMALL_BUTTON} onClick={() => onChange([...list, firstValue(items) ?? null])}>
          <LucideSvg icon={Plus} size={14} /> {messages.addItem}
        </button>
      )}
    </Group>
  );
}

function without(list: readonly unknown[], index: number): readonly unknown[] | undefined {
  const rest = list.filter((_, place) => place !== index);
  return rest.length > 0 ? rest : undefined;
}

function ChoiceInput({ choices, ...props }: ValueProps & { readonly choices: readonly FormSchema[] }) {
  const { messages } = useForm();
  const { field, name, value, onChange } = props;
  const [chosen, setChosen] = useState(() => nearestChoice(choices, value));
  const choice = choices[chosen] ?? choices[0];
  if (!choice) return null;
  const titles = choices.map(
    ({ title, type }, index) =>
      title || `${type} ${choices.findIndex((other) => other.type === type) === index ? "" : index + 1}`,
  );
  return (
    <Group {...props}>
      <label className="grid gap-1 font-medium text-[0.875rem]">
        {messages.variant}
        <select
          className={CONTROL}
          aria-label={`${name}: ${messages.variant}`}
          value={chosen}
          onChange={({ target }) => {
            const index = Number(target.value);
            setChosen(index);
            onChange(choices[index] && firstValue(choices[index]));
          }}
        >
          {titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two variants may have one title, and they never change their order
            <option key={index} value={index}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {choice.members ? (
        <MemberInputs key={chosen} members={choice.members} field={field} value={value} onChange={onChange} />
      ) : (
        <ValueInput key={chosen} {...props} schema={choice} required />
      )}
    </Group>
  );
}
