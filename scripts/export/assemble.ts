import type { Entry } from "./contents.ts";

/** A page of the site to be put into the document. */
export interface Chapter extends Entry {
  /** Id of its first heading in the document. */
  readonly id: string;
}

export interface Assembled {
  readonly chapters: number;
  /** Pages that the server does not give, and links that lead to nothing of the document. */
  readonly remarks: readonly string[];
}

interface Order {
  readonly chapters: readonly Chapter[];
  /** Address of the site with its base path. */
  readonly base: string;
  readonly title: string;
  readonly subtitle: string;
}

/**
 * Makes one document of the pages of a site, in the browser that is at one of them: cover, contents, and each article with ids of its
 * own. Links to a page of the document stay inside. It runs in the browser, so it names nothing outside of itself.
 */
export async function assemble({ chapters, base, title, subtitle }: Order): Promise<Assembled> {
  const remarks: string[] = [];
  const basePath = new URL(base).pathname.replace(/\/$/, "");
  const idOf = new Map(chapters.flatMap(({ path, id }) => (path === undefined ? [] : [[path, id] as const])));
  const root = document.createElement("main");
  const make = (tag: string, text: string, parent: Element, attributes: Record<string, string> = {}) => {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  };
  const cover = make("section", "", root, { class: "export-cover" });
  const logo = document.querySelector("body > header img");
  if (logo) cover.append(logo.cloneNode(true));
  make("p", title, cover, { class: "export-title" });
  make("p", subtitle, cover);
  const contents = make("nav", "", root, { class: "export-contents" });
  for (const { title: name, level, id } of chapters) {
    const line = make("a", "", contents, { href: `#${id}`, style: `padding-inline-start:${level * 1.25}rem` });
    make("span", name, line);
    make("span", "000", line, { "data-sheet": id });
  }

  const rename = (element: Element, tag: string) => {
    const renamed = document.createElement(tag);
    for (const { name, value } of element.attributes) renamed.setAttribute(name, value);
    renamed.append(...element.childNodes);
    element.replaceWith(renamed);
  };
  const open = (article: Element) => {
    for (const panel of article.querySelectorAll("[role=tabpanel]")) {
      const tab = article.querySelector(`[id="${CSS.escape(panel.getAttribute("aria-labelledby") ?? "")}"]`);
      for (const shown of [panel, panel.closest("[hidden]")]) shown?.removeAttribute("hidden");
      if (tab)
        panel.prepend(Object.assign(document.createElement("p"), { className: "export-tab", textContent: tab.textContent }));
      panel.removeAttribute("role");
    }
    for (const details of article.querySelectorAll("details")) details.open = true;
    for (const image of article.querySelectorAll("img")) image.loading = "eager";
    const controls =
      "button, [role=tablist], [data-page-bar], script, style, input, select, textarea, .heading-link, header nav, dialog";
    for (const control of article.querySelectorAll(controls)) control.remove();
  };
  const prefixIds = (article: Element, id: string) => {
    for (const element of article.querySelectorAll("[id]")) element.id = `${id}--${element.id}`;
    for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "for"])
      for (const element of article.querySelectorAll(`[${name}]`))
        element.setAttribute(
          name,
          (element.getAttribute(name) ?? "")
            .split(" ")
            .map((each) => `${id}--${each}`)
            .join(" "),
        );
  };
  const link = (article: Element, { path, id }: Chapter) => {
    for (const anchor of article.querySelectorAll("a[href]")) {
      const url = URL.parse(anchor.getAttribute("href") ?? "", `${base}${path}`);
      if (!url || url.origin !== location.origin) continue;
      const own = url.pathname.slice(basePath.length).replace(/(.)\/$/, "$1") || "/";
      const target = idOf.get(own);
      const hash = decodeURIComponent(url.hash.slice(1));
      if (target === undefined) anchor.setAttribute("href", url.href);
      else if (own === path || hash) anchor.setAttribute("href", `#${target}${hash ? `--${hash}` : ""}`);
      else anchor.setAttribute("href", `#${target}`);
    }
    return id;
  };

  let count = 0;
  for (const chapter of chapters) {
    const { path, id, title: name, level } = chapter;
    const section = make("section", "", root, { class: "export-chapter" });
    if (path === undefined) {
      make(`h${Math.min(level + 1, 5)}`, name, section, { id });
      continue;
    }
    const response = await fetch(base + path);
    const article = response.ok
      ? new DOMParser().parseFromString(await response.text(), "text/html").querySelector("main article")
      : null;
    if (!article) {
      remarks.push(`${path}: the server does not give this page (${response.status}).`);
      continue;
    }
    count += 1;
    open(article);
    prefixIds(article, id);
    link(article, chapter);
    for (const heading of [...article.querySelectorAll("h1, h2, h3, h4, h5")].reverse())
      rename(heading, `h${Math.min(Number(heading.tagName[1]) + level, 6)}`);
    const first = article.querySelector("h1, h2, h3, h4, h5, h6") ?? make("h2", name, article);
    first.id = id;
    section.append(document.adoptNode(article));
  }
  for (const anchor of root.querySelectorAll('a[href^="#"]')) {
    const href = anchor.getAttribute("href") ?? "";
    if (root.querySelector(`[id="${CSS.escape(href.slice(1))}"]`)) continue;
    remarks.push(`A link leads to ${href.slice(1)}, which is not in the document: ${anchor.textContent}`);
    anchor.setAttribute("href", href.replace(/--.*$/, ""));
  }
  document.documentElement.classList.remove("dark");
  document.documentElement.dataset.theme = "light";
  document.body.replaceChildren(root);
  await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => undefined))]);
  return { chapters: count, remarks };
}
