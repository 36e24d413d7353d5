"use client";

import { useEffect } from "react";
import { decodeText } from "../../../lib/decode-text.ts";

interface LoaderProps {
  /** Address of the fields, before the name of the schema and after it. */
  readonly from: string;
  readonly page: string;
}

/** Brings the fields that a page leaves out when the reader opens what holds them, or a link leads to one of them. */
export function FieldLoader({ from, page }: LoaderProps) {
  useEffect(() => {
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDetailsElement && target.open && target.dataset.fields) void load(target, { from, page });
    };
    document.addEventListener("toggle", onToggle, true);
    if (!document.querySelector(":target")) openTarget(document);
    return () => document.removeEventListener("toggle", onToggle, true);
  }, [from, page]);
  return null;
}

async function load(fold: HTMLDetailsElement, { from, page }: LoaderProps): Promise<void> {
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
