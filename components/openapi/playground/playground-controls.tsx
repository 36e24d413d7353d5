"use client";

import { type ReactNode, useId, useState } from "react";
import type { PlaygroundMessages } from "../../../lib/i18n/browser-messages.ts";
import { isLongInteger, parseJson, plainText, toJson } from "../../../lib/openapi/description/json-text.ts";
import type { FormSchema } from "../../../lib/openapi/playground/form-schema.ts";
import { isFile, isFileSchema, toNumber } from "../../../lib/openapi/playground/form-values.ts";

/** Classes of an input, a choice and a text area. */
export const CONTROL =
  "w-full min-w-0 rounded-md border border-line-strong bg-card px-2.5 py-1.75 font-mono text-[0.875rem] text-ink aria-invalid:border-(--tone-danger)";

/** Classes of a small button inside the form. */
export const SMALL_BUTTON =
  "inline-flex min-h-8 w-fit items-center gap-1.5 rounded-md border border-line px-2.5 text-[0.8125rem] text-muted hover:border-line-strong hover:text-ink";

/** The attributes that tie a control to its label, hint and error. */
export interface Control {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly dir: "auto";
  readonly "aria-invalid": boolean;
  readonly "aria-required": boolean;
  readonly "aria-describedby": string | undefined;
}

interface LabelledProps {
  /** Key of the field, which is the name of its control. */
  readonly field: string;
  readonly label: string;
  readonly type?: string;
  readonly required: boolean;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly messages: PlaygroundMessages;
  readonly children: (control: Control) => ReactNode;
}

/** Renders a control under its label, with its hint or its error below it. */
export function Labelled({ field, label, type, required, hint, error, messages, children }: LabelledProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <p className="mt-0 mb-1 flex flex-wrap items-baseline gap-x-2 text-[0.875rem] wrap-anywhere">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {type ? <span className="font-mono text-[0.8125rem] text-muted">{type}</span> : null}
        {required ? <span className="text-(--tone-danger) text-[0.8125rem]">{messages.required}</span> : null}
      </p>
      {children({
        id,
        name: field,
        className: CONTROL,
        dir: "auto",
        "aria-invalid": error !== undefined,
        "aria-required": required,
        "aria-describedby": note ? `${id}-note` : undefined,
      })}
      {note ? (
        <p id={`${id}-note`} className={`mt-1 mb-0 text-[0.8125rem] ${error ? "text-(--tone-danger)" : "text-muted"}`}>
          <bdi>{note}</bdi>
        </p>
      ) : null}
    </div>
  );
}

interface ScalarProps {
  readonly control: Control;
  readonly schema: FormSchema;
  readonly required: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly messages: PlaygroundMessages;
}

/** Renders the control of a plain value: a choice, a file, a number, a text, or JSON for what has no form. */
export function ScalarInput(props: ScalarProps): ReactNode {
  const { kind, allowed } = props.schema;
  if (allowed || kind === "boolean") return <ChoiceControl {...props} options={allowed ?? [true, false]} />;
  if (isFileSchema(props.schema)) return <FileControl {...props} />;
  if (kind === "number" || kind === "integer") return <NumberControl {...props} />;
  return kind === "string" ? <TextControl {...props} /> : <JsonControl {...props} />;
}

/** Returns the placeholder of a control without a value: the API's default, if there is one. */
function unsetText({ schema, messages }: ScalarProps): string | undefined {
  return schema.default === undefined ? undefined : messages.default(schema.default);
}

function ChoiceControl(props: ScalarProps & { readonly options: readonly unknown[] }) {
  const { control, options, required, value, onChange, messages } = props;
  const current = options.findIndex((option) => JSON.stringify(option) === JSON.stringify(value));
  return (
    <select
      {...control}
      value={current}
      onChange={({ target }) => onChange(target.value === "-1" ? undefined : options[Number(target.value)])}
    >
      {required && current >= 0 ? null : <option value={-1}>{unsetText(props) ?? messages.none}</option>}
      {options.map((option, index) => (
        <option key={JSON.stringify(option)} value={index}>
          {typeof option === "string" ? plainText(option) : JSON.stringify(option)}
        </option>
      ))}
    </select>
  );
}

function FileControl({ control, value, onChange, messages }: ScalarProps) {
  return (
    <input
      {...control}
      type="file"
      aria-label={isFile(value) ? `${messages.file}: ${value.name}` : undefined}
      onChange={({ target }) => onChange(target.files?.[0])}
    />
  );
}

/** Renders a field for a number. The typed text stays as it is: an intermediate one, such as `1.`, is not a number yet. */
function NumberControl(props: ScalarProps) {
  const { control, onChange } = props;
  // An item of a list that is still empty is null, since a list has no gaps.
  const value = props.value ?? undefined;
  const written = value === undefined ? "" : plainText(String(value));
  const [text, setText] = useState(written);
  const shown = toNumber(text) === value || (typeof value === "string" && !isLongInteger(value)) ? text : written;
  return (
    <input
      {...control}
      inputMode="decimal"
      autoComplete="off"
      placeholder={unsetText(props)}
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(toNumber(target.value));
      }}
    />
  );
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  date: "2030-12-31",
  "date-time": "2030-12-31T23:59:59Z",
  email: "ada@example.com",
  uri: "https://example.com",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
};

function TextControl(props: ScalarProps) {
  const { control, schema, value, onChange } = props;
  const text = typeof value === "string" ? plainText(value) : value === undefined || value === null ? "" : JSON.stringify(value);
  const input = {
    ...control,
    value: text,
    spellCheck: false,
    autoComplete: "off",
    placeholder: unsetText(props) ?? PLACEHOLDERS[schema.format ?? ""],
  };
  const set = (next: string) => onChange(next === "" ? undefined : next);
  const isLong = text.includes("\n") || (schema.limits?.maxLength ?? 0) >= 500;
  if (!isLong)
    return (
      <input {...input} type={schema.format === "password" ? "password" : "text"} onChange={({ target }) => set(target.value)} />
    );
  return (
    <textarea
      {...input}
      className={`${control.className} field-sizing-content max-h-60 min-h-16`}
      onChange={({ target }) => set(target.value)}
    />
  );
}

/** Renders a value of any shape as JSON; invalid JSON is kept as text and reported when the request is sent. */
function JsonControl(props: ScalarProps) {
  const { control, value, onChange } = props;
  const written = value === undefined ? "" : toJson(value, 2);
  const [text, setText] = useState(written);
  // The value changes when an earlier item of a list is removed.
  const shown = JSON.stringify(readJson(text)) === JSON.stringify(value) ? text : written;
  return (
    <textarea
      {...control}
      className={`${control.className} field-sizing-content max-h-60 min-h-10`}
      spellCheck={false}
      placeholder={unsetText(props)}
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(readJson(target.value));
      }}
    />
  );
}

function readJson(text: string): unknown {
  if (!text.trim()) return undefined;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
