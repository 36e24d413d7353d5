"use client";

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { PlaygroundMessages } from "../../lib/i18n/browser-messages.ts";
import { parseJson, toJson } from "../../lib/openapi/json-text.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { isViewable, JsonView } from "./json-view.tsx";
import type { PlaygroundResponse } from "./playground-response.ts";
import type { CallState } from "./use-call.ts";

interface AnswerProps {
  readonly state: CallState;
  readonly messages: PlaygroundMessages;
  readonly language: string;
}

/** The answer to a call: status, time and size, headers, and the body in parts that fold. */
export function PlaygroundAnswer({ state, messages, language }: AnswerProps) {
  const labels = { none: "", waiting: messages.waiting, stopped: messages.stopped, unreachable: messages.unreachable };
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
      className={state.kind === "none" ? "sr-only" : "grid scroll-mt-24 grid-cols-1 gap-2.5"}
    >
      <p role="status" className="my-0 flex flex-wrap items-center gap-x-2.5 text-[0.875rem]">
        {response ? (
          <>
            <span className={`font-mono font-semibold ${toneOf(response.code)}`}>
              {messages.response(response.status, response.milliseconds)}
            </span>
            <span className="text-muted">{toSize(response.bytes, language)}</span>
          </>
        ) : (
          labels[state.kind as keyof typeof labels]
        )}
      </p>
      {response ? <Headers response={response} messages={messages} /> : null}
      {response ? <Body response={response} messages={messages} /> : null}
    </section>
  );
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
