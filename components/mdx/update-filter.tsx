"use client";

import { useEffect, useState } from "react";

interface UpdateFilterProps {
  readonly tags: readonly string[];
  /** Label of the group of buttons. */
  readonly label: string;
}

/** Buttons that leave of the updates of a page those that have every chosen tag, as the address says: `?tags=New,API`. */
export function UpdateFilter({ tags, label }: UpdateFilterProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  useEffect(() => {
    const named = new URLSearchParams(location.search).get("tags")?.split(",") ?? [];
    setChosen(tags.filter((tag) => named.includes(tag)));
  }, [tags]);
  useEffect(() => {
    for (const update of document.querySelectorAll<HTMLElement>("[data-tags]")) {
      const own: string[] = JSON.parse(update.dataset.tags ?? "[]");
      update.hidden = !chosen.every((tag) => own.includes(tag));
    }
  }, [chosen]);
  const toggle = (tag: string) => {
    const next = chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag];
    const address = new URL(location.href);
    if (next.length > 0) address.searchParams.set("tags", next.join(","));
    else address.searchParams.delete("tags");
    history.replaceState(history.state, "", address);
    setChosen(next);
  };
  return (
    <fieldset className="mb-6 flex flex-wrap gap-2 print:hidden">
      <legend className="float-start py-1.25 text-[0.875rem] text-muted">{label}</legend>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="rounded-full border border-line px-3 py-1.25 text-[0.8125rem] text-muted hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          aria-pressed={chosen.includes(tag)}
          onClick={() => toggle(tag)}
        >
          {tag}
        </button>
      ))}
    </fieldset>
  );
}
