import type { Entry } from "./contents.ts";

/** A page of the site to be put into the document, or the title of a group of pages. */
export interface Chapter extends Entry {
  /** Id of its beginning in the document. */
  readonly id: string;
}

/** A part of the document, which is being made in a browser. */
export interface DocumentPart {
  readonly addFront: (front: Front) => void;
  readonly add: (chapter: Chapter) => Promise<Added>;
  /** Puts pictures into the diagrams of the last chapter, in order. */
  readonly draw: (pictures: readonly Drawn[]) => void;
  /** Takes the last chapter away again. */
  readonly removeLast: () => void;
  /** Sets the page up for its sheets, and says what does not fit them. */
  readonly finish: (sheet: Sheet) => Promise<readonly string[]>;
}

/** What is before the pages. */
interface Front {
  readonly title: string;
  /** Side by side, each in its own direction. */
  readonly subtitle: readonly string[];
  /** The word above the contents. */
  readonly contents: string;
  /** The first sheet of each chapter, by its id. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** A diagram as an address of data, and its width in pixels; undefined for one that cannot be drawn. */
export type Drawn = { readonly address: string; readonly width: number } | undefined;

interface Sheet {
  /** In pixels, without margins. */
  readonly width: number;
  readonly height: number;
}

/** What came of a chapter. */
export interface Added {
  /** Undefined where the server gives the page; else why it is missing. */
  readonly fault?: string | undefined;
  /** Of its HTML, in UTF-16 units. */
  readonly length: number;
  /** Of its pictures. */
  readonly pixels: number;
  /** How many of its diagrams are to be drawn. */
  readonly diagrams: number;
  readonly headings: readonly { readonly title: string; readonly level: number; readonly id: string }[];
  readonly ids: readonly string[];
  /** Links to a place in the document: the id of it, and their words. */
  readonly links: readonly { readonly to: string; readonly text: string }[];
}

interface Setup {
  readonly chapters: readonly Chapter[];
  /** Address of the site with its base path, for the browser and for readers; the latter undefined where none is known. */
  readonly base: string;
  readonly publicBase: string | undefined;
  /** Address of links to what this part does not have. */
  readonly elsewhere: string;
}

declare global {
  interface Window {
    docentExport?: DocumentPart;
  }
}

/**
 * Sets `window.docentExport` up in the browser that is at a page of the site. It runs there, so it names nothing outside of itself.
 */
export function startPart({ chapters, base, publicBase, elsewhere }: Setup): void {
  const basePath = new URL(base).pathname.replace(/\/$/, "");
  const idOf = new Map(chapters.flatMap(({ path, id }) => (path === undefined ? [] : [[path, id] as const])));
  const root = document.createElement("main");
  const DIAGRAM = "figure.diagram";
  const NOTHING = { length: 0, pixels: 0, diagrams: 0, headings: [], ids: [], links: [] };
  const logo = document.querySelector("body > header img")?.cloneNode(true);
  const make = (tag: string, text: string, parent: Element, attributes: Record<string, string> = {}) => {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  };
  const rename = (element: Element, tag: string) => {
    const renamed = document.createElement(tag);
    for (const { name, value } of element.attributes) renamed.setAttribute(name, value);
    renamed.append(...element.childNodes);
    element.replaceWith(renamed);
    return renamed;
  };
  const isLoaded = (image: HTMLImageElement) =>
    image.complete ||
    new Promise((done) => {
      for (const event of ["load", "error"]) image.addEventListener(event, done);
    });
  /** Opens what a reader of the site opens, and removes what only works there. */
  const open = (article: Element) => {
    for (const panel of article.querySelectorAll("[role=tabpanel]")) {
      const tab = article.querySelector(`[id="${CSS.escape(panel.getAttribute("aria-labelledby") ?? "")}"]`);
      for (const shown of [panel, panel.closest("[hidden]")]) shown?.removeAttribute("hidden");
      const title = (tab?.querySelector(".sr-only") ? tab.firstChild : tab)?.textContent ?? "";
      if (title) panel.prepend(Object.assign(document.createElement("p"), { className: "export-tab", textContent: title }));
      panel.removeAttribute("role");
    }
    for (const details of article.querySelectorAll("details")) details.open = true;
    for (const image of article.querySelectorAll("img")) image.loading = "eager";
    // A button that is a word of the page.
    for (const value of article.querySelectorAll("button.value")) rename(value, "code");
    const controls =
      "button, [role=tablist], [role=status], [popover], [data-page-bar], .code-more, script, style, input:not([type=checkbox][disabled]), select, textarea, .heading-link, header nav, dialog";
    for (const control of article.querySelectorAll(controls)) control.remove();
    // What plays on the site is an address on paper.
    for (const media of article.querySelectorAll("iframe, video, audio")) {
      const source = media.getAttribute("src") ?? media.querySelector("source")?.getAttribute("src") ?? "";
      const address = URL.parse(source, base)?.href ?? "";
      const words = media.getAttribute("title") || media.getAttribute("aria-label") || address;
      media.replaceWith(make("a", words, article, { href: source.startsWith("/") ? source : address }));
    }
    for (const code of article.querySelectorAll(".code pre")) code.setAttribute("data-wrap", "");
    for (const box of article.querySelectorAll("[tabindex]")) box.removeAttribute("tabindex");
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
  /** Leads links to pages of the document to their place in it, and others to the site. */
  const link = (article: Element, path: string) => {
    const links: { to: string; text: string }[] = [];
    for (const anchor of article.querySelectorAll("a[href]")) {
      const url = URL.parse(anchor.getAttribute("href") ?? "", `${base}${path}`);
      if (!url || url.origin !== location.origin) continue;
      const own = url.pathname.slice(basePath.length).replace(/(.)\/$/, "$1") || "/";
      const target = idOf.get(own) ?? idOf.get(decodeURI(own));
      if (target === undefined) {
        if (publicBase === undefined) anchor.removeAttribute("href");
        else anchor.setAttribute("href", publicBase + url.pathname.slice(basePath.length) + url.search + url.hash);
        continue;
      }
      const hash = decodeURIComponent(url.hash.slice(1));
      const to = `${target}${hash ? `--${hash}` : ""}`;
      anchor.setAttribute("href", `#${to}`);
      links.push({ to, text: anchor.textContent ?? "" });
    }
    return links;
  };
  const asAdded = (section: Element): Pick<Added, "headings" | "ids"> => ({
    headings: [...section.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((heading) => ({
      title: heading.textContent?.trim() ?? "",
      level: Number(heading.getAttribute("aria-level") ?? heading.tagName[1]) - 1,
      id: heading.id,
    })),
    ids: [section.id, ...[...section.querySelectorAll("[id]")].map(({ id }) => id)],
  });

  const part: DocumentPart = {
    addFront: ({ title, subtitle, contents, numbers }) => {
      const cover = make("section", "", root, { class: "export-cover" });
      if (logo) cover.append(logo);
      make("p", title, cover, { class: "export-title" });
      const line = make("p", "", cover);
      for (const [index, words] of subtitle.entries()) {
        if (index > 0) line.append(" · ");
        make("bdi", words, line);
      }
      const list = make("nav", "", root, { class: "export-contents" });
      make("h1", contents, list);
      for (const { title: name, level, id } of chapters) {
        const row = make("a", "", list, { href: `#${id}`, style: `padding-inline-start:${level * 1.25}rem` });
        make("span", name, row);
        make("span", String(numbers[id] ?? "000"), row, { class: "export-sheet" });
      }
    },
    add: async ({ path, id, title: name, level }) => {
      if (path === undefined) {
        const section = make("section", "", root, { class: "export-chapter", id });
        make(`h${Math.min(level + 1, 6)}`, name, section, { id: `${id}--title` });
        return { ...NOTHING, ...asAdded(section) };
      }
      const response = await fetch(base + path).catch(() => undefined);
      const html = response?.ok ? await response.text() : "";
      const article = new DOMParser().parseFromString(html, "text/html").querySelector("main article");
      if (!article) return { ...NOTHING, fault: `the server does not give it (${response?.status ?? "no answer"})` };
      const section = make("section", "", root, { class: "export-chapter", id });
      open(article);
      prefixIds(article, id);
      const links = link(article, path);
      // Of the level that it has in the document, and looking as on the site.
      for (const heading of article.querySelectorAll("h1, h2, h3, h4, h5, h6"))
        heading.setAttribute("aria-level", String(Math.min(Number(heading.tagName[1]) + level, 6)));
      if (!article.querySelector("h1, h2, h3, h4, h5, h6")) article.prepend(make(`h${Math.min(level + 1, 6)}`, name, article));
      for (const [index, heading] of article.querySelectorAll("h1, h2, h3, h4, h5, h6").entries())
        heading.id ||= `${id}--${index}`;
      section.append(document.adoptNode(article));
      const { length } = article.innerHTML;
      const images = [...article.querySelectorAll("img")];
      await Promise.all(images.map(isLoaded));
      const pixels = images.reduce((sum, { naturalWidth, naturalHeight }) => sum + naturalWidth * naturalHeight, 0);
      return { length, pixels, diagrams: article.querySelectorAll(DIAGRAM).length, links, ...asAdded(section) };
    },
    draw: (pictures) => {
      for (const [index, figure] of root.lastElementChild?.querySelectorAll(DIAGRAM).entries() ?? []) {
        const drawn = pictures[index];
        if (!drawn) continue;
        const alt = figure.getAttribute("aria-label") ?? "";
        figure.replaceChildren(Object.assign(document.createElement("img"), { src: drawn.address, width: drawn.width, alt }));
      }
    },
    removeLast: () => root.lastElementChild?.remove(),
    finish: async ({ width, height }) => {
      const ids = new Set([...root.querySelectorAll("[id]")].map(({ id }) => id));
      for (const anchor of root.querySelectorAll('a[href^="#"]')) {
        const href = anchor.getAttribute("href") ?? "";
        if (!ids.has(href.slice(1))) anchor.setAttribute("href", elsewhere + href);
      }
      // The browser writes down the places of those elements alone that a link of this part leads to.
      const index = make("nav", "", root, { hidden: "" });
      for (const id of ids) make("a", "", index, { href: `#${id}` });
      document.documentElement.classList.remove("dark");
      document.documentElement.dataset.theme = "light";
      document.body.replaceChildren(root);
      await Promise.all([document.fonts.ready, ...[...document.images].map(isLoaded)]);
      const remarks: string[] = [];
      const pageOf = (element: Element) => {
        const section = element.closest(".export-chapter");
        return chapters.find(({ id }) => id === section?.id)?.path ?? "";
      };
      for (const image of document.images)
        if (image.complete && image.naturalWidth === 0)
          remarks.push(`${pageOf(image)}: the picture ${image.getAttribute("src")} is missing.`);
      for (const figure of root.querySelectorAll(DIAGRAM))
        if (!figure.querySelector("img")) remarks.push(`${pageOf(figure)}: a diagram cannot be drawn and shows its source.`);
      for (const table of root.querySelectorAll("table")) {
        const box = table.parentElement as HTMLElement;
        const doesFitAt = (size: string) => {
          table.style.fontSize = size;
          return table.scrollWidth <= box.clientWidth;
        };
        if (["", "9pt", "8pt", "7pt"].some(doesFitAt)) continue;
        table.style.fontSize = "8pt";
        const isTop = table.closest("li, td, .callout, details, .card") === null;
        if (isTop && table.scrollWidth <= height) {
          box.classList.add("export-turned");
          continue;
        }
        table.classList.add("export-squeezed");
        if (!doesFitAt("7pt")) remarks.push(`${pageOf(table)}: a table is wider than the sheet.`);
      }
      for (const element of root.querySelectorAll(".export-chapter *")) {
        if (
          !(element instanceof HTMLElement) ||
          element.clientWidth === 0 ||
          element.closest(".export-turned, table, .sr-only, svg")
        )
          continue;
        const overflow = getComputedStyle(element).overflowX;
        if (overflow !== "visible" && element.scrollWidth > element.clientWidth + 1)
          remarks.push(`${pageOf(element)}: ${element.className || element.tagName.toLowerCase()} is wider than the sheet.`);
      }
      for (const child of root.querySelectorAll(".export-chapter > article > *"))
        if (child.getBoundingClientRect().right > width + 2 && !child.querySelector(".export-turned"))
          remarks.push(`${pageOf(child)}: ${child.tagName.toLowerCase()} is wider than the sheet.`);
      return remarks;
    },
  };
  window.docentExport = part;
}
