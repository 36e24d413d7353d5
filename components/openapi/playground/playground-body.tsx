"use client";

import { useState } from "react";
import type { PlaygroundMessages } from "../../../lib/i18n/browser-messages.ts";
import { parseJson } from "../../../lib/openapi/description/json-text.ts";
import { type PlaygroundState, textOfBody } from "../../../lib/openapi/playground/call.ts";
import type { PlaygroundBody } from "../../../lib/openapi/playground/playground.ts";
import { CONTROL, Labelled } from "./playground-controls.tsx";
import { MemberInputs, useForm, ValueInput } from "./playground-fields.tsx";

interface BodyProps {
  readonly messages: PlaygroundMessages;
  readonly bodies: readonly PlaygroundBody[];
  readonly required: boolean;
  readonly state: PlaygroundState;
  readonly setState: (change: (state: PlaygroundState) => PlaygroundState) => void;
}

/** Renders the body of a request: fields generated from its schema, and for JSON the text of the same value. */
export function BodyInput({ messages, bodies, required, state, setState }: BodyProps) {
  const media = bodies[state.media];
  const hasForm =
    media !== undefined &&
    (media.schema.members !== undefined || media.schema.kind === "array" || media.schema.choices !== undefined);
  const [isText, setText] = useState(!hasForm);
  if (!media) return null;
  const isJson = media.kind === "json";
  const choose = (index: number) =>
    setState((before) => ({ ...before, media: index, body: bodies[index]?.initial, bodyText: undefined }));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 flex w-full items-center gap-3 font-semibold text-[0.9375rem]">
        {messages.body}
        {bodies.length > 1 ? (
          <select
            aria-label={messages.mediaType}
            className="min-w-0 rounded-md border border-line bg-card px-2 py-1 font-mono text-[0.8125rem]"
            value={state.media}
            onChange={({ target }) => choose(Number(target.value))}
          >
            {bodies.map(({ contentType }, index) => (
              <option key={contentType} value={index}>
                {contentType}
              </option>
            ))}
          </select>
        ) : (
          <span className="font-mono font-normal text-[0.8125rem] text-muted">{media.contentType}</span>
        )}
        {isJson && hasForm ? (
          <span className="ms-auto inline-flex overflow-hidden rounded-md border border-line text-[0.8125rem]">
            {[false, true].map((asText) => (
              <button
                key={String(asText)}
                type="button"
                aria-pressed={isText === asText}
                disabled={!asText && state.bodyText !== undefined}
                className="min-h-7 px-2.5 font-medium text-muted aria-pressed:bg-accent-soft aria-pressed:text-accent disabled:opacity-50"
                onClick={() => setText(asText)}
              >
                {asText ? messages.json : messages.form}
              </button>
            ))}
          </span>
        ) : null}
      </legend>
      {media.examples ? (
        <select
          aria-label={messages.example}
          className={CONTROL}
          value={media.examples.findIndex(({ value }) => JSON.stringify(value) === JSON.stringify(state.body))}
          onChange={({ target }) =>
            setState((before) => ({ ...before, body: media.examples?.[Number(target.value)]?.value, bodyText: undefined }))
          }
        >
          <option value={-1} disabled>
            {messages.example}
          </option>
          {media.examples.map(({ title }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two examples may have one title, and they never change their order
            <option key={index} value={index}>
              {title}
            </option>
          ))}
        </select>
      ) : null}
      {(isJson && isText) || media.kind === "text" ? (
        <TextBody key={state.media} messages={messages} media={media} required={required} state={state} setState={setState} />
      ) : (
        <FormBody key={state.media} messages={messages} media={media} required={required} state={state} setState={setState} />
      )}
    </fieldset>
  );
}

type PartProps = Omit<BodyProps, "bodies"> & { readonly media: PlaygroundBody };

function FormBody({ messages, media: { schema, kind }, required, state, setState }: PartProps) {
  const { errorOf } = useForm();
  const onChange = (body: unknown) => setState((before) => ({ ...before, body, bodyText: undefined }));
  if (kind === "file")
    return (
      <ValueInput
        schema={{ kind: "string", type: "file", format: "binary" }}
        {...{ field: "body", name: messages.file, required, value: state.body, onChange }}
      />
    );
  const error = errorOf("body");
  return (
    <>
      {error ? <p className="m-0 text-(--tone-danger) text-[0.8125rem]">{error}</p> : null}
      {schema.members ? (
        <MemberInputs members={schema.members} field="body" value={state.body} onChange={onChange} />
      ) : (
        <ValueInput
          schema={schema}
          field="body"
          name={messages.body}
          required={required}
          value={state.body}
          onChange={onChange}
        />
      )}
    </>
  );
}

/** Renders the text of a body. While JSON is not valid, the text is kept beside the last valid value. */
function TextBody({ messages, media, required, state, setState }: PartProps) {
  const { errorOf } = useForm();
  const isJson = media.kind === "json";
  const write = (text: string) =>
    setState((before) => {
      if (!isJson) return { ...before, body: text };
      if (!text.trim()) return { ...before, body: undefined, bodyText: undefined };
      try {
        return { ...before, body: parseJson(text), bodyText: undefined };
      } catch {
        return { ...before, bodyText: text };
      }
    });
  const [text, setText] = useState(() => textOfBody(media, state) ?? "");
  return (
    <Labelled
      field="body"
      label={isJson ? messages.json : messages.body}
      required={required}
      error={errorOf("body")}
      messages={messages}
    >
      {(control) => (
        <textarea
          {...control}
          className={`${CONTROL} field-sizing-content max-h-120 min-h-32 leading-relaxed`}
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            write(target.value);
          }}
        />
      )}
    </Labelled>
  );
}
