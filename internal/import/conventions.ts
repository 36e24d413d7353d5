import { toRuns } from "./dialects/lines.ts";
import { startPage } from "./dialects/vitepress.ts";
import { outlineOf, parseMarkdown, splitFrontMatter, toText } from "./engine/pages.ts";
import type { RepositoryKind } from "./repository.ts";
import { withLines } from "./translate.ts";

/** Systems that show the first heading of a page instead of its title. */
const SHOW_HEADING: ReadonlySet<RepositoryKind> = new Set(["docusaurus", "nextra", "vitepress", "mkdocs", "gitbook"]);
/** Those of them whose sidebars show the title all the same. */
const LIST_TITLE: ReadonlySet<RepositoryKind> = new Set(["docusaurus", "nextra"]);
/** Systems that read a word after the language of a fence as a switch, and never as its title. */
const HAVE_SWITCHES: ReadonlySet<RepositoryKind> = new Set(["docusaurus", "nextra", "starlight", "fumadocs"]);

/** Systems that read `{:js}` at the end of code in a line as its language, and `[!toc]` at that of a heading as a switch. */
const HAVE_CODE_LANGUAGES: ReadonlySet<RepositoryKind> = new Set(["nextra", "fumadocs"]);

/** Writes out what a page shows by a convention of its system: the title that it has there, and no title for a fence without one. */
export function followConventions(text: string, kind: RepositoryKind): string {
  const named = SHOW_HEADING.has(kind) ? withShownTitle(text, kind) : text;
  const started = kind === "starlight" ? withHero(named) : named;
  const titled = HAVE_CODE_LANGUAGES.has(kind) ? withoutCodeLanguages(started) : started;
  if (!HAVE_SWITCHES.has(kind)) return titled;
  return changeFences(titled, (lines) => withoutSwitches(kind === "docusaurus" ? withMarkedLines(lines) : lines));
}

/** Writes out the line and the buttons that the front matter of a page of Starlight has above its text. */
function withHero(text: string): string {
  const { source, data } = splitFrontMatter("page.mdx", text);
  if (typeof data.hero !== "object" || data.hero === null) return text;
  const { tagline, actions } = data.hero as Readonly<Record<string, unknown>>;
  // A page shows its description above its text.
  const isSaid = wordsOf(tagline) === wordsOf(data.description);
  const start = startPage({ hero: { tagline: isSaid ? undefined : tagline, actions } });
  return start ? `${text.slice(0, text.length - source.length)}\n${start}\n\n${source.trimStart()}` : text;
}

function wordsOf(value: unknown): string {
  return String(value ?? "")
    .replace(/<[^<>]*>|\s/g, "")
    .toLowerCase();
}

function withShownTitle(text: string, kind: RepositoryKind): string {
  const { source, data } = splitFrontMatter("page.mdx", text);
  const title = typeof data.title === "string" ? data.title.trim() : undefined;
  const opening = toText(outlineOf(source));
  const heading = (opening || toText(parseMarkdown(findFirstHeading(source) ?? "")))
    .replace(/\s*(?:\\?\[#[\w-]+\]|\\?\{#[\w-]+\})\s*$/, "")
    .trim();
  if (!heading || heading === (title ?? opening)) return text;
  const head = withField(text.slice(0, text.length - source.length), "title", heading);
  if (title === undefined) return `${head}${source}`;
  const isListed = LIST_TITLE.has(kind) && data.sidebar_label === undefined && data.sidebarTitle === undefined;
  return `${isListed ? withField(head, "sidebarTitle", title) : head}${source}`;
}

/** Finds the first heading outside of fences, if it is of the first level. */
function findFirstHeading(source: string): string | undefined {
  const prose = toRuns(source.split("\n")).flatMap(({ isFence, lines }) => (isFence ? [] : lines));
  const first = prose.find((line) => /^#{1,6}[ \t]/.test(line));
  return first?.startsWith("# ") ? first : undefined;
}

function withoutCodeLanguages(text: string): string {
  return toRuns(text.split("\n"))
    .flatMap(({ isFence, lines }) =>
      isFence
        ? lines
        : lines.map((line) =>
            line.replace(/(`[^`\n]+?)\{:\.?[\w.-]+\}(?=`)/g, "$1").replace(/^(#{1,6}[ \t].*?)[ \t]*\[!toc\]/, "$1"),
          ),
    )
    .join("\n");
}

/** Sets a field of the front matter, in place of any earlier value. */
export function withField(head: string, name: string, value: string): string {
  const line = `${name}: ${JSON.stringify(value)}`;
  const written = new RegExp(`^${name}:.*(?:\\r?\\n[ \\t]+.*)*$`, "m");
  return written.test(head) ? head.replace(written, () => line) : withLines(head, [line]);
}

const TOKEN = /(?:[^\s"'{}/]|"[^"]*"|'[^']*'|\{[^}]*\}|\/[^/]*\/|["'{}/])+/g;
const KEPT =
  /^\/[^/\s]+\/$|^"[^"]+"$|^(?:wrap|lines|lineNumbers|showLineNumbers|expandable|twoslash|npm2yarn|noCopy|nocopy|copy)$/;

function changeFences(text: string, change: (lines: readonly string[]) => readonly string[]): string {
  return toRuns(text.split("\n"))
    .flatMap(({ isFence, lines }) => (isFence ? change(lines) : lines))
    .join("\n");
}

const REMARK = /^\s*(?:\/\/|#|\/\*|\{\s*\/\*|<!--|--|%)\s*highlight-(next-line|start|end)\s*(?:\*\/\s*\}?|-->)?\s*$/;

/** Marks the lines that remarks such as `// highlight-next-line` name, without the remarks. With lines in its head, a fence has none. */
function withMarkedLines([head = "", ...lines]: readonly string[]): readonly string[] {
  if (/\{[\d\s,-]+\}/.test(head) || !lines.some((line) => REMARK.test(line))) return [head, ...lines];
  const [kept, marked]: [string[], number[]] = [[], []];
  let [isNext, isOpen] = [false, false];
  for (const line of lines) {
    const [, remark] = REMARK.exec(line) ?? [];
    if (remark === undefined) kept.push(line);
    if (remark === undefined && (isNext || isOpen)) marked.push(kept.length);
    isNext = remark === "next-line";
    if (remark === "start" || remark === "end") isOpen = remark === "start";
  }
  return [`${head.trimEnd()} {${marked.join(",")}}`, ...kept];
}

/** Leaves out of the head of a fence the words that are neither a name with a value, nor known here, nor to be marked in its code. */
function withoutSwitches([line = "", ...rest]: readonly string[]): readonly string[] {
  return [withoutSwitch(line), ...rest];
}

function withoutSwitch(line: string): string {
  const [, head = line, meta = ""] = /^(.*?(?:`{3,}|~{3,})[^\s`{]+)[ \t]+(.*)$/.exec(line) ?? [];
  const kept = (meta.match(TOKEN) ?? []).filter((token) => KEPT.test(token) || !/^(?:\w[\w-]*$|["'/])/.test(token));
  return [head, ...kept].join(" ");
}
