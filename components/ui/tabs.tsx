"use client";

import {
  Children,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { decodeText } from "../../lib/decode-text.ts";
import { readStoredJson, writeStored } from "../browser-store.ts";
import { indexAt } from "./arrow-keys.ts";

const chosenEvent = "docent-tab";

interface TabsProps {
  readonly titles: readonly string[];
  /** Content before each title. */
  readonly icons?: readonly ReactNode[];
  /** One panel for each title. */
  readonly children: ReactNode;
  readonly label: string;
  /** Index of the tab that is open until the reader or the address chooses. Default 0. */
  readonly first?: number;
  /** Content at the end of the bar. */
  readonly end?: ReactNode;
  /** Classes of the list of tabs. */
  readonly listClass?: string | undefined;
}

/**
 * Panels of which one shows at a time; arrow keys, Home and End move between the tabs. All panels are in the HTML, and the
 * browser's own search and links to an anchor open the panel they need. Groups that share a tab title follow each
 * other's choice.
 */
export function Tabs({ titles, icons, children, label, first = 0, end, listClass = "gap-5" }: TabsProps) {
  const [chosen, setChosen] = useState(first);
  const group = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const panels = Children.toArray(children);
  const root = useFoundPanels(chosen, setChosen);
  useSharedChoice(titles, setChosen);
  useFirstChoice(root, titles, setChosen);

  const choose = (index: number) => {
    setChosen(index);
    const title = titles[index];
    if (!title) return;
    announceTab(title);
    keepChoice(title);
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const [next, previous] = isRightToLeft ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const index = indexAt(event.key, { current: chosen, count: titles.length, next, previous });
    if (index === undefined) return;
    event.preventDefault();
    choose(index);
    buttons.current[index]?.focus();
  };
  return (
    <div ref={root} className="contents">
      <div className="relative border-line border-b">
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={move}
          className={`flex overflow-x-auto [scrollbar-width:thin] ${listClass}`}
        >
          {titles.map((title, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: two tabs may have one title, and they never change their order
              key={index}
              ref={(button) => {
                buttons.current[index] = button;
              }}
              type="button"
              role="tab"
              id={`${group}-tab-${index}`}
              aria-controls={`${group}-panel-${index}`}
              aria-selected={index === chosen}
              tabIndex={index === chosen ? 0 : -1}
              onClick={() => choose(index)}
              className="inline-flex min-w-6 shrink-0 items-center justify-center gap-1.5 border-transparent border-b-2 py-2.25 font-medium text-muted transition-colors -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-accent"
            >
              {icons?.[index]}
              {title}
            </button>
          ))}
        </div>
        {end}
      </div>
      {panels.map((panel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the panels of a page never change their order
        <div key={index} data-panel={index} data-code-body hidden={index !== chosen}>
          <div
            role="tabpanel"
            id={`${group}-panel-${index}`}
            aria-labelledby={`${group}-tab-${index}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without links must be reachable to be scrolled
            tabIndex={0}
          >
            {panel}
          </div>
        </div>
      ))}
    </div>
  );
}

/**
 * Lets the browser find what is in the panels that do not show: `hidden="until-found"`, which React does not write, and
 * the choice of the panel in which something was found.
 */
function useFoundPanels(chosen: number, choose: (index: number) => void) {
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each choice, since React writes a plain `hidden` again
  useLayoutEffect(() => {
    for (const panel of panelsOf(root.current)) if (panel.hidden) panel.setAttribute("hidden", "until-found");
  }, [chosen]);
  useEffect(() => {
    const panels = panelsOf(root.current);
    const onMatch = ({ currentTarget }: Event) => choose(panels.indexOf(currentTarget as HTMLElement));
    for (const panel of panels) panel.addEventListener("beforematch", onMatch);
    return () => {
      for (const panel of panels) panel.removeEventListener("beforematch", onMatch);
    };
  }, [choose]);
  return root;
}

function panelsOf(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(":scope > [data-panel]") ?? [])];
}

const STORED = "docent-tabs";
const MAX_STORED = 20;

/** Stores a choice for later pages, and in the address of this one, so that a shared link keeps it. */
function keepChoice(title: string): void {
  const url = new URL(location.href);
  url.searchParams.set("tab", title);
  history.replaceState(history.state, "", url);
  const kept = [title, ...readChoices().filter((each) => each !== title)].slice(0, MAX_STORED);
  writeStored("local", STORED, JSON.stringify(kept));
}

function readChoices(): string[] {
  const stored = readStoredJson("local", STORED);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
}

/** Opens on a fresh load the panel that the address leads into, else that of the tab it names, else of the one chosen last. */
function useFirstChoice(root: RefObject<HTMLElement | null>, titles: readonly string[], choose: (index: number) => void): void {
  const start = useEffectEvent(() => {
    const target = document.getElementById(decodeText(location.hash.slice(1)) ?? location.hash.slice(1));
    const linked = target ? panelsOf(root.current).findIndex((panel) => panel.contains(target)) : -1;
    const named = [new URLSearchParams(location.search).get("tab"), ...readChoices()];
    const kept = named.map((title) => titles.indexOf(title ?? "")).find((index) => index >= 0);
    if (linked >= 0) choose(linked);
    else if (kept !== undefined) choose(kept);
    // The panel shows with the next frame.
    if (linked >= 0) requestAnimationFrame(() => target?.scrollIntoView());
  });
  useEffect(() => start(), []);
}

/** Follows a choice made in another group that has a tab of the same title. */
function useSharedChoice(titles: readonly string[], choose: Dispatch<SetStateAction<number>>): void {
  useAnnouncedTab((title) => {
    const index = titles.indexOf(title);
    if (index >= 0) choose((current) => (titles[current] === title ? current : index));
  });
}

/** Tells every group of the page that has something of this title that it was chosen. */
export function announceTab(title: string): void {
  dispatchEvent(new CustomEvent(chosenEvent, { detail: title }));
}

/** Calls back with the title that was chosen in any group of the page. */
export function useAnnouncedTab(onChosen: (title: string) => void): void {
  const follow = useEffectEvent((event: Event) => onChosen((event as CustomEvent<string>).detail));
  useEffect(() => {
    addEventListener(chosenEvent, follow);
    return () => removeEventListener(chosenEvent, follow);
  }, []);
}
