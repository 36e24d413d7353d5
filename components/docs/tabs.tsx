"use client";

import { Children, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

const chosenEvent = "docent-tab";

/**
 * Panels of which one shows at a time; arrow keys, Home and End move between the tabs. All panels stand in the HTML,
 * so the browser's own search and a reader without JavaScript's page source find them. Groups that share a tab title
 * follow each other's choice.
 */
export function TabList({
  titles,
  children,
  label,
  end,
}: {
  titles: readonly string[];
  children: ReactNode;
  label: string;
  end?: ReactNode;
}) {
  const [chosen, setChosen] = useState(0);
  const group = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const panels = Children.toArray(children);

  useEffect(() => {
    const follow = (event: Event) => {
      const index = titles.indexOf((event as CustomEvent<string>).detail);
      if (index >= 0) setChosen(index);
    };
    addEventListener(chosenEvent, follow);
    return () => removeEventListener(chosenEvent, follow);
  }, [titles]);

  const choose = (index: number) => {
    setChosen(index);
    const title = titles[index];
    if (title) dispatchEvent(new CustomEvent(chosenEvent, { detail: title }));
  };
  const move = (event: KeyboardEvent) => {
    const index = targetOf(event.key, chosen, titles.length);
    if (index === undefined) return;
    event.preventDefault();
    choose(index);
    buttons.current[index]?.focus();
  };
  return (
    <>
      <div className="tab-bar">
        <div role="tablist" aria-label={label} onKeyDown={move}>
          {titles.map((title, index) => (
            <button
              key={`${group}-${title}`}
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
            >
              {title}
            </button>
          ))}
        </div>
        {end}
      </div>
      {panels.map((panel, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the panels of a page never change their order
          key={index}
          role="tabpanel"
          id={`${group}-panel-${index}`}
          aria-labelledby={`${group}-tab-${index}`}
          data-code-body
          hidden={index !== chosen}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without links must be reachable to be scrolled
          tabIndex={0}
        >
          {panel}
        </div>
      ))}
    </>
  );
}

function targetOf(key: string, current: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: (current + 1) % count,
    ArrowLeft: (current - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return moves[key];
}
