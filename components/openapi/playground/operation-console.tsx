"use client";

import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { loadTranslation } from "../../../lib/i18n/i18n.ts";
import type { PlaygroundOperation } from "../../../lib/openapi/playground/playground.ts";
import type { ServedSite } from "../../site-token.ts";
import { CodePanel, type PanelLabels, type WrittenExamples } from "../samples/code-panel.tsx";
import type { Panel } from "../samples/panel.ts";
import { BAR, SEND } from "./bar-classes.ts";
import type { DemoSecrets, PlaygroundFormProps } from "./playground-form.tsx";

interface ConsoleProps {
  readonly operation: PlaygroundOperation;
  readonly panel: Panel;
  /** Address of the server that the samples call. */
  readonly server: string;
  readonly labels: PanelLabels;
  /** The buttons of a block of code. */
  readonly buttons: ReactNode;
  readonly written: WrittenExamples | undefined;
  readonly language: string;
  /** Path to which an authorization server sends a reader back. */
  readonly returnPath: string;
  /** The owner's public credentials, by their kind. */
  readonly demo: DemoSecrets;
  /** The site that requests go through where the browser may not send them; undefined when none do. */
  readonly relay: ServedSite | undefined;
  readonly messages: { readonly open: string; readonly failed: string };
  /** Method and URL of the operation. */
  readonly line: ReactNode;
  /** Description of the operation, above the reference; in a narrow window the code is between the two. */
  readonly intro: ReactNode;
  /** The reference. */
  readonly children: ReactNode;
}

/** From this width on the form is beside the text: 56rem, as the columns of the page. */
const BESIDE_PX = 896;

/**
 * Renders the bar of an operation, its code and its reference, in two columns on wide windows. "Try it" opens the bar and the panel
 * to fill them in, or both over the page of a narrow window; their code is loaded when they are first opened.
 */
export function OperationConsole(props: ConsoleProps) {
  const { operation, panel, server, labels, buttons, written, language, returnPath, demo, relay, messages } = props;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [bar, setBar] = useState<HTMLDivElement | null>(null);
  const [state, setState] = useState<"closed" | "loading" | "open" | "failed">("closed");
  const [Form, setForm] = useState<ComponentType<PlaygroundFormProps>>();
  const [example, setExample] = useState(0);
  const isSheet = useNarrow(root, state === "open");
  const canCall = operation.servers.length > 0;

  const open = async () => {
    if (isPolicyOfOtherPage(operation.servers)) return reloadPage();
    setState("loading");
    try {
      const [{ PlaygroundForm }] = await Promise.all([import("./playground-form.tsx"), loadTranslation(language)]);
      setForm(() => PlaygroundForm);
      setState("open");
    } catch {
      // Offline: the reader sees a message and may press again.
      setState("failed");
    }
  };
  const close = useCallback(() => {
    setState("closed");
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  const reopen = useEffectEvent(open);
  useEffect(() => {
    if (location.hash === OPEN_HASH && canCall) void reopen();
  }, [canCall]);
  const isOpen = state === "open" && Form !== undefined;
  const isBeside = isOpen && !isSheet;
  const intro = props.intro ? <div className="@4xl/main:col-start-1">{props.intro}</div> : null;
  return (
    <div ref={root}>
      {/* Of an open form it holds the inputs, and stays in view with them. */}
      <div
        ref={setBar}
        className={isBeside ? "sticky top-(--header) z-10 mb-5 bg-paper py-3" : "mb-8"}
        style={isBeside ? RAISED : undefined}
      >
        {isBeside ? null : (
          <div className={BAR}>
            {props.line}
            {canCall ? (
              <button
                ref={button}
                type="button"
                className={`${SEND} ms-auto`}
                aria-expanded={isOpen}
                aria-busy={state === "loading"}
                onClick={() => (isOpen ? close() : void open())}
              >
                {messages.open}
              </button>
            ) : null}
          </div>
        )}
        {state === "failed" ? (
          <p role="alert" className="text-(--tone-danger) text-[0.875rem]">
            {messages.failed}
          </p>
        ) : null}
      </div>
      <div className={GRID}>
        {intro}
        {/* As high as the text, along which what is in it stays in view. */}
        <div
          className={`empty:hidden @4xl/main:col-start-2 @4xl/main:row-start-1 self-stretch ${intro ? "@4xl/main:row-span-2" : ""}`}
        >
          {isBeside ? null : (
            <CodePanel {...{ panel, operation, server, labels, buttons, written, example }} onExample={setExample} />
          )}
          {isOpen ? (
            <Form
              {...{ operation, panel, labels, buttons, language, returnPath, demo, relay, isSheet }}
              bar={bar}
              example={panel.examples[example]?.held}
              onClose={close}
            />
          ) : null}
        </div>
        <div className="@4xl/main:col-start-1">{props.children}</div>
      </div>
    </div>
  );
}

/** The bar stays where it is at rest. */
const RAISED = { marginBlockStart: "-0.75rem" };

const GRID =
  "grid print:block print:*:mt-6 items-start @4xl/main:grid-rows-[auto_1fr] gap-x-10 gap-y-8 *:min-w-0 @4xl/main:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] @6xl/docs:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]";

/** Returns true while the columns do not fit beside each other. */
function useNarrow(root: React.RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element || !isOpen) return;
    const measure = () => setNarrow(element.clientWidth < BESIDE_PX);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [root, isOpen]);
  return isNarrow;
}

const OPEN_HASH = "#playground";

/**
 * Returns true when the browser would refuse calls: they go to other servers, and the document was loaded as
 * another page, whose policy still holds after a navigation within the site.
 */
function isPolicyOfOtherPage(servers: readonly string[]): boolean {
  const isForeign = servers.some((server) => URL.parse(server, location.href)?.origin !== location.origin);
  const [loaded] = performance.getEntriesByType("navigation");
  return isForeign && loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}

/** Loads the page with its own policy; the form opens again there. */
function reloadPage(): void {
  history.replaceState(history.state, "", OPEN_HASH);
  location.reload();
}
