"use client";

import { Check, ChevronDown, ChevronRight } from "lucide";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import { readStored, writeStored } from "../../browser-store.ts";
import { MENU_ITEM } from "../../ui/button.ts";
import { codeLines } from "../../ui/code-colours.ts";
import { LucideSvg } from "../../ui/lucide-svg.tsx";
import { Menu } from "../../ui/menu.tsx";
import { announceTab, useAnnouncedTab } from "../../ui/tabs.tsx";
import type { Panel, PanelExample, PanelResponse, PanelSample } from "./panel.ts";

/** The words of a panel. */
export interface PanelLabels {
  readonly example: string;
  readonly request: string;
  readonly response: string;
  readonly codeLanguage: string;
}

interface CodePanelProps {
  readonly panel: Panel;
  readonly operation: PlaygroundOperation;
  /** Address of the server that the samples call. */
  readonly server: string;
  readonly labels: PanelLabels;
  /** The buttons of each block. */
  readonly buttons: ReactNode;
  /** The author's examples, in place of the request, of the responses, of both or beside them. */
  readonly written?: WrittenExamples | undefined;
  /** Index of the named example that the call holds. */
  readonly example: number;
  readonly onExample: (example: number) => void;
}

/** Examples that an author wrote beside an operation, and which of the generated ones they replace. */
export interface WrittenExamples {
  readonly body: ReactNode;
  readonly hasRequest: boolean;
  readonly hasResponse: boolean;
}

/**
 * Renders the code of an operation beside its reference: its call in the language of the reader's choice, then its responses.
 * In a narrow window it is one line that unfolds.
 */
export function CodePanel({ panel, operation, server, labels, buttons, written, example, onExample }: CodePanelProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { hasRequest = false, hasResponse = false } = written ?? {};
  const text = written ? <div className="prose min-w-0 [&>:first-child]:mt-0 [&>:last-child]:mb-0">{written.body}</div> : null;
  const hasCall = !hasRequest && (panel.samples.length > 0 || panel.examples.length > 0);
  const responses = hasResponse ? [] : panel.responses;
  if (!text && !hasCall && responses.length === 0) return null;
  const names = [hasCall || hasRequest ? labels.request : "", responses.length > 0 || hasResponse ? labels.response : ""];
  return (
    <aside aria-label={labels.example} className={STAYS}>
      <button type="button" className={LINE} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <LucideSvg icon={isOpen ? ChevronDown : ChevronRight} size={16} className="shrink-0 text-muted" />
        {names.filter(Boolean).join(" · ") || labels.example}
      </button>
      <noscript>
        <style>{".panel-body { display: grid !important }"}</style>
      </noscript>
      <div id={id} className={`panel-body grid-cols-1 gap-4 print:block ${isOpen ? "grid" : "hidden @4xl/main:grid"}`}>
        {hasResponse && !hasRequest ? null : text}
        {hasCall || responses.length > 0 ? (
          <div className={FRAME}>
            {hasCall ? <CallCode {...{ panel, operation, server, labels, buttons, example, onExample }} /> : null}
            {responses.length > 0 ? <ResponseCode {...{ responses, labels, buttons }} /> : null}
          </div>
        ) : null}
        {hasResponse && !hasRequest ? text : null}
      </div>
    </aside>
  );
}

/** In view beside a longer text, in the window's height. */
const STAYS =
  "grid grid-cols-1 content-start gap-2 @4xl/main:sticky @4xl/main:top-[calc(var(--header)+1.5rem)] @4xl/main:max-h-[calc(100dvh-var(--header)-3rem)] @4xl/main:overflow-y-auto rounded-(--radius) [scrollbar-color:var(--line)_transparent] [scrollbar-width:thin] print:static! print:max-h-none! print:overflow-visible!";
const LINE =
  "flex min-h-11 w-full items-center gap-2 rounded-(--radius) border border-line bg-sunk px-3.5 py-2 text-start font-medium text-[0.9375rem] @4xl/main:hidden print:hidden";
/** One box around what is called and what comes back. */
export const FRAME = "grid grid-cols-1 gap-px overflow-hidden rounded-(--radius) border border-line bg-line";

