"use client";

import { useDeferredValue } from "react";
import type { PlaygroundMessages } from "../../lib/i18n/browser-messages.ts";
import { type PlaygroundState, toCall } from "../../lib/openapi/call.ts";
import type { PlaygroundOperation } from "../../lib/openapi/playground.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { CodeChoice, useSampleLanguage } from "./code-choice.tsx";
import { SAMPLE_LANGUAGES } from "./sample-language.ts";
import { sampleIn } from "./samples.ts";

interface SampleProps {
  readonly operation: PlaygroundOperation;
  readonly state: PlaygroundState;
  readonly messages: PlaygroundMessages;
}

/** The code of the call as it is filled in. Secrets stay placeholders, so that a copy gives none away. */
export function LiveSample({ operation, state, messages }: SampleProps) {
  const [chosen, choose] = useSampleLanguage();
  const filled = useDeferredValue(state);
  const code = sampleIn(chosen, toCall(operation, { ...filled, secrets: {} }));
  const copying = { copy: messages.copy, copied: messages.copied, failed: messages.copyFailed };
  return (
    <CodeChoice
      label={messages.code}
      choiceLabel={messages.codeLanguage}
      titles={SAMPLE_LANGUAGES}
      chosen={chosen}
      onChoose={choose}
      code={code}
      buttons={<CopyButton className="code-copy" messages={copying} read={() => code} />}
    />
  );
}
