"use client";

import { useLayoutEffect, useRef } from "react";

// Every page brings its own sidebar; this is what the last one looked like.
const last = { scroll: 0, folders: new Map<string, boolean>() };

/** Carries scroll position and opened folders of the sidebar around it over to the next page. */
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
      if (target instanceof HTMLDetailsElement && target.dataset.folder) last.folders.set(target.dataset.folder, target.open);
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
    if (known !== undefined && !folder.contains(current)) folder.open = known;
  }
  sidebar.scrollTop = last.scroll;
  const top = current?.offsetTop ?? 0;
  const visible = top >= sidebar.scrollTop && top <= sidebar.scrollTop + sidebar.clientHeight - 40;
  if (current && !visible) sidebar.scrollTop = Math.max(0, top - sidebar.clientHeight / 3);
}
