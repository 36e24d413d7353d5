"use client";

import { useEffect, useState } from "react";
import { decodeText } from "../../../lib/decode-text.ts";

interface LoaderProps {
  /** Address of the fields, before the name of the schema and after it. */
  readonly from: string;
  readonly page: string;
  readonly copied: string;
}

/** Brings the fields that a page leaves out when the reader opens what holds them, or a link leads to one of them; copies allowed values. */
export function FieldLoader({ from, page, copied }: LoaderProps) {
  const [said, say] = useState("");
  useEffect(() => {
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDetailsElement && target.open && target.dataset.fields) void load(target, { from, page });
    };
    const onClick = ({ target }: Event) => {
      const value = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
      if (value) void copy(value).then((isCopied) => say(isCopied ? `${copied}: ${value.textContent}` : ""));
    };
    document.addEventListener("click", onClick);
    document.addEventListener("toggle", onToggle, true);
    if (!document.querySelector(":target")) openTarget(document);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("toggle", onToggle, true);
    };
  }, [from, page, copied]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}

const SHOWN_MS = 1_500;

/** Copies the text of an element and marks it for a moment. Resolves to false where the browser allows no copy. */
async function copy(value: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value.textContent ?? "");
  } catch {
    return false;
  }
  value.classList.add("text-accent");
  setTimeout(() => value.classList.remove("text-accent"), SHOWN_MS);
  return true;
}

async function load(fold: HTMLDetailsElement, { from, page }: Pick<LoaderProps, "from" | "page">): Promise<void> {
  const { fields } = fold.dataset;
  delete fold.dataset.fields;
  try {
    const response = await fetch(`${from}/${fields}${page}`);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    fold.querySelector(".field-nested")?.insertAdjacentHTML("beforeend", await response.text());
    openTarget(fold);
  } catch {
    // The reader may open it again.
    fold.dataset.fields = fields;
    fold.open = false;
  }
}

/** Opens what holds the field of the address, which is nearer with each load. */
function openTarget(root: ParentNode): void {
  const id = decodeText(location.hash.slice(1)) ?? location.hash.slice(1);
  if (id === "") return;
  const holds = ({ dataset }: HTMLElement) => id.startsWith(`${decodeURIComponent(dataset.fields?.split("/")[1] ?? "")}-`);
  const target = root.querySelector(`#${CSS.escape(id)}`);
  const holder = target ?? [...root.querySelectorAll<HTMLDetailsElement>("details[data-fields]")].find(holds);
  for (let fold = holder?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  target?.scrollIntoView();
}
