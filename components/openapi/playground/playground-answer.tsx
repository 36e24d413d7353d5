"use client";

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { PlaygroundMessages } from "../../../lib/i18n/browser-messages.ts";
import { parseJson, toJson } from "../../../lib/openapi/description/json-text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { PlaygroundResponse } from "./playground-response.ts";
import type { CallState } from "./use-call.ts";

interface AnswerProps {
  readonly state: CallState;
  readonly messages: PlaygroundMessages;
  readonly language: string;
}

/** Renders the response to a call: status, time and size, headers, and the body in parts that fold. */
export function PlaygroundAnswer({ state, messages, language }: AnswerProps) {
  const labels = { none: "", waiting: messages.waiting, stopped: messages.stopped };
  const advice = adviceOf(state, messages);
  const response = state.kind === "response" ? state.response : undefined;
  const section = useRef<HTMLElement>(null);
  const isShown = state.kind !== "none" && state.kind !== "waiting";
  const hasBody = (response?.bytes ?? 0) > 0;
  // It is below the form, which is often longer than the window. A body that comes later makes it higher.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the body there is more to bring into view
  useEffect(() => {
    if (isShown) section.current?.scrollIntoView({ block: "nearest" });
  }, [isShown, hasBody]);
  return (
    <section
      ref={section}
      aria-label={messages.answer}
      className={state.kind === "none" ? "sr-only" : "grid scroll-mt-24 grid-cols-1 gap-2.5 bg-sunk p-4"}
    >
      <div role="status" className={advice ? FAULT : "text-[0.875rem]"}>
        <p className="my-0 flex flex-wrap items-center gap-x-2.5">
          {response ? (
            <>
              <span className={`font-mono font-semibold ${toneOf(response.code)}`}>
                {messages.response(response.status, response.milliseconds)}
              </span>
              <span className="text-muted">{toSize(response.bytes, language)}</span>
            </>
          ) : state.kind === "unreachable" ? (
            <strong className="text-(--tone-danger)">{messages.noResponse(state.milliseconds)}</strong>
          ) : (
            labels[state.kind as keyof typeof labels]
          )}
        </p>
        {advice ? <p className="mt-1 mb-0">{advice}</p> : null}
      </div>
      {response ? <Headers response={response} messages={messages} /> : null}
      {response ? <Body response={response} messages={messages} /> : null}
    </section>
  );
}

const FAULT = "rounded-md border border-(--tone-danger)/40 bg-card px-3 py-2.5 text-[0.875rem]";

/** Returns what a reader may do about a call that failed; undefined for one that did not. */
function adviceOf(state: CallState, { advice }: PlaygroundMessages): string | undefined {
  if (state.kind === "unreachable") return state.mayBeCors ? `${advice.unreachable} ${advice.cors}` : advice.unreachable;
  if (state.kind !== "response" || state.response.code < 400) return undefined;
  const { code } = state.response;
  if (code === 401 || code === 403) return advice.authorization;
  if (code === 404 || code === 410) return advice.missing;
  if (code === 429) return advice.limit;
  return code < 500 ? advice.values : advice.server;
}

function toneOf(code: number): string {
  if (code < 300) return "text-(--tone-check)";
  return code < 500 ? "text-(--tone-warning)" : "text-(--tone-danger)";
}

function toSize(bytes: number, language: string): string {
  const unit = bytes < 1_000 ? "byte" : bytes < 1_000_000 ? "kilobyte" : "megabyte";
  const value = unit === "byte" ? bytes : unit === "kilobyte" ? bytes / 1_000 : bytes / 1_000_000;
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}

function Headers({
  response: { headers },
  messages,
}: {
  readonly response: PlaygroundResponse;
  readonly messages: PlaygroundMessages;
}) {
  if (headers.length === 0) return null;
  return (
    <details className="fold text-[0.8125rem]">
      <summary className="text-muted">{messages.headers(headers.length)}</summary>
      <dl className="mt-2 mb-0 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="m-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const BOX =
  "m-0 max-h-120 overflow-auto rounded-md border border-line bg-card p-3 pe-10 font-mono text-[0.8125rem] leading-relaxed";

function Body({ response, messages }: { readonly response: PlaygroundResponse; readonly messages: PlaygroundMessages }) {
  const { text, cut, done, binary } = response;
  const json = useMemo(() => (done && !cut ? readJson(text) : undefined), [text, done, cut]);
  if (binary) return <p className="my-0 text-[0.875rem] text-muted">{messages.binary}</p>;
  if (done && !text) return <p className="my-0 text-[0.875rem] text-muted">{messages.empty}</p>;
  const shown: ReactNode =
    json !== undefined && isViewable(json) ? (
      <JsonView value={json} items={messages.items} />
    ) : (
      <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>
    );
  return (
    <div className="relative">
      <CopyButton
        className="absolute end-2 top-2 inline-grid size-7 place-items-center rounded-md bg-card text-muted hover:text-ink"
        messages={{ copy: messages.copy, copied: messages.copied, failed: messages.copyFailed }}
        read={() => (json === undefined ? text : toJson(json, 2))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer must be reachable to be scrolled */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div role="group" tabIndex={0} aria-label={messages.answer} className={BOX}>
        {shown}
        {cut ? <p className="my-0 text-muted">{messages.cut}</p> : null}
      </div>
    </div>
  );
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Parts that are foldable; a larger value is shown as text. */
const MAX_PARTS = 3_000;
/** Lists and objects below this level are closed at first. */
const OPEN_LEVELS = 4;

/** Returns true for a value that is small enough to be shown in parts. */
export function isViewable(value: unknown): boolean {
  const waiting: unknown[] = [value];
  let parts = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    parts += 1;
    if (parts + waiting.length > MAX_PARTS) return false;
    if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return true;
}

/** Renders a JSON value in colours, whose lists and objects fold. */
function JsonView({ value, items }: { readonly value: unknown; readonly items: (count: number) => string }): ReactNode {
  return <Part value={value} level={0} end="" items={items} />;
}

interface PartProps {
  readonly value: unknown;
  readonly name?: string;
  readonly level: number;
  /** The comma after it. */
  readonly end: string;
  readonly items: (count: number) => string;
}

function Part({ value, name, level, end, items }: PartProps) {
  const label =
    name === undefined ? null : (
      <>
        <span style={{ color: "var(--code-token-keyword)" }}>{JSON.stringify(name)}</span>
        {": "}
      </>
    );
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return (
      <div className="ps-4 wrap-anywhere">
        {label}
        <Plain value={value} />
        {end}
      </div>
    );
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return (
    <details className="fold ps-4" open={level < OPEN_LEVELS}>
      <summary className="cursor-pointer" style={MARKED}>
        {label}
        {open}
        <span className="when-closed text-muted">
          {` ${items(entries.length)} ${close}`}
          {end}
        </span>
      </summary>
      {entries.map(([key, inner], index) => (
        <Part
          key={key}
          {...(isList ? {} : { name: key })}
          value={inner}
          level={level + 1}
          end={index < entries.length - 1 ? "," : ""}
          items={items}
        />
      ))}
      <div>
        {close}
        {end}
      </div>
    </details>
  );
}

/** The mark of a fold is beside its words. */
const MARKED = { marginInlineStart: "-0.875rem" };

function Plain({ value }: { readonly value: unknown }) {
  const colour = typeof value === "string" ? "var(--code-token-string)" : "var(--code-token-constant)";
  return <span style={{ color: colour }}>{toJson(value)}</span>;
}
