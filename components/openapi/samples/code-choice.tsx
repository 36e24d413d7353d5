"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import { readStored, writeStored } from "../../browser-store.ts";
import { colourCode } from "../../ui/code-colours.ts";
import { announceTab, useAnnouncedTab } from "../../ui/tabs.tsx";
import { isSampleLanguage, SAMPLE_LANGUAGES, type SampleLanguage } from "./sample-language.ts";

interface CodeChoiceProps<Title extends string> {
  readonly label: string;
  /** Name of the choice for screen readers; the label by default. */
  readonly choiceLabel?: string;
  readonly titles: readonly Title[];
  readonly chosen: Title;
  readonly onChoose: (title: Title) => void;
  readonly code: string;
  /** Words about the chosen code. */
  readonly note?: string | undefined;
  /** The buttons of the block. */
  readonly buttons: ReactNode;
}

/** Returns whether the titles fit side by side, such as three statuses. */
const isShort = (titles: readonly string[]) => titles.join("").length <= 15 && titles.length <= 5;

/** Renders one of several blocks of code, chosen by buttons if all fit, else by a list, as for eight languages. */
export function CodeChoice<Title extends string>(props: CodeChoiceProps<Title>) {
  const { label, choiceLabel = label, titles, chosen, onChoose, code, note, buttons } = props;
  return (
    <section className="code" data-code data-titled="" aria-label={label}>
      <div className="flex min-h-9.5 flex-wrap items-center gap-2 border-line border-b ps-4 pe-20 text-[0.8125rem] text-muted">
        {label}
        {titles.length > 1 && isShort(titles) ? (
          titles.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen}
              className="min-h-7 px-2.5 font-medium text-muted aria-pressed:bg-accent-soft aria-pressed:text-accent"
              onClick={() => onChoose(name)}
            >
              {name}
            </button>
          ))
        ) : titles.length > 1 ? (
          <select
            aria-label={choiceLabel}
            className="rounded-md border border-line bg-card px-2 py-1 text-ink"
            value={chosen}
            onChange={({ target }) => onChoose(target.value as Title)}
          >
            {titles.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <span className="text-ink">{chosen}</span>
        )}
      </div>
      {buttons}
      {note ? <p className="m-0 border-line border-b px-4 py-2 text-[0.8125rem] text-muted">{note}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div className="code-scroll max-h-104 overflow-auto" data-code-body role="group" tabIndex={0} aria-label={label}>
        <pre>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: every text is escaped, see colourCode */}
          <code className="block whitespace-pre" dangerouslySetInnerHTML={{ __html: colourCode(code) }} />
        </pre>
      </div>
    </section>
  );
}

interface AnswerSampleProps {
  readonly label: string;
  readonly samples: Readonly<Record<string, string>>;
  /** Words about some of them, by the same titles. */
  readonly notes?: Readonly<Record<string, string>> | undefined;
  readonly buttons: ReactNode;
}

/** Renders the example responses of an operation by status. */
export function AnswerSample({ label, samples, notes = {}, buttons }: AnswerSampleProps) {
  const titles = Object.keys(samples);
  const [chosen, setChosen] = useState(titles[0] ?? "");
  return (
    <CodeChoice
      {...{ label, titles, chosen, buttons }}
      onChoose={setChosen}
      note={Object.hasOwn(notes, chosen) ? notes[chosen] : undefined}
      code={(Object.hasOwn(samples, chosen) && samples[chosen]) || ""}
    />
  );
}

interface CallSampleProps {
  readonly label: string;
  readonly operation: PlaygroundOperation;
  readonly server: string;
  /** The call in the first language. What writes the others is loaded when one is chosen. */
  readonly first: string;
  readonly buttons: ReactNode;
}

/** Renders the call of an operation, in the language that the reader chose last. */
export function CallSample({ label, operation, server, first, buttons }: CallSampleProps) {
  const [language, choose] = useSampleLanguage();
  const [shown, setShown] = useState<{ readonly language: SampleLanguage; readonly code: string }>();
  useEffect(() => {
    const show = async () => {
      const [{ sampleIn }, { initialState, toCall }] = await Promise.all([
        import("./samples.ts"),
        import("../../../lib/openapi/playground/call.ts"),
      ]);
      setShown({ language, code: sampleIn(language, toCall(operation, { ...initialState(operation), server })) });
    };
    // Without the network the call stays in the language that it is in.
    if (language !== FIRST) show().catch(() => {});
  }, [language, operation, server]);
  const { language: chosen, code } = language === FIRST || !shown ? { language: FIRST, code: first } : shown;
  return <CodeChoice {...{ label, titles: SAMPLE_LANGUAGES, chosen, code, buttons }} onChoose={choose} />;
}

const FIRST = SAMPLE_LANGUAGES[0];
const KEY = "docent-sample-language";

/** Returns the programming language that the reader chose last, on any page, and a function to choose another. */
export function useSampleLanguage(): readonly [SampleLanguage, (language: SampleLanguage) => void] {
  const [language, setLanguage] = useState<SampleLanguage>(FIRST);
  useAnnouncedTab((title) => {
    if (isSampleLanguage(title)) setLanguage(title);
  });
  useEffect(() => {
    const stored = readStored("local", KEY);
    if (isSampleLanguage(stored)) setLanguage(stored);
  }, []);
  const choose = (next: SampleLanguage) => {
    setLanguage(next);
    writeStored("local", KEY, next);
    announceTab(next);
  };
  return [language, choose];
}
