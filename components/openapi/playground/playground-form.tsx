"use client";

import {
  type FormEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { playgroundMessages } from "../../../lib/i18n/browser-messages.ts";
import { isDroppedByBrowsers } from "../../../lib/openapi/description/browser-headers.ts";
import { initialState, type PlaygroundState, serverOf, toCall } from "../../../lib/openapi/playground/call.ts";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import { readStoredJson, writeStored } from "../../browser-store.ts";
import type { ServedSite } from "../../site-token.ts";
import { Block, FRAME, type PanelLabels, ResponseCode, SampleMenu, useSample } from "../samples/code-panel.tsx";
import type { Panel } from "../samples/panel.ts";
import { SAMPLE_LANGUAGES } from "../samples/sample-language.ts";
import { sampleIn } from "../samples/samples.ts";
import { CredentialInputs } from "./credential-inputs.tsx";
import { PlaygroundAnswer } from "./playground-answer.tsx";
import { PlaygroundBar } from "./playground-bar.tsx";
import { BodyInput } from "./playground-body.tsx";
import { Labelled } from "./playground-controls.tsx";
import { FormContext, type FormContextValue, type StateProps, useForm, ValueInput } from "./playground-fields.tsx";
import { type PlaygroundError, toRequest } from "./playground-request.ts";
import { canRelay } from "./relayed-call.ts";
import { useCall } from "./use-call.ts";

/** Credentials that the owner of the site has made public, by their kind. */
export type DemoSecrets = Readonly<Partial<Record<"bearer" | "basic" | "apiKey", string | undefined>>>;

export interface PlaygroundFormProps {
  readonly operation: PlaygroundOperation;
  readonly panel: Panel;
  readonly labels: PanelLabels;
  /** The buttons of a block of code. */
  readonly buttons: ReactNode;
  /** The place of the bar beside the text. */
  readonly bar: HTMLElement | null;
  /** Place of the named example that fills the body at first; undefined for the first one. */
  readonly example: number | undefined;
  readonly language: string;
  /** Path to which an authorization server sends a reader back. */
  readonly returnPath: string;
  readonly demo: DemoSecrets;
  /** The site that requests go through where the browser may not send them; undefined when none do. */
  readonly relay: ServedSite | undefined;
  /** The window is narrow: the form is a sheet over the page. */
  readonly isSheet: boolean;
  readonly onClose: () => void;
}

/** Calls the operation with what the reader fills in, and shows the code of the call and the answer. */
export function PlaygroundForm(props: PlaygroundFormProps) {
  const { operation, panel, labels, buttons, bar, language, returnPath, relay, isSheet, onClose } = props;
  const messages = playgroundMessages(language);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const demo = useMemo(() => demoSecrets(operation, props.demo), [operation, props.demo]);
  const { state, setState, errors, setErrors } = usePlaygroundState(operation, { example: props.example, demo });
  const { state: answer, send, stop, clear } = useCall(relay);
  const context = useMemo<FormContextValue>(() => ({ messages, errors }), [messages, errors]);
  useDialog(dialog, { isSheet, onClose });
  useEffect(() => {
    firstInput(isSheet ? null : bar, dialog.current)?.focus({ preventScroll: !isSheet });
  }, [isSheet, bar]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const request = toRequest(operation, state, window.location.href);
    setErrors(request.kind === "invalid" ? request.errors : []);
    // An answer to other values never stays beside a new error.
    if (request.kind === "invalid") return clear();
    void send(request.url, request.init);
  };
  useEffect(() => focusError(errors), [errors]);
  const isRunning = answer.kind === "waiting" || (answer.kind === "response" && !answer.response.done);
  const openBar = (
    <PlaygroundBar {...{ messages, operation, state, setState, isSheet, isRunning, onClose }} form={id} onStop={stop} />
  );
  return (
    <FormContext value={context}>
      {isSheet || !bar ? null : createPortal(openBar, bar)}
      <dialog ref={dialog} className={isSheet ? SHEET : BESIDE} aria-label={messages.heading}>
        {/* Focus of the browser's own: Esc closes from wherever it is. */}
        <form id={id} className="playground grid grid-cols-1 gap-5" aria-label={messages.heading} noValidate onSubmit={submit}>
          {isSheet ? <div className="sticky top-0 z-10 -mx-4 bg-paper px-4 py-3">{openBar}</div> : null}
          <ServerVariables operation={operation} state={state} setState={setState} />
          <CredentialInputs {...{ messages, operation, state, setState, returnPath, demo }} />
          <ParameterInputs operation={operation} state={state} setState={setState} />
          <BodyInput
            messages={messages}
            bodies={operation.bodies}
            required={operation.needsBody}
            state={state}
            setState={setState}
          />
          {relay && canRelay(serverOf(operation, state), window.location.href) ? (
            <p className="m-0 text-[0.8125rem] text-muted">{messages.throughSite}</p>
          ) : null}
          <div className={FRAME}>
            <LiveCode {...{ operation, panel, labels, buttons, state }} />
            <PlaygroundAnswer state={answer} messages={messages} language={language} />
            {answer.kind === "none" && panel.responses.length > 0 ? (
              <ResponseCode responses={panel.responses} labels={labels} buttons={buttons} />
            ) : null}
          </div>
        </form>
      </dialog>
    </FormContext>
  );
}

const BESIDE = "static m-0 block h-fit w-full max-w-none bg-transparent p-0 text-ink";
const SHEET =
  "fixed inset-y-0 end-0 start-auto m-0 h-dvh max-h-none w-full max-w-160 overflow-y-auto border-line border-s bg-paper px-4 pb-8 text-ink backdrop:bg-[rgb(0_0_0/0.4)]";

/** Renders inputs for the variables of the chosen server: a choice when the variable lists values. */
function ServerVariables({ operation: { templates = {} }, state, setState }: StateProps) {
  const { messages, errorOf } = useForm();
  const { variables = [] } = (Object.hasOwn(templates, state.server) && templates[state.server]) || {};
  if (variables.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold text-[0.9375rem]">{messages.serverVariables}</legend>
      {variables.map((variable) => {
        const { name, allowed } = variable;
        const set = (value: string) => setState((before) => ({ ...before, variables: { ...before.variables, [name]: value } }));
        const field = `server:${name}`;
        const value = Object.hasOwn(state.variables ?? {}, name) ? (state.variables?.[name] ?? "") : (variable.initial ?? "");
        return (
          <Labelled
            key={`${state.server} ${name}`}
            field={field}
            label={name}
            required
            error={errorOf(field)}
            messages={messages}
          >
            {(control) =>
              allowed ? (
                <select {...control} value={value} onChange={({ target }) => set(target.value)}>
                  {[...new Set([...allowed, value])].map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              ) : (
                <input
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  value={value}
                  onChange={({ target }) => set(target.value)}
                />
              )
            }
          </Labelled>
        );
      })}
    </fieldset>
  );
}

function ParameterInputs({ operation, state, setState }: StateProps) {
  const { messages } = useForm();
  return (["query", "header", "cookie"] as const).map((place) => {
    const fields = operation.fields.filter((field) => field.place === place);
    if (fields.length === 0) return null;
    const ordered = [...fields].sort((left, right) => Number(right.required) - Number(left.required));
    return (
      <fieldset key={place} className="grid min-w-0 grid-cols-1 gap-3">
        <legend className="mb-2 font-semibold text-[0.9375rem]">{messages.parametersIn[place]}</legend>
        {place === "cookie" ? <p className="m-0 text-[0.8125rem] text-muted">{messages.cookieHint}</p> : null}
        {ordered.map(({ key, name, required, schema }) => (
          <ValueInput
            key={key}
            {...{ name, required, field: key, value: state.values[key] }}
            schema={place === "header" && isDroppedByBrowsers(name) ? { ...schema, hint: messages.droppedHint } : schema}
            onChange={(value) => setState((before) => ({ ...before, values: { ...before.values, [key]: value } }))}
          />
        ))}
      </fieldset>
    );
  });
}

interface Beginning {
  /** Place of the named example that fills the body; undefined for the first one. */
  readonly example: number | undefined;
  /** The owner's credentials, by the keys of the operation's. */
  readonly demo: Readonly<Record<string, string>>;
}

function usePlaygroundState(operation: PlaygroundOperation, { example, demo }: Beginning) {
  const secretsFor = (server: string) => ({ ...demo, ...readSecrets(server) });
  const [errors, setErrors] = useState<readonly PlaygroundError[]>([]);
  const [state, setState] = useState(() => {
    const first = initialState(operation, example);
    // The first one that asks for something, which samples show.
    const way = operation.ways?.findIndex((keys) => keys.length > 0);
    return { ...first, ...(way !== undefined && { way }), secrets: secretsFor(serverOf(operation, first)) };
  });
  const change = (next: (state: PlaygroundState) => PlaygroundState) =>
    setState((before) => {
      const after = next(before);
      const server = serverOf(operation, after);
      if (server !== serverOf(operation, before)) return { ...after, secrets: secretsFor(server) };
      if (after.secrets !== before.secrets) keepSecrets(server, without(after.secrets, demo));
      return after;
    });
  return { state, setState: change, errors, setErrors };
}

/** Opens the dialog: a sheet is modal; beside the text the rest of the page can be used. Esc closes both, Ctrl and Enter send. */
function useDialog(
  dialog: React.RefObject<HTMLDialogElement | null>,
  { isSheet, onClose }: { isSheet: boolean; onClose: () => void },
) {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (isSheet) element.showModal();
    else element.show();
    return () => element.close();
  }, [dialog, isSheet]);
  useEffect(() => {
    const element = dialog.current;
    const onKeyDown = (event: KeyboardEvent) => {
      // From a text of several lines too, where Enter alone ends a line.
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        // Some browsers would send a form with a single line once more.
        event.preventDefault();
        element?.querySelector("form")?.requestSubmit();
      }
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
    };
    element?.addEventListener("cancel", onClose);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      element?.removeEventListener("cancel", onClose);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [dialog, onClose]);
}

