import { createOfflineSearch, type OfflineHit } from "./search.ts";

/*
 * The script of each page of an offline copy: list of pages, search, tabs, copying of code, light and dark. It is one classic script, since a
 * browser loads no module from a disk, and it asks for nothing but files of the copy, by script elements.
 */

const THEME = "docent-theme";
const root = document.documentElement.dataset.root ?? "";
const own = document.documentElement.dataset.file ?? "";

function readStored(): string | null {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

function showTheme(isDark: boolean): void {
  document.documentElement.classList.toggle("dark", isDark);
}

const scheme = matchMedia("(prefers-color-scheme: dark)");
const stored = readStored();
showTheme(stored ? stored === "dark" : scheme.matches);

document.addEventListener("DOMContentLoaded", () => {
  startTheme();
  startPages();
  startTabs();
  startCopying();
  startSearch();
  openTarget();
  addEventListener("hashchange", openTarget);
});

function startTheme(): void {
  if (!stored) scheme.addEventListener("change", () => showTheme(scheme.matches));
  const button = document.querySelector<HTMLButtonElement>("[data-theme-switch]");
  const show = () => button?.setAttribute("aria-pressed", String(document.documentElement.classList.contains("dark")));
  show();
  button?.addEventListener("click", () => {
    const isDark = !document.documentElement.classList.contains("dark");
    showTheme(isDark);
    show();
    try {
      localStorage.setItem(THEME, isDark ? "dark" : "light");
    } catch {
      // A browser that keeps nothing for files shows it until the next page.
    }
  });
}

/** Writes the list of pages, of which each group is open where the page is, or can be opened. */
function startPages(): void {
  const place = document.getElementById("pages");
  const { entries } = window.docentSite ?? { entries: [] };
  if (!place) return;
  const lists: HTMLElement[] = [document.createElement("ul")];
  for (const [index, { title, level, file }] of entries.entries()) {
    lists.length = Math.min(lists.length, level + 1);
    const item = document.createElement("li");
    const label = document.createElement(file === undefined ? "span" : "a");
    label.textContent = title;
    if (file !== undefined) label.setAttribute("href", root + encodeURI(file));
    if (file === own) label.setAttribute("aria-current", "page");
    lists.at(-1)?.append(item);
    if ((entries[index + 1]?.level ?? 0) <= level) {
      item.append(label);
      continue;
    }
    const group = document.createElement("details");
    const summary = document.createElement("summary");
    const list = document.createElement("ul");
    summary.append(label);
    group.append(summary, list);
    item.append(group);
    lists.push(list);
  }
  place.replaceChildren(lists[0] as HTMLElement);
  const current = place.querySelector("[aria-current]");
  for (let group = current?.closest("details"); group; group = group.parentElement?.closest("details")) group.open = true;
  if (!current || entries.length < 40) for (const group of place.querySelectorAll("details")) group.open = true;
  current?.scrollIntoView({ block: "center" });
  const button = document.querySelector("[data-pages-button]");
  button?.addEventListener("click", () => {
    const isOpen = document.body.classList.toggle("pages-open");
    button.setAttribute("aria-expanded", String(isOpen));
    const first = current instanceof HTMLElement ? current : place.querySelector("a");
    if (isOpen) first?.focus();
  });
}

function startTabs(): void {
  for (const list of document.querySelectorAll<HTMLElement>("[role=tablist]")) {
    const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
    for (const [index, tab] of tabs.entries()) {
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", (event) => {
        const isRightToLeft = getComputedStyle(list).direction === "rtl";
        const step = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1 }[event.key];
        const next = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : step && index + step;
        if (next === undefined) return;
        event.preventDefault();
        const target = tabs[(next + tabs.length) % tabs.length];
        target?.focus();
        if (target) choose(target);
      });
    }
  }
}

/** Shows the panel of a tab, in place of those beside it. */
function choose(tab: HTMLElement): void {
  for (const each of tab.closest("[role=tablist]")?.querySelectorAll<HTMLElement>("[role=tab]") ?? []) {
    const isChosen = each === tab;
    each.setAttribute("aria-selected", String(isChosen));
    each.tabIndex = isChosen ? 0 : -1;
    const panel = document.getElementById(each.getAttribute("aria-controls") ?? "");
    const box = panel?.closest<HTMLElement>("[data-panel]") ?? panel;
    if (box) box.hidden = !isChosen;
  }
}