type CallCodeProps = Pick<CodePanelProps, "panel" | "labels" | "buttons" | "operation" | "server" | "example" | "onExample">;

/** Renders the call with the chosen example, or what the API sends. What writes other languages than the first loads when it is needed. */
function CallCode({ panel, operation, server, labels, buttons, example, onExample }: CallCodeProps) {
  const { samples, examples } = panel;
  const [wanted, choose] = useSample(samples);
  const { sample, code, at } = useGenerated({ panel, sample: wanted, operation, server, example });
  const isWritten = sample?.code !== undefined;
  const named = examples[example] ?? examples[0];
  return (
    <Block
      label={labels.request}
      code={sample?.code ?? named?.code ?? code}
      note={isWritten ? undefined : named?.note}
      buttons={buttons}
    >
      <SampleMenu samples={samples} chosen={sample} onChoose={choose} label={labels.codeLanguage} />
      {/* An author's code has its own values. */}
      <ExampleMenu examples={isWritten ? [] : examples} chosen={at} onChoose={onExample} label={labels.example} />
    </Block>
  );
}

interface Generation extends Pick<CodePanelProps, "panel" | "operation" | "server" | "example"> {
  readonly sample: PanelSample | undefined;
}

/** Code, the sample that it is of, and the example that it holds. */
interface Generated {
  readonly sample: PanelSample | undefined;
  readonly code: string;
  readonly at: number;
}

/** Returns a sample with its code; until what writes it has loaded, and without the network, what was shown before. */
function useGenerated({ panel, sample, operation, server, example }: Generation): Generated {
  const first = panel.samples.find(({ code }) => code === undefined);
  const [made, setMade] = useState<Generated>({ sample: first, code: panel.first, at: 0 });
  const language = sample?.code === undefined ? sample?.language : undefined;
  const isFirst = sample === first && example === 0;
  const { held, code: own } = panel.examples[example] ?? {};
  useEffect(() => {
    if (!language || isFirst || own !== undefined) return;
    let isOver = false;
    const make = async () => {
      const [{ sampleIn }, { initialState, toCall }] = await Promise.all([
        import("./samples.ts"),
        import("../../../lib/openapi/playground/call.ts"),
      ]);
      const state = { ...initialState(operation, held), server };
      if (!isOver) setMade({ sample, code: sampleIn(language, toCall(operation, state)), at: example });
    };
    make().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [language, isFirst, own, sample, held, example, operation, server]);
  if (isFirst) return { sample, code: panel.first, at: 0 };
  return language && own === undefined ? made : { sample, code: "", at: example };
}

/** Renders the example responses: a button for each status, and a menu where one has several. */
export function ResponseCode({
  responses,
  labels,
  buttons,
}: Pick<CodePanelProps, "labels" | "buttons"> & { readonly responses: readonly PanelResponse[] }) {
  const [status, setStatus] = useState(0);
  const [index, setIndex] = useState(0);
  const response = responses[status] ?? responses[0];
  const example = response?.examples[index] ?? response?.examples[0];
  if (!response || !example) return null;
  return (
    <Block label={labels.response} code={example.code ?? ""} note={example.note} buttons={buttons}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div role="group" aria-label={labels.response} className="flex min-w-0 overflow-x-auto [scrollbar-width:thin]">
        {responses.map(({ status: name }, place) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === response.status}
            className={STATUS}
            onClick={() => {
              setStatus(place);
              setIndex(0);
            }}
          >
            <span className={TONES[name.charAt(0)] ?? "text-(--tone-warning)"}>{name}</span>
          </button>
        ))}
      </div>
      <ExampleMenu examples={response.examples} chosen={index} onChoose={setIndex} label={labels.example} />
    </Block>
  );
}

const STATUS =
  "min-h-8 pointer-coarse:min-h-10 shrink-0 rounded-md px-2 font-medium font-mono text-[0.8125rem] -outline-offset-2 aria-pressed:bg-accent-soft";
/** By the first digit of a status. */
const TONES: Readonly<Record<string, string>> = { 2: "text-(--tone-check)", 5: "text-(--tone-danger)" };

