import { LineCounter } from "yaml";
import { z } from "zod";
import { errorIn, type Finding } from "../../finding.ts";
import { readYaml } from "../../yaml.ts";
import { address } from "../model/address.ts";
import { PAGE_MODES } from "../model/page.ts";
import { FRAME_FIELDS } from "../model/page-frame.ts";
import { type LeftOut, readLenient } from "../model/read-lenient.ts";

const words = z
  .union([z.string(), z.number(), z.boolean()], "must be a text")
  .transform((value) => String(value).trim() || undefined);
const MAX_KEYWORDS = 100;
const keywords = z
  .union([z.array(words), words.transform((text) => (text ?? "").split(","))], "must be a list of words")
  .transform((list) => list.flatMap((word) => word?.trim() || []).slice(0, MAX_KEYWORDS));
const flag = z.union([z.boolean(), z.literal("true").transform(() => true)], "must be true or false");
const number = z.number("must be a number");

/** Starlight's settings of a page's entry in the sidebar. */
const Sidebar = z.object(
  {
    label: words.optional(),
    order: number.optional(),
    hidden: flag.default(false),
    badge: z.union([words, z.object({ text: words }).transform(({ text }) => text)], "must be a text, or { text }").optional(),
  },
  "must be a group, such as { label: Start, order: 1 }",
);

const date = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true, local: true })],
  "must be a date, such as 2027-03-01, or one with a time, such as 2027-03-01T09:00:00Z",
);

/** Front matter of a page. Unknown names are left alone. */
export const FrontMatter = z.object({
  title: words.optional(),
  description: words.optional(),
  sidebarTitle: words.optional(),
  sidebar_label: words.optional(),
  sidebar_position: number.optional(),
  sidebar: Sidebar.optional(),
  icon: words.optional(),
  tag: words.optional(),
  deprecated: flag.default(false),
  mode: z.enum(PAGE_MODES, `must be one of ${PAGE_MODES.filter((mode) => mode !== "assistant").join(", ")}`).optional(),
  keywords: keywords.default([]),
  url: address.optional(),
  openapi: words.optional(),
  "openapi-schema": words.optional(),
  api: words.optional(),
  asyncapi: words.optional(),
  rss: flag.default(false),
  draft: flag.default(false),
  noindex: flag.default(false),
  hidden: flag.default(false),
  unlisted: flag.default(false),
  searchable: z.boolean("must be true or false").optional(),
  /** Readers of the page, of which check speaks. */
  groups: z.unknown().optional(),
  public: z.unknown().optional(),
  lastUpdated: z.union([z.literal(false), date], "must be false or a date, such as 2027-03-01").optional(),
  lastUpdatedDate: date.optional(),
  /** Docusaurus' form. */
  last_update: z.object({ date: date.optional() }, "must be a group, such as { date: 2027-03-01 }").optional(),
  /** Other systems have any form here, and dates of other things: one that is none is left alone. */
  date: z.unknown().optional(),
  /** From this day on, check says that somebody should read the page again. */
  reviewBy: date.optional(),
  /** Of a translation: the beginning of the hash of the original that it says the same as, where no history tells. */
  sourceHash: z.coerce
    .string()
    .regex(/^[0-9a-f]{8,64}$/, "must be what npm run check says, such as 1a2b3c4d5e6f")
    .optional(),
  ...FRAME_FIELDS,
});
export type FrontMatter = z.infer<typeof FrontMatter>;

/**
 * Returns the time of the last change that front matter states, as ISO date-time in UTC; null where it says that there is none to show,
 * undefined where it says nothing.
 */
export function statedDate({ lastUpdated, lastUpdatedDate, last_update, date: other }: FrontMatter): string | null | undefined {
  if (lastUpdated === false) return null;
  const stated = lastUpdated ?? lastUpdatedDate ?? last_update?.date ?? date.safeParse(other).data;
  return stated === undefined ? undefined : new Date(stated).toISOString();
}

export interface SplitFile {
  readonly frontMatter: FrontMatter;
  /** Values that their fields cannot use, and which therefore count as absent. */
  readonly leftOut: readonly LeftOut[];
  /** All that is written there. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The text after the front matter. */
  readonly source: string;
  /** Number of lines of the file before `source`. */
  readonly sourceLine: number;
  readonly findings: readonly Finding[];
}