/** Opens what the address leads to, where a tab or an accordion hides it. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let panel = target.closest("[role=tabpanel]"); panel; panel = panel.parentElement?.closest("[role=tabpanel]") ?? null) {
    const tab = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(panel.id)}"]`);
    if (tab) choose(tab);
  }
  for (let group = target.closest("details"); group; group = group.parentElement?.closest("details") ?? null) group.open = true;
  target.scrollIntoView();
}

function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLElement>(".code-copy, [data-copy]")) {
    button.addEventListener("click", async () => {
      const shown = [...(button.closest(".code")?.querySelectorAll<HTMLElement>("pre") ?? [])].find(
        (code) => code.offsetParent !== null,
      );
      await navigator.clipboard.writeText((button.hasAttribute("data-copy") ? button : shown)?.textContent ?? "");
      const status = document.querySelector("[data-offline-status]");
      if (status) status.textContent = window.docentSite?.words.copied ?? "";
    });
  }
}

function startSearch(): void {
  const field = document.querySelector<HTMLInputElement>("[data-offline-search]");
  const results = document.querySelector<HTMLElement>("[data-offline-results]");
  const status = document.querySelector<HTMLElement>("[data-offline-status]");
  const site = window.docentSite;
  if (!field || !results || !status || !site) return;
  let search: Promise<(query: string) => OfflineHit[]> | undefined;
  let asked = 0;
  const load = () => {
    search ??= loadIndex(site.language);
    return search;
  };
  const close = () => {
    results.hidden = true;
    field.setAttribute("aria-expanded", "false");
  };
  const show = async () => {
    const query = field.value.trim();
    asked += 1;
    const number = asked;
    if (query === "") return close();
    const hits = (await load())(query);
    if (number !== asked) return;
    results.replaceChildren(...hits.map((hit) => toResult(hit)));
    const pages = new Set(hits.map(({ entry }) => entry)).size;
    status.textContent =
      hits.length > 0 ? (site.words.counts[hits.length]?.[pages] ?? "") : site.words.none.replace("{query}", () => query);
    if (hits.length === 0) results.append(Object.assign(document.createElement("p"), { textContent: status.textContent }));
    results.hidden = false;
    field.setAttribute("aria-expanded", "true");
  };
  field.addEventListener("focus", () => void load());
  field.addEventListener("input", () => void show());
  field.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void show().then(() => results.querySelector("a")?.click());
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
    if ((event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      field.focus();
      field.select();
    }
    if (results.hidden) return;
    if (event.key === "Escape") {
      close();
      field.focus();
    }
    const links = [...results.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "ArrowDown" && (at >= 0 || document.activeElement === field)) {
      event.preventDefault();
      links[Math.min(at + 1, links.length - 1)]?.focus();
    }
    if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      if (at === 0) field.focus();
      else links[at - 1]?.focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !results.contains(event.target) && event.target !== field) close();
    if (event.target instanceof Element && event.target.closest("[data-offline-results] a")) close();
  });

  function toResult({ entry, anchor, heading, snippet }: OfflineHit): HTMLElement {
    const { title = "", file = "" } = site?.entries[entry] ?? {};
    const link = document.createElement("a");
    link.href = `${root}${encodeURI(file)}${anchor && `#${encodeURIComponent(anchor)}`}`;
    const name = Object.assign(document.createElement("strong"), { textContent: [title, heading].filter(Boolean).join(" › ") });
    const text = document.createElement("span");
    text.append(
      ...snippet.map((piece) =>
        piece.hit ? Object.assign(document.createElement("mark"), { textContent: piece.text }) : piece.text,
      ),
    );
    link.append(name, text);
    return link;
  }
}

function loadIndex(language: string): Promise<(query: string) => OfflineHit[]> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${root}assets/index.js`;
    script.addEventListener("load", () => {
      if (window.docentIndex) resolve(createOfflineSearch(window.docentIndex, language));
    });
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}
