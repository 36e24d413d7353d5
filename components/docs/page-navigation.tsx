"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";

/** Time for which a pointer rests on a link before its page is fetched, in milliseconds: crossing it fetches nothing. */
const REST_MS = 60;

/**
 * Follows every `PageLink` of the document without a load, and fetches its page once the reader rests on it, focuses it or puts
 * a finger on it. Other clicks are the browser's: with a modifier key, on a download, to another window.
 */
export function PageNavigation({ basePath }: { readonly basePath: string }) {
  const router = useRouter();
  useLanguageLinks(usePathname());
  useEffect(() => {
    const ending = new AbortController();
    const listen = <Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, listener, { signal: ending.signal, passive: name !== "click" });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchSoon = (event: Event, afterMs: number) => {
      clearTimeout(timer);
      const path = pathOf(event, basePath);
      if (path && !isHere(path, basePath)) timer = setTimeout(() => router.prefetch(path), afterMs);
    };
    listen("pointerover", (event) => fetchSoon(event, REST_MS));
    listen("pointerdown", (event) => fetchSoon(event, 0));
    listen("focusin", (event) => fetchSoon(event, REST_MS));
    listen("click", (event) => {
      const path = isPlain(event) ? pathOf(event, basePath) : undefined;
      if (!path) return;
      event.preventDefault();
      router.push(path);
    });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [router, basePath]);
  return null;
}

/** Lets the languages of the header lead to the page that is read, in their language; outside of the documentation to its start. */
function useLanguageLinks(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own translations
  useEffect(() => {
    const paths = document.querySelector<HTMLElement>("[data-languages]")?.dataset.languages;
    const byLanguage = (paths ? JSON.parse(paths) : {}) as Readonly<Record<string, string>>;
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-language-link]")) {
      link.dataset.start ??= link.getAttribute("href") ?? "";
      link.setAttribute("href", byLanguage[link.dataset.languageLink ?? ""] ?? link.dataset.start);
    }
  }, [pathname]);
}

function isPlain(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && event.button === 0 && !hasModifier;
}

/** Returns the path, without base path, of the page link that an event is on. */
function pathOf({ target }: Event, basePath: string): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-page]") : null;
  if (!link || link.origin !== location.origin || link.hasAttribute("download")) return undefined;
  if (link.target && link.target !== "_self") return undefined;
  return `${link.pathname.slice(basePath.length) || "/"}${link.search}${link.hash}`;
}

function isHere(path: string, basePath: string): boolean {
  return path.split("#")[0] === (location.pathname.slice(basePath.length) || "/") + location.search;
}