const NO_FIELDS = { frontMatter: FrontMatter.parse({}), leftOut: [], data: {} } as const;
const MAX_FIELDS_CHARS = 64 * 1024;
/** Blank lines and a comment, such as a licence, may be above it. */
const OPENING = /^(?:\s*<!--[\s\S]{0,2000}?-->)?\s*?(?<=^|\n)---[ \t]*\r?\n/;
/** Front matter as Hugo and Zola write it. */
const TOML = /^(?:[ \t]*\r?\n)*\+{3}[ \t]*\r?\n(?:[\s\S]*?\n)?\+{3}[ \t]*(?:\r?\n|$)/;
/** Advice that fixes nearly all of its faults. */
const QUOTES = 'Put a value that holds ": " or begins with a sign into quotes, such as title: "Queues: the basics".';
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;

/** Takes a file apart into front matter and body. Front matter with an error counts as absent; the body is still there. */
export function splitFrontMatter(file: string, text: string): SplitFile {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return withoutToml(file, text);
  const rest = text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (!closing) {
    const message = 'The front matter is not closed; end it with a line of "---".';
    return { ...NO_FIELDS, source: text, sourceLine: 0, findings: [errorIn(file, message, { line: 1, column: 1 })] };
  }
  const sourceStart = opening.length + closing.index + closing[0].length;
  const { value, findings } = readValues(file, rest.slice(0, closing.index));
  const { data, leftOut } = readLenient(FrontMatter, value);
  return {
    frontMatter: data ?? NO_FIELDS.frontMatter,
    leftOut,
    data: { ...value },
    source: text.slice(sourceStart),
    sourceLine: countLines(text.slice(0, sourceStart)),
    findings,
  };
}

/** Takes front matter in TOML, which is not read, out of a text without any other. */
function withoutToml(file: string, text: string): SplitFile {
  const toml = TOML.exec(text)?.[0] ?? "";
  const line = countLines(toml.slice(0, toml.indexOf("+++"))) + 1;
  const message = "Front matter in TOML is not read; write it as YAML between lines of ---, such as title: Quickstart.";
  return {
    ...NO_FIELDS,
    source: text.slice(toml.length),
    sourceLine: countLines(toml),
    findings: toml ? [errorIn(file, message, { line, column: 1 })] : [],
  };
}

function readValues(file: string, yaml: string): { value: object; findings: Finding[] } {
  if (yaml.length > MAX_FIELDS_CHARS) {
    const message = `The front matter has ${yaml.length} characters; at most ${MAX_FIELDS_CHARS} are read. Move the text below it.`;
    return { value: {}, findings: [errorIn(file, message, { line: 1, column: 1 })] };
  }
  const lineCounter = new LineCounter();
  const strict = readYaml(yaml, { lineCounter, prettyErrors: false });
  const lenient = strict.errors.length > 0 ? readYaml(indentQuoted(yaml), { prettyErrors: false }) : strict;
  const document = lenient.errors.length > 0 ? strict : lenient;
  const findings = document.errors.slice(0, 1).map(({ message, pos: [offset] }) => {
    const { line, col } = lineCounter.linePos(offset);
    return errorIn(file, `The front matter is not valid YAML: ${message}. ${QUOTES}`, { line: line + 1, column: col });
  });
  if (findings.length > 0) return { value: {}, findings };
  try {
    const value: unknown = document.toJS({ maxAliasCount: 20 }) ?? {};
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { value, findings };
  } catch (cause) {
    return { value: {}, findings: [errorIn(file, `The front matter cannot be read: ${String(cause)}`, { line: 2, column: 1 })] };
  }
  const message = "The front matter must be a list of names and values, such as: title: Quickstart";
  return { value: {}, findings: [errorIn(file, message, { line: 2, column: 1 })] };
}

const QUOTED = /^[\w-]+:[ \t]+(["'])/;

/** Indents the further lines of a quoted value, as YAML requires and its other readers do not. */
function indentQuoted(yaml: string): string {
  let quote = "";
  const lines = yaml.split("\n").map((line) => {
    const [start = "", opening = ""] = (quote === "" && QUOTED.exec(line)) || [];
    const goesOn = quote !== "";
    quote = endsInside(line.slice(start.length), goesOn ? quote : opening) ? quote || opening : "";
    return goesOn ? ` ${line}` : line;
  });
  return lines.join("\n");
}

/** Returns true when a quoted value is still open at the end of a line. */
function endsInside(rest: string, quote: string): boolean {
  if (quote === "") return false;
  const bare = quote === '"' ? rest.replace(/\\./g, "") : rest.replaceAll("''", "");
  return !bare.includes(quote);
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
