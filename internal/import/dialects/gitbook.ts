import { splitFrontMatter } from "../engine/pages.ts";
import { findHeading } from "../heading.ts";
import { quote, repeatedly, toRuns } from "./lines.ts";
import type { ReadFile } from "./mkdocs.ts";

interface Page {
  /** A file by its path from the page. */
  readonly read: ReadFile;
  /** Reports what is left out. */
  readonly note: (message: string) => void;
  /** Tones of the hints that are open. */
  readonly open: string[];
}

/** A tag such as `{% hint style="info" %}`, whose name is that of an integration where it begins with `@`. */
const TAG = /\{%-?[ \t]*(@?[\w/-]+)((?:[ \t]+(?:[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s%"']+)|"[^"\n]*"|[^\s%"'=]+))*)[ \t]*-?%\}/g;
const ATTRIBUTE = /([\w-]+)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s%"']+))/g;
/** Longer tags are cut in a note. */
const MAX_TAG_CHARS = 80;
const TONES: Readonly<Record<string, string>> = {
  success: "Check",
  warning: "Warning",
  danger: "Danger",
  working: "Note",
  tip: "Tip",
};

/** Writes the tags of GitBook as elements, and its cards. A tag without a counterpart is left out with a note, and what is in it stays. */
export function readGitbook(text: string, { read, note }: Omit<Page, "open">): string {
  const page: Page = { read, note, open: [] };
  const whole = repeatedly(text, (part) =>
    part.replace(
      /^[ \t]*\{%[ \t]*include[ \t]+["']([^"'\n]+)["'][ \t]*%\}[ \t]*$/gm,
      (mark, name) => withoutHead(read(name)) ?? mark,
    ),
  );
  return toRuns(withCards(withTitledFences(withoutRepeatedLinks(whole)), read).split("\n"))
    .flatMap(({ isFence, lines }) => (isFence ? lines : lines.map((line) => readTags(line, page))))
    .join("\n")
    .replace(
      /^([ \t]*)<Step>\s*\n+[ \t]*#{1,6}[ \t]+(.+?)[ \t]*#*$/gm,
      (_, indent, title: string) => `${indent}<Step title=${quote(title)}>`,
    );
}

function withoutHead(text: string | undefined): string | undefined {
  return text?.replace(/^---\r?\n[\s\S]*?^---[ \t]*\r?\n/m, "");
}

/** Leaves out what is in a reference to a page: a link to it again. */
function withoutRepeatedLinks(text: string): string {
  return text.replace(/(\{%[ \t]*content-ref[^%\n]*%\})(?:(?!\{%)[\s\S])*(?=\{%[ \t]*endcontent-ref)/g, "$1\n");
}

/** Moves what `{% code title="a.ts" %}` says of a fence into its head. */
function withTitledFences(text: string): string {
  return text.replace(
    /^([ \t]*)\{%[ \t]*code([^%\n]*)%\}[ \t]*\n([\s\S]*?)\n?[ \t]*\{%[ \t]*endcode[ \t]*%\}/gm,
    (_, indent: string, attributes: string, inside: string) => {
      const { title, overflow, lineNumbers } = attributesOf(attributes);
      const head = [title && `title=${quote(title)}`, overflow === "wrap" && "wrap", lineNumbers === "true" && "lineNumbers"];
      const marks = head.filter(Boolean).join(" ");
      return `${indent}\n${inside.replace(/^([ \t]*(?:`{3,}|~{3,})[^\n]*)$/m, (fence) => `${fence} ${marks}`.trimEnd())}\n`;
    },
  );
}

function attributesOf(text: string): Record<string, string | undefined> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", ...values]) => [name, values.find((each) => each !== undefined)]),
  );
}

/** Writes the tags of a line, each as a separate block after the white space of the line. */
function readTags(line: string, page: Page): string {
  if (!line.includes("{%")) return line;
  const [indent = ""] = /^[ \t]*/.exec(line) ?? [];
  return line
    .slice(indent.length)
    .replace(/^/, indent)
    .replace(TAG, (mark, name: string, rest: string) => {
      const written = writeTag(name, rest, page);
      if (written === undefined && !name.startsWith("end"))
        page.note(`A tag of GitBook is left out, and what is in it is shown: ${mark.slice(0, MAX_TAG_CHARS)}`);
      return `\n\n${written ? `${indent}${written}\n\n` : ""}${indent}`;
    })
    .replace(/[ \t]+$/gm, "");
}

/** Returns the element that a tag opens or closes; an empty text for one that has no words, undefined for an unknown one. */
function writeTag(name: string, rest: string, { read, note, open }: Page): string | undefined {
  const given = attributesOf(rest);
  const attribute = (own: string, value: string | undefined) => (value ? ` ${own}=${quote(value)}` : "");
  switch (name) {
    case "hint":
      open.push(TONES[given.style ?? ""] ?? "Info");
      return `<${open.at(-1)}${attribute("icon", given.icon)}>`;
    case "endhint":
      return `</${open.pop() ?? "Info"}>`;
    case "tabs":
      return "<Tabs>";
    case "tab":
      return `<Tab title=${quote(given.title ?? "Tab")}>`;
    case "stepper":
      return "<Steps>";
    case "step":
      return "<Step>";
    case "columns":
      return "<Columns>";
    case "column":
      return "<Column>";
    case "updates":
    case "endupdates":
      return "";
    case "update":
      return `<Update label=${quote(given.date ?? given.label ?? "")}${attribute("description", given.tags)}>`;
    case "content-ref":
      return `<Card title=${quote(titleOf(given.url ?? "", read))} href=${quote(given.url ?? "")}>`;
    case "page-ref":
      return `<Card title=${quote(titleOf(given.page ?? "", read))} href=${quote(given.page ?? "")}></Card>`;
    case "openapi":
    case "openapi-operation":
      note(`An operation is shown as method and path, without its description: ${given.method?.toUpperCase()} ${given.path}`);
      return `\`${given.method?.toUpperCase()}\` \`${given.path}\``;
    case "file":
      return given.src && `[${given.caption || given.src.split("/").at(-1)}](<${given.src}>)`;
    case "swagger":
      return `### ${given.summary || `${given.method?.toUpperCase()} ${given.path}`}\n\n\`${given.method?.toUpperCase()}\` \`${given.baseUrl ?? ""}${given.path ?? ""}\``;
    case "swagger-parameter": {
      const place = ["path", "query", "header", "cookie"].includes(given.in ?? "") ? given.in : "body";
      return `<ParamField ${place}=${quote(given.name ?? "")}${attribute("type", given.type)}${given.required === "true" ? " required" : ""}>`;
    }
    case "swagger-response":
      return `<Accordion title=${quote([given.status, given.description].filter(Boolean).join(" "))}>`;
    case "embed":
      return writeEmbed(given.url ?? "");
    default:
      if (Object.hasOwn(ENDS, name)) return ENDS[name];
      return name.startsWith("@") && given.url ? writeEmbed(given.url) : undefined;
  }
}

const ENDS: Readonly<Record<string, string>> = {
  endtabs: "</Tabs>",
  endtab: "</Tab>",
  endstepper: "</Steps>",
  endstep: "</Step>",
  endcolumns: "</Columns>",
  endcolumn: "</Column>",
  endupdate: "</Update>",
  "endcontent-ref": "</Card>",
  "endswagger-parameter": "</ParamField>",
  "endswagger-response": "</Accordion>",
  endswagger: "",
  "swagger-description": "",
  "endswagger-description": "",
  code: "",
  endcode: "",
  endfile: "",
  endopenapi: "",
  "endopenapi-operation": "",
  endembed: "",
  raw: "",
  endraw: "",
};

/** Players by the address of their films. */
const PLAYERS: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/(?:www\.)?youtube\.com\/watch\?(?:.*&)?v=([\w-]+).*$/, "https://www.youtube-nocookie.com/embed/$1"],
  [/^https?:\/\/youtu\.be\/([\w-]+).*$/, "https://www.youtube-nocookie.com/embed/$1"],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d+).*$/, "https://player.vimeo.com/video/$1"],
  [/^https?:\/\/(?:www\.)?loom\.com\/share\/(\w+).*$/, "https://www.loom.com/embed/$1"],
];

function writeEmbed(url: string): string {
  const player = PLAYERS.find(([address]) => address.test(url));
  if (player) return `<iframe src=${quote(url.replace(...player))} title=${quote(url)}></iframe>`;
  return `<Card title=${quote(url.replace(/^https?:\/\//, ""))} href=${quote(url)}></Card>`;
}

/** Returns the title of the page at an address, else the address itself. */
function titleOf(url: string, read: ReadFile): string {
  const name = url.replace(/#.*$/, "").replace(/\/$/, "/README.md");
  const text = /\.md$/.test(name) ? read(name) : (read(`${name}.md`) ?? read(`${name}/README.md`));
  if (text === undefined) return url;
  const { source, data } = splitFrontMatter("page.md", text);
  return (typeof data.title === "string" && data.title) || findHeading(source) || url;
}

const TABLE = /<table(?=[^>]*\sdata-view="cards")[^>]*>([\s\S]*?)<\/table>/g;

/** Writes tables that GitBook shows as cards as cards: their first cell is the title, and hidden cells have address and picture. */
function withCards(text: string, read: ReadFile): string {
  return text.replace(TABLE, (_, inside: string) => {
    const heads = [...inside.matchAll(/<th(?=[\s>])([^>]*)>/g)].map(([, attributes = ""]) => attributes);
    const rows = [...inside.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
      [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) => cell.trim()),
    );
    const cards = rows.flatMap((cells) => {
      if (cells.length === 0) return [];
      const addressIn = (mark: string) => /href="([^"]*)"/.exec(cells[heads.findIndex((head) => head.includes(mark))] ?? "")?.[1];
      const [href, img] = [addressIn("data-card-target"), addressIn("data-card-cover")];
      const [title = href ? titleOf(href, read) : "", ...words] = cells
        .filter((_cell, index) => !/data-hidden|data-card-/.test(heads[index] ?? ""))
        .flatMap((cell) => cell.split(/(?<=^[^<]{0,20}<strong>[^<]{0,200}<\/strong>)/))
        .map((cell) =>
          cell
            .replace(/<[^<>]*>/g, " ")
            .replace(/\s+/g, " ")
            .trim()
            .replace(/^[:–-] /, ""),
        )
        .filter(Boolean);
      const attributes = [href && ` href=${quote(href)}`, img && ` img=${quote(img)}`].filter(Boolean).join("");
      return [`<Card title=${quote(title)}${attributes}>`, "", words.join(" "), "", "</Card>", ""];
    });
    return ["", "<CardGroup>", "", ...cards, "</CardGroup>", ""].join("\n");
  });
}
