import { quote } from "./html-elements.ts";
import { changeProse, indentOf, repeatedly, toBlockLines, toRuns } from "./lines.ts";
import type { ReadFile } from "./mkdocs.ts";

interface Page {
  readonly read: ReadFile;
  /** Title of the page that a link leads to. */
  readonly titleOf: (address: string) => string | undefined;
  /** Called with a block that has no counterpart. */
  readonly onLost: (name: string) => void;
}

const TAG = /\{%-?[ \t]*(@?[\w/-]+)([^%]*(?:%(?!\})[^%]*)*?)-?%\}/g;
const TONES: Readonly<Record<string, string>> = {
  info: "Info",
  success: "Check",
  warning: "Warning",
  danger: "Danger",
  tip: "Tip",
};
/** Blocks by Docent's name for the same. */
const BLOCKS: Readonly<Record<string, string>> = {
  tabs: "Tabs",
  tab: "Tab",
  stepper: "Steps",
  step: "Step",
  columns: "Columns",
  column: "Column",
  prompt: "Prompt",
};
/** Blocks that show what is in them. */
const PLAIN = /^(?:raw|code|content-ref|file|embed|updates)$/;

/** Writes the blocks of GitBook as elements. */
export function readGitbook(text: string, page: Page): string {
  const whole = repeatedly(text, (part) =>
    part.replace(/^[ \t]*\{%[ \t]*include[ \t]+"([^"\n]+)"[ \t]*%\}[ \t]*$/gm, (mark, name) => page.read(name) ?? mark),
  );
  const named = changeProse(whole, (line) => withTitles(line, page));
  const made: string[] = [];
  const state: State = { open: [], next: undefined, made };
  for (const { isFence, lines } of toRuns(withTitledCode(named).split("\n"))) {
    if (isFence) made.push(...lines);
    else for (const line of readLines(lines)) readLine(line, state, page);
  }
  return made.join("\n");
}

/** A link that mentions a page has the title of that page as its words, and not the name of its file. */
function withTitles(line: string, { titleOf }: Page): string {
  return line
    .replace(/\[([^\]\n]*)\]\((<[^>\n]*>|[^\s)]+) "mention"\)/g, (_, words: string, address: string) => {
      return `[${titleOf(address.replace(/^<|>$/g, "")) ?? words}](${address})`;
    })
    .replace(/<a data-mention href="([^"\n]*)">([^<\n]*)<\/a>/g, (_, address: string, words: string) => {
      return `<a href="${address}">${titleOf(address) ?? words}</a>`;
    })
    .replace(/(<a\b[^<>\n]*?\sclass=")button(?: (primary|secondary))?"/g, (_, start: string, kind = "secondary") => {
      return `${start}${BUTTON}${kind === "primary" ? " bg-accent text-on-accent" : ""}"`;
    });
}

/** The look of a button, in classes that every site has. */
const BUTTON = "inline-block rounded-md border border-line-strong px-3 py-1.5 font-medium no-underline";

/** `{% code title="a.js" %}` as the title of the fence in it. */
function withTitledCode(text: string): string {
  return text.replace(
    /^[ \t]*\{%[ \t]*code([^%\n]*)%\}[ \t]*\n+([ \t]*`{3,}[\w+-]*)/gm,
    (_, attributes: string, fence: string) => {
      const title = attributesOf(attributes).title;
      return `${fence}${/`$/.test(fence) ? "text" : ""}${title ? ` title="${title.replace(/"/g, "'")}"` : ""}`;
    },
  );
}

interface State {
  readonly open: { readonly tag: string; readonly name: string | undefined }[];
  /** The title of a step, which its first heading gives. */
  next: { readonly line: number; readonly indent: string } | undefined;
  readonly made: string[];
}

/** Lines, of which each that has several tags is one line for each. */
function readLines(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    if (!line.includes("{%") || line.trim().startsWith("`")) return [line];
    const parts = line.split(/(\{%[^\n]*?%\})/).filter((part) => part.trim() !== "");
    return parts.length < 2 ? [line] : parts.map((part) => `${indentOf(line)}${part.trim()}`);
  });
}

