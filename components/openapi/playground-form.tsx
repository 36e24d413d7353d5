"use client";

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { PlaygroundOperation } from "../../lib/openapi/playground.ts";
import type { PlaygroundMessages } from "./playground-messages.ts";
import { type PlaygroundError, toRequest } from "./playground-request.ts";
import { call, type PlaygroundResponse } from "./playground-response.ts";

export interface PlaygroundFormProps {
  readonly operation: PlaygroundOperation;
  readonly texts: PlaygroundMessages;
  readonly onClose: () => void;
}

type Outcome =
  | { readonly kind: "none" | "waiting" | "stopped" | "unreachable" }
  | { readonly kind: "answer"; readonly answer: PlaygroundResponse };

/** Calls the operation with what the reader fills in, and shows the answer. Nothing is kept when it closes. */
export function PlaygroundForm({ operation, texts, onClose }: PlaygroundFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<readonly PlaygroundError[]>([]);
  const { outcome, send, stop } = useCall();
  const faultOf = (field: string) => {
    const fault = faults.find((candidate) => candidate.field === field);
    return fault && texts.faults[fault.reason];
  };

  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = toRequest(operation, readForm(new FormData(event.currentTarget), operation), window.location.href);
    setFaults(request.kind === "faulty" ? request.faults : []);
    if (request.kind === "ready") void send(request.url, request.init);
    else form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(request.faults[0]?.field ?? "")}"]`)?.focus();
  };
  const { servers, credentials, fields, body } = operation;
  return (
    <form
      ref={form}
      className="playground-form"
      aria-label={texts.heading}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <Field label={texts.server} fault={faultOf("server")}>
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
          label={texts.credential(name)}
          fault={faultOf(key)}
          hint={(kind === "basic" ? texts.basicHint : "") + texts.credentialHint}
        >
          {(control) => <input {...control} name={key} type="password" autoComplete="off" spellCheck={false} />}
        </Field>
      ))}
      {fields.map(({ key, name, place, required, initial }) => (
        <Field key={key} label={`${name} (${place}${required ? `, ${texts.required}` : ""})`} fault={faultOf(key)}>
          {(control) => <input {...control} name={key} defaultValue={initial} autoComplete="off" spellCheck={false} />}
        </Field>
      ))}
      {body ? (
        <Field label={`${texts.body} (${body.contentType})`} fault={faultOf("body")}>
          {(control) => <textarea {...control} name="body" rows={8} defaultValue={body.initial} spellCheck={false} />}
        </Field>
      ) : null}
      <p className="playground-actions">
        <button type="submit">{texts.send}</button>
        {outcome.kind === "waiting" || (outcome.kind === "answer" && !outcome.answer.done) ? (
          <button type="button" onClick={stop}>
            {texts.stop}
          </button>
        ) : null}
        <button type="button" onClick={onClose}>
          {texts.close}
        </button>
      </p>
      <Result outcome={outcome} texts={texts} />
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
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly fault: string | undefined;
  readonly hint?: string;
  readonly children: (control: Control) => ReactNode;
}

function Field({ label, fault, hint, children }: FieldProps) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className="playground-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": fault !== undefined, "aria-describedby": note ? `${id}-note` : undefined })}
      {note ? (
        <p id={`${id}-note`} className={fault ? "playground-fault" : "playground-hint"}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

function Result({ outcome, texts }: { outcome: Outcome; texts: PlaygroundMessages }) {
  const words = { none: "", waiting: texts.waiting, stopped: texts.stopped, unreachable: texts.unreachable };
  const answer = outcome.kind === "answer" ? outcome.answer : undefined;
  return (
    <div className="playground-result">
      <p role="status">
        {outcome.kind === "answer" ? texts.answer(outcome.answer.status, outcome.answer.milliseconds) : words[outcome.kind]}
      </p>
      {answer ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer must be reachable to be scrolled
        <pre tabIndex={0}>
          <code>{[answer.text, answer.cut ? texts.cut : "", answer.done && !answer.text ? texts.empty : ""].join("")}</code>
        </pre>
      ) : null}
    </div>
  );
}

/** One call at a time; it ends when the form closes. */
function useCall() {
  const [outcome, setOutcome] = useState<Outcome>({ kind: "none" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (url: string, init: RequestInit) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const show = (shown: Outcome) => running.current === controller && setOutcome(shown);
    show({ kind: "waiting" });
    try {
      await call(url, { ...init, signal: controller.signal }, (answer) => show({ kind: "answer", answer }));
    } catch {
      // A browser does not say why a call to another origin got no answer.
      show({ kind: controller.signal.aborted ? "stopped" : "unreachable" });
    }
  };
  return { outcome, send, stop: () => running.current?.abort() };
}
