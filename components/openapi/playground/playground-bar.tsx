"use client";

import type { PlaygroundMessages } from "../../../lib/i18n/browser-messages.ts";
import { type PlaygroundState, serialise, serverOf, toCall } from "../../../lib/openapi/playground/call.ts";
import { toNumber } from "../../../lib/openapi/playground/form-values.ts";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import { Method } from "../../docs/method.tsx";
import { BAR, SEND } from "./bar-classes.ts";
import { useForm } from "./playground-fields.tsx";

interface BarProps {
  readonly messages: PlaygroundMessages;
  readonly operation: PlaygroundOperation;
  readonly state: PlaygroundState;
  readonly setState: (change: (state: PlaygroundState) => PlaygroundState) => void;
  /** Id of the form that its controls belong to. */
  readonly form: string;
  readonly isSheet: boolean;
  readonly isRunning: boolean;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/**
 * Renders method, server and path of a request in a line, with inputs for path parameters and the button that sends it; below it
 * the address with its query.
 */
export function PlaygroundBar({ messages, operation, state, setState, form, isSheet, isRunning, onStop, onClose }: BarProps) {
  const { errorOf } = useForm();
  const { method, servers } = operation;
  const faults = ["server", ...pathKeys(operation)].flatMap((field) => errorOf(field) ?? []);
  const { url } = toCall(operation, { ...state, secrets: {} });
  return (
    <>
      <div className={BAR}>
        <Method name={method} className="text-[0.8125rem]" />
        <span
          dir="ltr"
          className={`flex min-w-0 flex-1 flex-wrap items-center gap-y-1 font-mono text-[0.875rem] ${isSheet ? "order-1 basis-full" : ""}`}
        >
          {servers.length > 1 ? (
            <select
              name="server"
              form={form}
              aria-label={messages.server}
              aria-invalid={errorOf("server") !== undefined}
              className="min-h-7 min-w-0 max-w-full rounded border border-line-strong bg-card px-1.5 text-muted"
              value={state.server}
              onChange={({ target }) => setState((before) => ({ ...before, server: target.value, variables: {} }))}
            >
              {servers.map((server) => (
                <option key={server} value={server}>
                  {server === state.server ? serverOf(operation, state) : server}
                </option>
              ))}
            </select>
          ) : (
            <span className="text-muted wrap-anywhere">{serverOf(operation, state)}</span>
          )}
          <PathInputs messages={messages} operation={operation} state={state} setState={setState} form={form} />
        </span>
        <span className="ms-auto flex shrink-0 gap-2">
          {isRunning ? (
            <button type="button" className={SEND} onClick={onStop}>
              {messages.stop}
            </button>
          ) : (
            <button type="submit" form={form} className={SEND}>
              {messages.send}
            </button>
          )}
          <button
            type="button"
            className="min-h-9 rounded-md border border-line-strong bg-card px-3 text-[0.875rem]"
            onClick={onClose}
          >
            {messages.close}
          </button>
        </span>
        {url.includes("?") ? (
          <code
            dir="ltr"
            className="order-1 max-h-60 basis-full overflow-y-auto border-line border-t pt-2 text-[0.8125rem] text-muted wrap-anywhere"
          >
            {url}
          </code>
        ) : null}
      </div>
      {faults.length > 0 ? (
        <p id={`${form}-path`} className="mt-1.5 mb-0 text-(--tone-danger) text-[0.8125rem]">
          {[...new Set(faults)].join(" ")}
        </p>
      ) : null}
    </>
  );
}

function pathKeys({ fields }: PlaygroundOperation): string[] {
  return fields.filter(({ place }) => place === "path").map(({ key }) => key);
}

function PathInputs({
  messages,
  operation,
  state,
  setState,
  form,
}: Pick<BarProps, "messages" | "operation" | "state" | "setState" | "form">) {
  const { errorOf } = useForm();
  const parts = operation.path.split(/(\{[^}]+\})/g);
  return parts.map((part, index) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    const field = operation.fields.find((candidate) => candidate.place === "path" && candidate.name === name);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change
    if (!field) return <span key={index}>{part}</span>;
    const [written] = serialise(field, state.values[field.key]);
    return (
      <input
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change
        key={index}
        name={field.key}
        form={form}
        aria-label={`${field.name} (${messages.parametersIn.path})`}
        aria-required
        aria-invalid={errorOf(field.key) !== undefined}
        aria-describedby={errorOf(field.key) ? `${form}-path` : undefined}
        placeholder={field.name}
        autoComplete="off"
        spellCheck={false}
        className="field-sizing-content min-h-7 min-w-12 max-w-full rounded border border-line-strong bg-card px-1.5 text-accent aria-invalid:border-(--tone-danger)"
        value={written?.[1] ?? ""}
        onChange={({ target }) =>
          setState((before) => ({
            ...before,
            values: { ...before.values, [field.key]: toValue(field.schema.kind, target.value) },
          }))
        }
      />
    );
  });
}

/** Converts the text of a number to a number, so that its bounds are checked, unless the number would be written differently. */
function toValue(kind: string, text: string): unknown {
  const value = kind === "integer" || kind === "number" ? toNumber(text) : text;
  return typeof value === "number" && String(value) !== text.trim() ? text : value === "" ? undefined : value;
}
