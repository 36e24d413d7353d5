// Tested in e2e/updates.spec.ts.
"use client";

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { PlaygroundMessages } from "../../lib/i18n/playground.ts";
import type { PlaygroundOperation } from "../../lib/openapi/playground.ts";
import { PLAYGROUND_ACTION, PLAYGROUND_SEND } from "../ui/button.ts";
import { type PlaygroundError, toRequest } from "./playground-request.ts";
import { call, type PlaygroundResponse } from "./playground-response.ts";

export interface PlaygroundFormProps {
  readonly operation: PlaygroundOperation;
  readonly messages: PlaygroundMessages;
  readonly onClose: () => void;
}

type CallState =
  | { readonly kind: "none" | "waiting" | "stopped" | "unreachable" }
  | { readonly kind: "response"; readonly response: PlaygroundResponse };

/** Calls the operation with what the reader fills in, and shows the response. Nothing is kept when it closes. */
export function PlaygroundForm({ operation, messages, onClose }: PlaygroundFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<readonly PlaygroundError[]>([]);
  const { state, send, stop } = useCall();
  const errorOf = (field: string) => {
    const error = errors.find((candidate) => candidate.field === field);
    return error && messages.errors[error.reason];
  };

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = toRequest(operation, readForm(new FormData(event.currentTarget), operation), window.location.href);
    setErrors(request.kind === "invalid" ? request.errors : []);
    if (request.kind === "ready") void send(request.url, request.init);
    else form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(request.errors[0]?.field ?? "")}"]`)?.focus();
  };
  const { servers, credentials, fields, body } = operation;
  return (
    <form
      ref={form}
      className="mt-3.5 grid gap-3.5 rounded-(--radius) border border-line bg-sunk p-4.5"
      aria-label={messages.heading}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <Field label={messages.server} error={errorOf("server")}>
        {(control) => (
          <select {...control} name="server">
            {servers.map((server) => (
              <option key={server}>{server}</option>
            ))}
          </select>
        )}
      </Field>
      {credentials.map(({ key, name, kind }) => (
        <Field
          key={key}
          label={messages.credential(name)}
          error={errorOf(key)}
          hint={(kind === "basic" ? messages.basicHint : "") + messages.credentialHint}
        >
          {(control) => <input {...control} name={key} type="password" autoComplete="off" spellCheck={false} />}
        </Field>
      ))}
      {fields.map(({ key, name, place, required, initial }) => (
        <Field key={key} label={`${name} (${place}${required ? `, ${messages.required}` : ""})`} error={errorOf(key)}>
          {(control) => <input {...control} name={key} defaultValue={initial} autoComplete="off" spellCheck={false} />}
        </Field>
      ))}
      {body ? (
        <Field label={`${messages.body} (${body.contentType})`} error={errorOf("body")}>
          {(control) => <textarea {...control} name="body" rows={8} defaultValue={body.initial} spellCheck={false} />}
        </Field>
      ) : null}
      <p className="m-0 flex flex-wrap gap-2.5">
        <button type="submit" className={PLAYGROUND_SEND}>
          {messages.send}
        </button>
        {state.kind === "waiting" || (state.kind === "response" && !state.response.done) ? (
          <button type="button" className={PLAYGROUND_ACTION} onClick={stop}>
            {messages.stop}
          </button>
        ) : null}
        <button type="button" className={PLAYGROUND_ACTION} onClick={onClose}>
          {messages.close}
        </button>
      </p>
      <Result state={state} messages={messages} />
    </form>
  );
}

function readForm(data: FormData, { fields, credentials }: PlaygroundOperation) {
  const textOf = (name: string) => String(data.get(name) ?? "");
  const values = Object.fromEntries([...fields, ...credentials].map(({ key }) => [key, textOf(key)]));
  return { server: textOf("server"), values, body: textOf("body") };
}

interface Control {
  readonly id: string;
  readonly className: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly hint?: string;
  readonly children: (control: Control) => ReactNode;
}

const CONTROL =
  "w-full rounded-md border border-line-strong bg-card px-2.5 py-1.75 font-mono text-[0.875rem] text-ink aria-invalid:border-(--tone-danger)";

function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-[0.875rem]">
        {label}
      </label>
      {children({
        id,
        className: CONTROL,
        "aria-invalid": error !== undefined,
        "aria-describedby": note ? `${id}-note` : undefined,
      })}
      {note ? (
        <p id={`${id}-note`} className={`mt-1 mb-0 text-[0.8125rem] ${error ? "text-(--tone-danger)" : "text-muted"}`}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

function Result({ state, messages }: { state: CallState; messages: PlaygroundMessages }) {
  const labels = { none: "", waiting: messages.waiting, stopped: messages.stopped, unreachable: messages.unreachable };
  const response = state.kind === "response" ? state.response : undefined;
  return (
    <div>
      <p role="status" className="my-0 text-[0.875rem]">
        {state.kind === "response" ? messages.response(state.response.status, state.response.milliseconds) : labels[state.kind]}
      </p>
      {response ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long response must be reachable to be scrolled
          tabIndex={0}
          className="mt-2.5 mb-0 max-h-96 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-card p-3 text-[0.8125rem] wrap-anywhere"
        >
          <code>
            {[response.text, response.cut ? messages.cut : "", response.done && !response.text ? messages.empty : ""].join("")}
          </code>
        </pre>
      ) : null}
    </div>
  );
}

/** One call at a time; it ends when the form closes. */
function useCall() {
  const [state, setState] = useState<CallState>({ kind: "none" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (url: string, init: RequestInit) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (shown: CallState) => running.current === controller && setState(shown);
    show({ kind: "waiting" });
    try {
      await call(url, { ...init, signal: controller.signal }, (response) => show({ kind: "response", response }));
    } catch {
      // A browser does not say why a call to another origin got no response.
      show({ kind: controller.signal.aborted ? "stopped" : "unreachable" });
    }
  };
  return { state, send, stop: () => running.current?.abort() };
}
