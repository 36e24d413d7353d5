import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path/posix";
import { fileURLToPath } from "node:url";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { type Browser, chromium } from "playwright";
import { rolldown } from "rolldown";
import { lastHeading, type Passage } from "../../lib/content/model/passage.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { createAnalyzer } from "../../lib/search/analyze/analyze.ts";
import { createCorpus, readKeywordSources } from "../../lib/search/corpus.ts";
import { buildKeywordIndex } from "../../lib/search/keyword/keyword.ts";
import { listSections, rangeIn } from "../../lib/search/rank/section.ts";
import type { CopyOptions, Entry } from "./contents.ts";
import { drawDiagrams } from "./diagrams.ts";
import { type OfflineIndex, type OfflineSite, type OfflineWords, toTextIndex } from "./offline/data.ts";
import { escapeHtml, type OfflinePage, toOfflinePage } from "./offline/page.ts";

interface ZipOptions extends CopyOptions {
  /** Path of a Chromium, which draws diagrams; undefined leaves their sources. */
  readonly browser: string | undefined;
  readonly messages: Pick<DocsMessages, "contents" | "theme" | "pages" | "skip" | "previous" | "next">;
  readonly search: { readonly label: string; readonly words: OfflineWords };
  /** Passages of the pages, for the search. */
  readonly passages: readonly Passage[];
}

interface Written {
  readonly pages: number;
  readonly files: number;
  /** What is missing, a line each. */
  readonly remarks: readonly string[];
}

/** The most bytes of a picture or a film. */
const MAX_FILE = 100_000_000;
const MAX_WAIT_MS = 30_000;

/** Writes pages of a site as HTML that is opened from a disk: with their pictures, styles and a search, and nothing that asks a network. */
export async function writeZip(entries: readonly Entry[], options: ZipOptions): Promise<Written> {
  const zip = createZip(options.out);
  const files = new Map(
    entries.flatMap((entry) => (entry.path === undefined ? [] : [[entry.path, toFile(entry.path)] as const])),
  );
  const assets = createAssets(options, zip);
  const remarks: string[] = [];
  const made: { readonly entry: Entry; readonly page: OfflinePage; readonly links: readonly Link[] }[] = [];
  const browser = options.browser === undefined ? undefined : await launch(options.browser);
  let first: OfflinePage | undefined;
  try {
    const shownEntries = entries.map(({ title, level, path: at }) => ({ title, level, file: at && files.get(at) }));
    for (const [number, entry] of entries.entries()) {
      options.onPage(number + 1, entries.length);
      const file = entry.path && files.get(entry.path);
      if (entry.path === undefined || file === undefined) continue;
      const response = await fetch(options.base + entry.path, { headers: options.headers }).catch(() => undefined);
      const html = response?.ok ? await response.text() : "";
      const root = toRoot(file);
      const links: Link[] = [];
      const diagrams = await drawAll(browser, { options, path: entry.path, html });
      const page = await toOfflinePage(html, {
        link: (href) => toLink(href, { at: entry.path ?? "", root, files, links, options }),
        file: async (src) => {
          const kept = await assets.keep(src, options.base + entry.path);
          if (kept === undefined) remarks.push(`${entry.path}: ${src} cannot be kept.`);
          return kept && root + kept;
        },
        diagrams,
      });
      if (!page) {
        remarks.push(`${entry.path}: the server does not give it (${response?.status ?? "no answer"}).`);
        continue;
      }
      if (diagrams.includes(undefined)) remarks.push(`${entry.path}: a diagram cannot be drawn and shows its source.`);
      first ??= page;
      made.push({ entry, page: { ...page, html: "" }, links });
      const neighbours = toNeighbours(entries, number, files);
      zip.add(
        file,
        await toDocument({ page, file, body: page.html + neighboursHtml(neighbours, root, options), options, assets }),
      );
    }
    if (first) {
      const body = `<h1>${escapeHtml(options.title)}</h1>${listHtml(shownEntries)}`;
      const page = { ...first, title: options.title };
      zip.add("index.html", await toDocument({ page, file: "index.html", body, options, assets }));
    }
    const site: OfflineSite = { language: options.language, entries: shownEntries, words: options.search.words };
    zip.add("assets/site.js", `window.docentSite=${toScriptJson(site)};`);
    zip.add("assets/index.js", `window.docentIndex=${toScriptJson(toIndex(entries, options))};`);
    zip.add("assets/reader.js", await bundleReader());
    zip.add("assets/offline.css", await readFile(new URL("offline/offline.css", import.meta.url)));
  } finally {
    await browser?.close();
  }
  const count = await zip.end();
  const idsOf = new Map(made.map(({ entry, page }) => [entry.path, page.ids]));
  for (const { entry, links } of made)
    for (const { to, anchor } of links)
      if (anchor && idsOf.get(to)?.has(anchor) === false)
        remarks.push(`${entry.path}: a link leads to #${anchor}, which is not on ${to}: it leads to its beginning.`);
  return { pages: made.length, files: count, remarks: [...new Set(remarks)] };
}

