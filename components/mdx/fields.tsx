// Tested in components/ui/message.test.tsx.
import type { DocsMessages } from "../../lib/i18n/docs.ts";
import { Message } from "../ui/message.tsx";
import { isOn, type PropsFor } from "./blocks.tsx";

const places = ["path", "query", "body", "header", "cookie"] as const;

/** ParamField and ResponseField: one field with its type, its duties and what it means. */
export function fieldsIn(messages: DocsMessages) {
  function Field(props: PropsFor<"ParamField">) {
    const place = places.find((name) => props[name] !== undefined);
    const name = props.name ?? (place && props[place]);
    return (
      <div className="field" id={props.id}>
        <p className="field-line">
          <code className="field-name">{name}</code>
          {props.type ? <span className="field-type">{props.type}</span> : null}
          {place && place !== "body" ? <span className="field-place">{place}</span> : null}
          {isOn(props.required) ? (
            <span className="field-required">
              <Message of={messages} name="required" />
            </span>
          ) : null}
          {isOn(props.deprecated) ? (
            <span className="field-deprecated">
              <Message of={messages} name="deprecated" />
            </span>
          ) : null}
          {props.default === undefined ? null : (
            <span className="field-default">
              {messages.defaultValue}: <code>{String(props.default)}</code>
            </span>
          )}
        </p>
        <div className="field-body">{props.children}</div>
      </div>
    );
  }
  return { ParamField: Field, ResponseField: Field };
}
