"use client";

import { useLayoutEffect, useRef } from "react";

// Every page brings its own sidebar; this is what the last one looked like.
const last = { scroll: 0, folders: new Map<string, boolean>(), lists: new Map<string, Element>() };

/**
 * Carries scroll position and opened folders of the sidebar around it over to the next page, and fills folders that the page
 * was sent without when they are opened.
 */
export function SidebarMemory() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const sidebar = mark.current?.closest("aside");
    if (!sidebar) return;
    restore(sidebar);
    const ending = new AbortController();
    const rememberScroll = () => {
      last.scroll = sidebar.scrollTop;
    };
    const rememberFolder = ({ target }: Event) => {
      // On a phone the sidebar had no height until now.
      if (target === sidebar && sidebar.matches(":popover-open")) showCurrent(sidebar);
      if (!(target instanceof HTMLDetailsElement) || !target.dataset.folder) return;
      last.folders.set(target.dataset.folder, target.open);
      if (target.open) void fill(target, ending.signal);
    };
    sidebar.addEventListener("scroll", rememberScroll, { passive: true, signal: ending.signal });
    sidebar.addEventListener("toggle", rememberFolder, { capture: true, signal: ending.signal });
    return () => ending.abort();
  }, []);
  return <span ref={mark} hidden />;
}

function restore(sidebar: HTMLElement) {
  const current = sidebar.querySelector<HTMLElement>('[aria-current="page"]');
  for (const folder of sidebar.querySelectorAll<HTMLDetailsElement>("details[data-folder]")) {
    const known = last.folders.get(folder.dataset.folder ?? "");
    if (known === undefined || folder.parentElement?.contains(current)) continue;
    folder.open = known;
    const list = last.lists.get(folder.dataset.folder ?? "");
    if (known && list) unsentListOf(folder)?.replaceWith(list.cloneNode(true));
  }
  showCurrent(sidebar);
}

/** Height in pixels of what stays above the list: the name of the drawer, or the switches of a column. */
const HEAD = 64;

/** Scrolls to where the last sidebar was, or to the current page where that is out of sight. */
function showCurrent(sidebar: HTMLElement) {
  const current = sidebar.querySelector<HTMLElement>('[aria-current="page"]');
  sidebar.scrollTop = last.scroll;
  const top = current ? current.getBoundingClientRect().top - sidebar.getBoundingClientRect().top + sidebar.scrollTop : 0;
  const visible = top >= sidebar.scrollTop + HEAD && top <= sidebar.scrollTop + sidebar.clientHeight - 40;
  if (current && !visible) sidebar.scrollTop = Math.max(0, top - sidebar.clientHeight / 3);
}

/** Replaces the link of a folder by its entries, which are on the page that it leads to. */
async function fill(folder: HTMLDetailsElement, signal: AbortSignal): Promise<void> {
  const link = unsentListOf(folder)?.querySelector("a");
  if (!link) return;
  const html = await fetch(link.href, { signal }).then(
    (response) => response.text(),
    () => "",
  );
  const list = new DOMParser().parseFromString(html, "text/html").querySelector(`${selectorOf(folder)} > ul:not([data-unsent])`);
  const unsent = unsentListOf(folder);
  // Without the network, or on a page that lists the folder elsewhere, the link stays.
  if (!list || !unsent) return;
  for (const other of list.querySelectorAll("details:has([aria-current])")) other.removeAttribute("open");
  for (const page of list.querySelectorAll("[aria-current]")) page.removeAttribute("aria-current");
  last.lists.set(folder.dataset.folder ?? "", list);
  const hadFocus = unsent.contains(document.activeElement);
  unsent.replaceWith(list.cloneNode(true));
  if (hadFocus) folder.querySelector<HTMLElement>(":scope > ul a")?.focus();
}

function unsentListOf(folder: HTMLDetailsElement): Element | null {
  return folder.querySelector(":scope > ul[data-unsent]");
}

function selectorOf({ dataset }: HTMLDetailsElement): string {
  return `details[data-folder="${CSS.escape(dataset.folder ?? "")}"]`;
}