/** A link to a page of the copy. */
interface Link {
  readonly to: string;
  readonly anchor: string;
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
}

async function drawAll(
  browser: Browser | undefined,
  { options, path: at, html }: { readonly options: ZipOptions; readonly path: string; readonly html: string },
): Promise<(string | undefined)[]> {
  const { length } = html.match(/<figure class="diagram\b/g) ?? [];
  if (length === 0) return [];
  const drawn = browser ? await drawDiagrams(browser, options, at) : [];
  return Array.from({ length }, (_, index) => drawn[index]?.address);
}

/** Returns the file of a page: its path, without letters that some systems have no file names with. */
function toFile(pagePath: string): string {
  const plain = decodeURI(pagePath)
    .replace(/^\/+|\/+$/g, "")
    .replace(/[<>:"\\|?*#%]/g, "-");
  return `${plain || "home"}.html`;
}

const toRoot = (file: string) => "../".repeat(file.split("/").length - 1);

interface Linking {
  /** Path of the page that has the link. */
  readonly at: string;
  readonly root: string;
  readonly files: ReadonlyMap<string, string>;
  readonly links: Link[];
  readonly options: ZipOptions;
}

/** Leads a link to the file of its page, or to the site; undefined where there is neither. */
function toLink(href: string, { at, root, files, links, options: { base, publicBase } }: Linking): string | undefined {
  const url = URL.parse(href, base + at);
  if (!url || href.startsWith("data:")) return undefined;
  const { origin, pathname: basePath } = new URL(base);
  if (url.origin !== origin) return url.href;
  const own = url.pathname.slice(basePath.replace(/\/$/, "").length).replace(/(.)\/$/, "$1") || "/";
  const file = files.get(own) ?? files.get(decodeURI(own));
  if (file === undefined) return publicBase === undefined ? undefined : publicBase + own + url.search + url.hash;
  links.push({ to: files.has(own) ? own : decodeURI(own), anchor: decodeURIComponent(url.hash.slice(1)) });
  if (own === at && url.hash) return url.hash;
  return root + encodeURI(file) + url.hash;
}

/** Files that pages show, each once, by what is in it. */
interface Assets {
  /** Returns the place of a file in the copy; undefined for one that cannot be fetched. */
  readonly keep: (src: string, from: string) => Promise<string | undefined>;
  /** Returns the place of a style sheet, with the files that it names in it. */
  readonly keepSheet: (href: string) => Promise<string | undefined>;
  readonly inline: (css: string, from: string) => Promise<string>;
}

function createAssets({ base, headers }: ZipOptions, zip: ZipFile): Assets {
  const reader = { base, headers };
  const kept = new Map<string, Promise<string | undefined>>();
  const written = new Set<string>();
  const once = (key: string, make: () => Promise<string | undefined>) => {
    const made = kept.get(key) ?? make();
    kept.set(key, made);
    return made;
  };
  const write = (data: Uint8Array, ending: string) => {
    const name = `assets/${createHash("sha256").update(data).digest("hex").slice(0, 16)}${ending}`;
    if (!written.has(name)) zip.add(name, data);
    written.add(name);
    return name;
  };
  const inline: Assets["inline"] = async (css, from) => {
    const addresses = new Set([...css.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)].map(([, address = ""]) => address));
    const data = new Map<string, string>();
    for (const address of addresses) {
      if (/^(?:data:|#)/.test(address)) continue;
      const file = await fetchFile(address, from, reader);
      // A browser may load no font of another folder of a disk; inside the sheet it needs no file.
      data.set(address, file ? `data:${file.type};base64,${Buffer.from(file.data).toString("base64")}` : "data:,");
    }
    return css.replace(/url\(\s*["']?([^"')]+)["']?\s*\)/g, (whole, address) =>
      data.has(address) ? `url("${data.get(address)}")` : whole,
    );
  };
  return {
    keep: (src, from) =>
      once(URL.parse(src, from)?.href ?? src, async () => {
        const file = await fetchFile(src, from, reader);
        return file && write(file.data, endingOf(file));
      }),
    keepSheet: (href) =>
      once(href, async () => {
        const file = await fetchFile(href, base, reader);
        if (!file) return undefined;
        const css = await inline(new TextDecoder().decode(file.data), new URL(href, base).href);
        return write(new TextEncoder().encode(css.replace(/@import[^;]*;/g, "")), ".css");
      }),
    inline,
  };
}

interface FetchedFile {
  readonly data: Uint8Array;
  readonly type: string;
  readonly url: string;
}

async function fetchFile(
  src: string,
  from: string,
  { base, headers }: Pick<ZipOptions, "base" | "headers">,
): Promise<FetchedFile | undefined> {
  const url = URL.parse(src, from);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  try {
    const response = await fetch(url, {
      ...(url.origin === new URL(base).origin && { headers }),
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    if (!response.ok || !response.body) return undefined;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > MAX_FILE) return undefined;
      chunks.push(chunk);
    }
    const type = response.headers.get("content-type")?.split(";")[0] ?? "";
    return type === "text/html" ? undefined : { data: Buffer.concat(chunks), type, url: url.href };
  } catch {
    return undefined;
  }
}

function endingOf({ url, type }: FetchedFile): string {
  const named = path.extname(new URL(url).pathname).toLowerCase();
  if (/^\.[a-z0-9]{2,5}$/.test(named)) return named;
  return { "image/svg+xml": ".svg", "image/jpeg": ".jpg" }[type] ?? `.${/^\w+\/([a-z0-9]{2,5})/.exec(type)?.[1] ?? "bin"}`;
}

interface Document {
  readonly page: OfflinePage;
  readonly file: string;
  readonly body: string;
  readonly options: ZipOptions;
  readonly assets: Assets;
}

async function toDocument({ page, file, body, options, assets }: Document): Promise<string> {
  const { title, messages, search, base } = options;
  const root = toRoot(file);
  const sheets = await Promise.all(page.sheets.map((href) => assets.keepSheet(href)));
  const links = [...sheets.filter((sheet) => sheet !== undefined), "assets/offline.css"].map(
    (sheet) => `<link rel="stylesheet" href="${root}${sheet}">`,
  );
  const label = escapeHtml(search.label);
  const pictures = await Promise.all(page.logos.map((src) => assets.keep(src, `${base}/`)));
  const shownIn = pictures.length > 1 ? ["dark:hidden", "not-dark:hidden"] : [""];
  const logos = pictures.map((src, number) =>
    src ? `<img class="${shownIn[number] ?? "hidden"}" src="${root}${src}" alt="">` : "",
  );
  return `<!doctype html>
<html${page.attributes} data-root="${root}" data-file="${escapeHtml(file)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${links.join("\n")}
<style>${await assets.inline(page.style, base)}</style>
<script src="${root}assets/site.js"></script>
<script src="${root}assets/reader.js"></script>
</head>
<body>
<a class="offline-skip" href="#content">${escapeHtml(messages.skip)}</a>
<header class="offline-bar">
<button type="button" data-pages-button aria-expanded="false" aria-controls="pages" aria-label="${escapeHtml(messages.pages)}">☰</button>
<a class="offline-name" href="${root}index.html">${logos.join("")}<span>${escapeHtml(title)}</span></a>
<form role="search"><input type="search" data-offline-search role="combobox" aria-expanded="false" aria-controls="results" autocomplete="off" aria-label="${label}" placeholder="${label}"><div id="results" data-offline-results hidden></div></form>
<p role="status" class="sr-only" data-offline-status></p>
<button type="button" data-theme-switch aria-pressed="false" aria-label="${escapeHtml(messages.theme)}" title="${escapeHtml(messages.theme)}">◐</button>
</header>
<div class="offline-grid">
<nav id="pages" aria-label="${escapeHtml(messages.pages)}"><a href="${root}index.html">${escapeHtml(messages.contents)}</a></nav>
<main id="content" tabindex="-1">${body}</main>
</div>
</body>
</html>
`;
}

interface Neighbours {
  readonly previous?: { readonly title: string; readonly file: string } | undefined;
  readonly next?: { readonly title: string; readonly file: string } | undefined;
}

function toNeighbours(entries: readonly Entry[], number: number, files: ReadonlyMap<string, string>): Neighbours {
  const find = (some: readonly Entry[]) => {
    const entry = some.find((each) => each.path !== undefined);
    const file = entry?.path && files.get(entry.path);
    return entry && file ? { title: entry.title, file } : undefined;
  };
  return { previous: find(entries.slice(0, number).reverse()), next: find(entries.slice(number + 1)) };
}

function neighboursHtml({ previous, next }: Neighbours, root: string, { messages }: ZipOptions): string {
  const link = (to: Neighbours["next"], rel: string, word: string) =>
    to ? `<a rel="${rel}" href="${root}${encodeURI(to.file)}">${escapeHtml(`${word}: ${to.title}`)}</a>` : "<span></span>";
  return `<nav class="offline-next">${link(previous, "prev", messages.previous)}${link(next, "next", messages.next)}</nav>`;
}

/** The pages as a list, which needs no script. */
function listHtml(entries: OfflineSite["entries"]): string {
  const lines = entries.map(({ title, level, file }) => {
    const name =
      file === undefined ? `<strong>${escapeHtml(title)}</strong>` : `<a href="${encodeURI(file)}">${escapeHtml(title)}</a>`;
    return `<li style="padding-inline-start:${level * 1.25}rem">${name}</li>`;
  });
  return `<ul class="offline-list">${lines.join("\n")}</ul>`;
}

/** Builds the index of the search: the site's keyword index of these passages, numbered like the entries. */
export function toIndex(
  entries: readonly Pick<Entry, "path">[],
  { passages, language }: Pick<ZipOptions, "passages" | "language">,
): OfflineIndex {
  const numberOf = new Map(entries.map((entry, number) => [entry.path, number]));
  const shown = passages.filter((passage) => numberOf.has(passage.path));
  const sources = readKeywordSources(createCorpus(shown), createAnalyzer(language));
  return {
    ...toTextIndex(buildKeywordIndex(sources.passages).save()),
    passages: shown.map((passage) => [numberOf.get(passage.path) ?? 0, passage.title, passage.text, toSections(passage)]),
    surfaces: sources.words.map(({ surface }) => surface),
    counts: sources.words.map(({ count }) => count),
  };
}

function toSections(passage: Passage): OfflineIndex["passages"][number][3] {
  return listSections(passage).map((section) => {
    const [start, end] = rangeIn(passage, section) ?? [0, passage.text.length];
    return [section.anchor, lastHeading(section.heading), start, end] as const;
  });
}

/** Returns JSON that may be in a script. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Makes one classic script of the reader's side, without data that only a server has: a copy knows no synonyms. */
async function bundleReader(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("offline/reader.ts", import.meta.url)),
    platform: "browser",
    logLevel: "warn",
    // flexsearch names it for workers, which nothing here starts.
    transform: { define: { "import.meta": "{}" } },
    plugins: [
      {
        name: "no-data-of-the-server",
        load: (id) =>
          /[\\/]lib[\\/]search[\\/]data\.ts$/.test(id) ? "export const readData = (_, parse) => parse('');" : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife", minify: true, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

interface ZipFile {
  readonly add: (name: string, data: string | Uint8Array) => void;
  /** Returns the number of files. */
  readonly end: () => Promise<number>;
}

const STORED = /\.(?:png|jpe?g|gif|webp|avif|mp4|webm|zip|gz|woff2?)$/;

/** Writes a ZIP file as its parts come, below a folder of its name. */
function createZip(out: string): ZipFile {
  const descriptor = openSync(out, "w");
  const folder = path.basename(out.replaceAll("\\", "/")).replace(/\.zip$/, "");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const zip = new Zip((fault, chunk, isLast) => {
    if (fault) return reject(fault);
    writeSync(descriptor, chunk);
    if (isLast) resolve();
  });
  let count = 0;
  return {
    add: (name, data) => {
      const entry = STORED.test(name)
        ? new ZipPassThrough(`${folder}/${name}`)
        : new ZipDeflate(`${folder}/${name}`, { level: 6 });
      zip.add(entry);
      entry.push(typeof data === "string" ? new TextEncoder().encode(data) : data, true);
      count += 1;
    },
    end: async () => {
      zip.end();
      await promise;
      closeSync(descriptor);
      return count;
    },
  };
}
