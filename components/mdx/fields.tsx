import type { ReactNode } from "react";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { Message } from "../ui/message.tsx";
import { isOn, type PropsFor } from "./blocks.tsx";

const places = ["path", "query", "body", "header", "cookie"] as const;

/** Creates ParamField and ResponseField. */
export function fieldsIn(messages: DocsMessages) {
  function Field(props: PropsFor<"ParamField">) {
    const place = places.find((name) => props[name] !== undefined);
    return (
      <FieldBox
        id={props.id}
        name={props.name ?? (place && props[place])}
        type={props.type}
        place={place === "body" || place === "path" ? undefined : place}
        isRequired={isOn(props.required)}
        isDeprecated={isOn(props.deprecated)}
        preset={props.default}
        placeholder={props.placeholder}
        before={toList(props.pre)}
        marks={toList(props.post)}
        messages={messages}
      >
        {props.children}
      </FieldBox>
    );
  }
  return { ParamField: Field, ResponseField: Field };
}

function toList(labels: readonly string[] | string | undefined): readonly string[] {
  return [labels ?? []].flat();
}

interface FieldBoxProps {
  readonly name: ReactNode;
  readonly type?: string | undefined;
  /** Part of the request that holds the field; absent for the body. */
  readonly place?: string | undefined;
  readonly isRequired: boolean;
  readonly isDeprecated?: boolean;
  /** Other marks of the field, such as read-only. */
  readonly marks?: readonly string[];
  /** Labels before its name. */
  readonly before?: readonly string[];
  readonly preset?: unknown;
  readonly placeholder?: string | undefined;
  readonly id?: string | undefined;
  readonly messages: DocsMessages;
  readonly children: ReactNode;
}

/** Renders one field with its type, whether it is required, and what it means. Each mark is a block, so that programs read it as a word of its own. */
export function FieldBox({
  name,
  type,
  place,
  isRequired,
  isDeprecated,
  marks = [],
  before = [],
  preset,
  placeholder,
  id,
  messages,
  children,
}: FieldBoxProps) {
  return (
    <div className="field" id={id}>
      <div className="field-line">
        {before.map((mark) => (
          <div key={mark} className="field-place">
            {mark}
          </div>
        ))}
        <code className="field-name">{name}</code>
        {type ? <div className="field-type">{type}</div> : null}
        {place ? <div className="field-place">{place}</div> : null}
        {isRequired ? (
          <div className="field-required">
            <Message of={messages} name="required" />
          </div>
        ) : null}
        {isDeprecated ? (
          <div className="field-deprecated">
            <Message of={messages} name="deprecated" />
          </div>
        ) : null}
        {marks.map((mark) => (
          <div key={mark} className="field-place">
            {mark}
          </div>
        ))}
        {preset === undefined || preset === "" ? null : (
          <div className="field-default">
            {messages.defaultValue}: <code>{String(preset)}</code>
          </div>
        )}
        {placeholder ? (
          <div className="field-default">
            {messages.example}: <code>{placeholder}</code>
          </div>
        ) : null}
      </div>
      <div className="field-body">{children}</div>
    </div>
  );
}