const INPUTS = "input:not([type=file]), select, textarea";

/** Returns the first input without a value, else the first of all, else the first button. */
function firstInput(...parts: readonly (HTMLElement | null)[]): HTMLElement | undefined {
  const all = <Found extends HTMLElement>(selector: string) =>
    parts.flatMap((part) => [...(part?.querySelectorAll<Found>(selector) ?? [])]);
  const inputs = all<HTMLInputElement>(INPUTS);
  return inputs.find(({ value }) => !value) ?? inputs[0] ?? all("button")[0];
}

/** Opens what the first faulty field is inside of, and goes there. */
function focusError([first]: readonly PlaygroundError[]): void {
  if (!first) return;
  const field = document.querySelector<HTMLElement>(`[name="${CSS.escape(first.field)}"]`);
  for (let fold = field?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  field?.focus();
}

interface LiveCodeProps extends Pick<PlaygroundFormProps, "operation" | "panel" | "labels" | "buttons"> {
  readonly state: PlaygroundState;
}

/** Renders the code of the call as it is filled in. Secrets stay placeholders, so that a copy reveals none. */
function LiveCode({ operation, panel, labels, buttons, state }: LiveCodeProps) {
  const [sample, choose] = useSample(panel.samples);
  const filled = useDeferredValue(state);
  const code = sample?.code ?? sampleIn(sample?.language ?? SAMPLE_LANGUAGES[0], toCall(operation, { ...filled, secrets: {} }));
  return (
    <Block label={labels.request} code={code} buttons={buttons}>
      <SampleMenu samples={panel.samples} chosen={sample} onChoose={choose} label={labels.codeLanguage} />
    </Block>
  );
}

/** Returns the owner's credentials by the keys of those that an operation asks for. */
function demoSecrets({ credentials }: PlaygroundOperation, demo: DemoSecrets): Readonly<Record<string, string>> {
  return Object.fromEntries(credentials.flatMap(({ key, kind }) => (demo[kind] === undefined ? [] : [[key, demo[kind]]])));
}

/** Leaves out what is as the owner has it: only what a reader typed is kept. */
function without(secrets: Readonly<Record<string, string>>, demo: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).filter(([key, secret]) => demo[key] !== secret));
}

const KEY = "docent-playground";

/** Reads the secrets that a reader filled in for a server during this visit, by the keys of their credentials. */
function readSecrets(server: string): Record<string, string> {
  const secrets = readAll()[originOf(server)];
  return typeof secrets === "object" && secrets !== null ? (secrets as Record<string, string>) : {};
}

/** Keeps the secrets for a server until the tab is closed. */
function keepSecrets(server: string, secrets: Readonly<Record<string, string>>): void {
  writeStored("session", KEY, JSON.stringify({ ...readAll(), [originOf(server)]: secrets }));
}

function readAll(): Record<string, unknown> {
  const stored = readStoredJson("session", KEY);
  return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
}

/** Returns the origin that a secret belongs to: another server never gets it. */
function originOf(server: string): string {
  return URL.canParse(server, location.href) ? new URL(server, location.href).origin : server;
}
