import path from "node:path/posix";
import { findRegion } from "../engine/pages.ts";
import { sampleMark } from "../samples.ts";
import { changeProse, indentOf, linesOf, quote, repeatedly, toFence, toRuns } from "./lines.ts";
import type { PlaceFile, ReadFile } from "./mkdocs.ts";
import { writeTemplates } from "./vue.ts";

interface Page {
  readonly data: Readonly<Record<string, unknown>>;
  /** A file by its path from the page; one from the root of the sources begins with a slash. */
  readonly read: ReadFile;
  readonly place?: PlaceFile;
  /** Reports what cannot be taken in, with its line. */
  readonly note: (message: string, line?: number) => void;
}

/** Writes what the Markdown of VitePress adds as Markdown and elements: files that are taken in, expressions, and front matter of a start page. */
export function readVitepress(text: string, { data, read, place = () => undefined, note }: Page): string {
  const whole = fillIn(
    repeatedly(text, (part) => takeIn(part, { read, place, note })),
    data,
  );
  const prose = changeProse(writeTemplates(whole, read), (line) =>
    line
      .replace(/^([ \t>]*:{3,}[ \t]*\w[^\n]*?)[ \t]*\{open\}[ \t]*$/, "$1")
      .replace(/^[ \t]*\[\[toc\]\][ \t]*$/i, "")
      .replace(
        /(?<=\))\{[ \t]*(?:[.#][\w-]+|[\w-]+=(?:"[^"\n]*"|[^\s{}"]+))(?:[ \t]+[\w-]+=(?:"[^"\n]*"|[^\s{}"]+))*[ \t]*\}/g,
        "",
      ),
  );
  return [data.layout === "home" ? startPage(data) : "", prose].filter((part) => part.trim() !== "").join("\n\n");
}

const FILLED = /\{\{[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\$frontmatter((?:\??\.\w+|(?:\?\.)?\[["'][\w@/-]+["']\])+))[ \t]*\}\}/g;

/** Writes the values of texts and of front matter in braces, also in fences such as `html-vue`. */
export function fillIn(text: string, data: Page["data"]): string {
  const fill = (part: string, write = (value: string) => value) =>
    part.replace(FILLED, (mark, single?: string, double?: string, place?: string) => {
      const names = [...(place ?? "").matchAll(/[\w@][\w@/-]*/g)].map(([name]) => name);
      const found = names.reduce<unknown>((of, name) => (Object.hasOwn(fields(of), name) ? fields(of)[name] : undefined), data);
      const value = place === undefined ? (single ?? double) : found;
      return typeof value === "string" || typeof value === "number" ? write(String(value)) : mark;
    });
  const fillProse = (line: string) => fill(line, (value) => value.replace(/</g, "&lt;"));
  return toRuns(text.split("\n"))
    .map(({ isFence, lines }) => {
      const run = lines.join("\n");
      if (!isFence) return changeProse(run, fillProse);
      return /(?:`{3}|~{3})[\w-]+-vue\b/.test(lines[0] ?? "") ? fill(run) : run;
    })
    .join("\n");
}

/** Includes the files of `<!--@include: ./part.md{3,}-->` and `<<< @/snippets/a.ts#region{1,2 ts} [title]`. */
function takeIn(text: string, { read, place, note }: Required<Pick<Page, "read" | "place" | "note">>): string {
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const partOf = (found: string, { name, region, offset }: { name: string; region: string | undefined; offset: number }) => {
    const part =
      region === undefined
        ? found.trimEnd()
        : (findRegion(found, region) ?? (/\.md$/i.test(name) ? sectionOf(found, region) : undefined));
    if (part === undefined) note(`There is no region ${region} in ${name}: the whole file is shown.`, lineAt(offset));
    return part ?? found.trimEnd();
  };
  return text
    .replace(
      /^([ \t]*)<!--[ \t]*@include:[ \t]*([^\s{}#]+?)(?:#([\w-]+))?(?:\{(\d*),?(\d*)\})?[ \t]*-->[ \t]*$/gm,
      (_, indent, name, region, first, last, offset: number) => {
        const found = read(name);
        if (found === undefined) {
          note(`There is no file ${name} to include.`, lineAt(offset));
          return "";
        }
        const part = partOf(found.replace(/^---\r?\n[\s\S]*?^---[ \t]*\r?\n/m, ""), { name, region, offset });
        return linesOf(part, first, last).replace(/^(?=.)/gm, indent);
      },
    )
    .replace(
      /^([ \t]*)<<<[ \t]+([^\s{}#[\]]+)(?:#([\w-]+))?(?:[ \t]*\{([^}\n]*)\})?(?:[ \t]*\[([^\]\n]*)\])?[ \t]*$/gm,
      (whole, indent, name: string, region, meta = "", title, offset: number) => {
        const found = read(name);
        if (found === undefined) return whole;
        const [, lines = "", language] = /^([\d,-]*)[ \t]*([\w+-]*)/.exec(meta) ?? [];
        const file = place(name);
        const isThere = region === undefined || findRegion(found, region) !== undefined;
        const mark = file !== undefined && sampleMark(file, isThere ? region : undefined);
        const head = [`${language || path.extname(name).slice(1)}`, lines && `{${lines}}`, title && `title="${title}"`, mark];
        return toFence(indent, head, partOf(found, { name, region, offset }));
      },
    );
}

/** Returns the section below the heading with an id, given or derived from its text. */
function sectionOf(text: string, id: string): string | undefined {
  const lines = text.split("\n");
  const idOf = (line: string) =>
    /\{#([^{}\s]+)\}\s*$/.exec(line)?.[1] ??
    line
      .replace(/^#+\s*/, "")
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-");
  const start = lines.findIndex((line) => /^#{1,6}\s/.test(line) && idOf(line) === id);
  if (start < 0) return undefined;
  const depth = /^#+/.exec(lines[start] ?? "")?.[0].length ?? 1;
  const end = lines.findIndex((line, index) => index > start && new RegExp(`^#{1,${depth}}\\s`).test(line));
  return lines.slice(start, end < 0 ? undefined : end).join("\n");
}

/** Writes the start page that front matter describes: its text, and its buttons and features as cards. */
export function startPage({ hero, features }: Page["data"]): string {
  const { name, text, tagline, actions, image } = fields(hero);
  const picture = typeof image === "string" ? { src: image } : fields(image);
  const heads = [name, text].filter(isText);
  const lines = [
    // The first heading is the title of the page.
    heads.length > 0 ? `# ${heads.join(": ")}` : "",
    isText(picture.src) ? `<img src=${quote(picture.src)} alt=${quote(String(picture.alt ?? ""))} width="200" />` : "",
    isText(tagline) ? tagline : "",
    toCards(
      listOf(actions).map((each) => ({ title: each.text, href: each.link })),
      3,
    ),
    toCards(
      listOf(features).map((each) => ({ title: each.title, href: each.link, words: each.details })),
      2,
    ),
  ];
  return lines.filter(Boolean).join("\n\n");
}

function toCards(cards: readonly { title: unknown; href: unknown; words?: unknown }[], columns: number): string {
  if (cards.length === 0) return "";
  const made = cards.flatMap(({ title, href, words }) => [
    `<Card title=${quote(isText(title) ? title : "")}${isText(href) ? ` href=${quote(href)}` : ""}>`,
    isText(words) ? words : "",
    "</Card>",
  ]);
  return [`<CardGroup cols="${columns}">`, ...made, "</CardGroup>"].filter(Boolean).join("\n\n");
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Lists the expressions of Vue that a page shows as they are written. */
export function listExpressions(text: string): string[] {
  const found: string[] = [];
  changeProse(text.replace(/^:::+[ \t]*v-pre[ \t]*$[\s\S]*?^:::+[ \t]*$/gm, ""), (line) => {
    if (!indentOf(line).includes("    ")) found.push(...(line.match(/\{\{[^{}\n]{1,80}\}\}/g) ?? []));
    return line;
  });
  return found;
}