interface BlockProps {
  readonly label: string;
  readonly code: string;
  readonly note?: string | undefined;
  readonly buttons: ReactNode;
  /** Choices beside the label. */
  readonly children?: ReactNode;
}

/** The frame is around them all. */
const INSIDE = { border: 0, borderRadius: 0 };

/** Renders code under its label and choices. Long lines wrap below their own beginning. */
export function Block({ label, code, note, buttons, children }: BlockProps) {
  return (
    <section className="code" style={INSIDE} data-code data-titled="" aria-label={label}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 border-line border-b ps-4 pe-20 text-[0.8125rem]">
        <span className="font-medium">{label}</span>
        {children}
      </div>
      {buttons}
      {note ? <p className="m-0 border-line border-b px-4 py-2 text-[0.8125rem] text-muted">{note}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code must be reachable to be scrolled */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div className="code-scroll max-h-104 overflow-auto" data-code-body role="group" tabIndex={0} aria-label={label}>
        <pre data-wrap="">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: every text is escaped, see codeLines */}
          <code dangerouslySetInnerHTML={{ __html: codeLines(code) }} />
        </pre>
      </div>
    </section>
  );
}

interface SampleMenuProps {
  readonly samples: readonly PanelSample[];
  readonly chosen: PanelSample | undefined;
  readonly onChoose: (sample: PanelSample) => void;
  readonly label: string;
}

export function SampleMenu({ samples, chosen, onChoose, label }: SampleMenuProps) {
  const titles = samples.map(({ title }) => title);
  const choose = (index: number) => samples[index] && onChoose(samples[index]);
  return <ChoiceMenu titles={titles} chosen={titles.indexOf(chosen?.title ?? "")} onChoose={choose} label={label} />;
}

interface ExampleMenuProps {
  readonly examples: readonly PanelExample[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly label: string;
}

function ExampleMenu({ examples, ...menu }: ExampleMenuProps) {
  return <ChoiceMenu {...menu} titles={examples.map(({ title }) => title)} />;
}

interface ChoiceMenuProps {
  readonly titles: readonly string[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  /** Says to a screen reader what is chosen. */
  readonly label: string;
}

/** Renders a button with the chosen title, which opens the others; nothing where there is no choice. */
function ChoiceMenu({ titles, chosen, onChoose, label }: ChoiceMenuProps) {
  if (titles.length < 2) return titles.length === 1 && titles[0] ? <span className="text-muted">{titles[0]}</span> : null;
  const title = titles[chosen] ?? titles[0] ?? "";
  return (
    <Menu
      label={`${label}: ${title}`}
      triggerClass="inline-flex min-h-8 pointer-coarse:min-h-10 min-w-0 max-w-full items-center gap-1 rounded-md px-2 text-muted hover:text-ink"
      trigger={
        <>
          <span className="truncate">{title}</span>
          <LucideSvg icon={ChevronDown} size={14} className="shrink-0" />
        </>
      }
    >
      {titles.map((each, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two examples may have one title, and they never change their order
          key={index}
          type="button"
          className={MENU_ITEM}
          aria-current={index === chosen ? "true" : undefined}
          data-choice={each}
          onClick={() => onChoose(index)}
        >
          <span className="flex-1 wrap-anywhere">{each}</span>
          {index === chosen ? <LucideSvg icon={Check} size={14} className="shrink-0" /> : null}
        </button>
      ))}
    </Menu>
  );
}

const KEY = "docent-sample-language";

/** Returns the sample that the reader chose last, on any page, or one in its language; and a function to choose another. */
export function useSample(samples: readonly PanelSample[]): readonly [PanelSample | undefined, (sample: PanelSample) => void] {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  useAnnouncedTab((title) => {
    if (samples.some((sample) => sample.title === title)) setWanted([title]);
  });
  useEffect(() => setWanted(readStored("local", KEY)?.split("\n") ?? []), []);
  const choose = ({ title, language }: PanelSample) => {
    setWanted([title, language ?? title]);
    writeStored("local", KEY, `${title}\n${language ?? title}`);
    announceTab(title);
  };
  const [title, language = title] = wanted;
  const named = samples.find((sample) => sample.title === title) ?? samples.find((sample) => sample.language === language);
  return [named ?? samples[0], choose];
}
