"use client";

import { useDeferredValue, useState } from "react";
import type { PlaygroundMessages } from "../../lib/i18n/playground.ts";
import { type PlaygroundState, toCall } from "../../lib/openapi/call.ts";
import type { PlaygroundOperation } from "../../lib/openapi/playground.ts";
import { colourCode } from "../ui/code-colours.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { keepSampleLanguage, readSampleLanguage } from "./sample-language.ts";
import { SAMPLE_TITLES, sampleIn } from "./samples.ts";

interface SampleProps {
  readonly operation: PlaygroundOperation;
  readonly state: PlaygroundState;
  readonly messages: PlaygroundMessages;
}

/** The code of the call as it is filled in. Secrets stay placeholders, so that a copy gives none away. */
export function LiveSample({ operation, state, messages }: SampleProps) {
  const [title, setTitle] = useState(() => readSampleLanguage() ?? SAMPLE_TITLES[0] ?? "");
  const filled = useDeferredValue(state);
  const { code } = sampleIn(title, toCall(operation, { ...filled, secrets: {} }));
  return (
    <section className="code" data-code data-titled="" aria-label={messages.code}>
      <div className="border-line border-b px-3 py-1.5">
        <select
          aria-label={messages.codeLanguage}
          className="rounded-md border border-line bg-card px-2 py-1 text-[0.8125rem]"
          value={title}
          onChange={({ target }) => {
            setTitle(target.value);
            keepSampleLanguage(target.value);
          }}
        >
          {SAMPLE_TITLES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <CopyButton
        className="code-copy"
        messages={{ copy: messages.copy, copied: messages.copied, failed: messages.copyFailed }}
        read={() => code}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div className="code-scroll max-h-104 overflow-auto" role="group" tabIndex={0} aria-label={messages.code}>
        <pre>
          <code className="block whitespace-pre">{colourCode(code)}</code>
        </pre>
      </div>
    </section>
  );
}