function readLine(line: string, state: State, page: Page): void {
  const tag = [...line.matchAll(TAG)][0];
  if (!tag || line.trim() !== tag[0].trim()) {
    addText(line, state);
    return;
  }
  const [, name = "", rest = ""] = tag;
  const indent = indentOf(line);
  if (name.startsWith("end")) closeTag(name.slice(3), indent, state);
  else openTag(name, attributesOf(rest), { indent, state, page });
}

function addText(line: string, state: State): void {
  const [, title] = /^[ \t]*#{1,6}[ \t]+(.+?)[ \t#]*$/.exec(line) ?? [];
  if (state.next && line.trim() !== "") {
    if (title) state.made[state.next.line] = `${state.next.indent}<Step title=${quote(plainWords(title))}>`;
    const isTitle = title !== undefined;
    state.next = undefined;
    if (isTitle) return;
  }
  const inside = state.open.at(-1)?.tag;
  // A link of a block that is a card already.
  if (inside === "content-ref") return;
  state.made.push(line);
}

interface Opening {
  readonly indent: string;
  readonly state: State;
  readonly page: Page;
}

function openTag(tag: string, attributes: Readonly<Record<string, string>>, { indent, state, page }: Opening): void {
  const { open, made } = state;
  const put = (text: string) => made.push(...toBlockLines(indent, text));
  if (tag === "hint") {
    const name = TONES[attributes.style ?? ""] ?? "Note";
    open.push({ tag, name });
    put(`<${name}>`);
    return;
  }
  const name = BLOCKS[tag];
  if (name !== undefined) {
    open.push({ tag, name });
    const named = ["title", "description"].filter((each) => attributes[each]);
    put(`<${name}${named.map((each) => ` ${each}=${quote(attributes[each] ?? "")}`).join("")}>`);
    if (tag === "step" && !attributes.title) state.next = { line: made.length - 2, indent };
    return;
  }
  if (tag === "update") {
    open.push({ tag, name: "Update" });
    put(`<Update label=${quote(attributes.date ?? "")}>`);
    return;
  }
  const address = attributes.url ?? attributes.page ?? attributes.src;
  if (/^(?:content-ref|page-ref|embed|file)$/.test(tag) && address) {
    put(tag === "embed" ? embedOf(address) : cardOf(address, page.titleOf(address)));
    // Words below these are a caption; only some of them have an end.
    if (tag === "content-ref") open.push({ tag, name: undefined });
    return;
  }
  if (PLAIN.test(tag)) return;
  page.onLost(tag);
}

function closeTag(tag: string, indent: string, { open, made }: State): void {
  const at = open.findLastIndex((each) => each.tag === tag);
  if (at < 0) return;
  for (const { name } of open.splice(at).reverse()) if (name) made.push(...toBlockLines(indent, `</${name}>`));
}

const FILMS: readonly (readonly [RegExp, string])[] = [
  [/^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:.*&)?v=([\w-]+)/, "https://www.youtube.com/embed/"],
  [/^https:\/\/youtu\.be\/([\w-]+)/, "https://www.youtube.com/embed/"],
  [/^https:\/\/(?:www\.)?vimeo\.com\/(\d+)/, "https://player.vimeo.com/video/"],
  [/^https:\/\/(?:www\.)?loom\.com\/share\/(\w+)/, "https://www.loom.com/embed/"],
];

function embedOf(address: string): string {
  for (const [pattern, player] of FILMS) {
    const [, id] = pattern.exec(address) ?? [];
    if (id) return `<iframe src=${quote(player + id)} title="Video" width="100%" height="400"></iframe>`;
  }
  if (/\.(?:mp4|webm|mov)(?=[?#]|$)/i.test(address)) return `<video src=${quote(address)} controls width="100%"></video>`;
  return cardOf(address, undefined);
}

function cardOf(address: string, title: string | undefined): string {
  const bare = address.replace(/^https?:\/\//, "").replace(/\/+$/, "");
  const last = decode(bare.split("/").at(-1) ?? "").replace(/\.mdx?$/, "");
  const words = title ?? (/^https?:/.test(address) ? bare : last || address);
  return `<Card title=${quote(words)} href=${quote(address)} horizontal></Card>`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S+))/g)];
  return Object.fromEntries(found.map(([, name = "", ...values]) => [name, values.find((each) => each !== undefined) ?? ""]));
}

function plainWords(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^<>]*>|[`*]/g, "")
    .trim();
}
