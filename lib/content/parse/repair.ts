import { isKnownName } from "../components/components.ts";

const VOID_TAG = /^<(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/i;

/** A parser's error about a text: the rule that is broken, and its place. */
interface ParserFault {
  readonly reason?: unknown;
  readonly source?: unknown;
  readonly ruleId?: unknown;
  readonly place?: { readonly offset?: number; readonly start?: { readonly offset?: number } } | undefined;
}

interface Repaired {
  /** In as many lines as before. */
  readonly text: string;
  /** A part is shown as text that was meant as MDX, or may have been. */
  readonly isText?: boolean;
  /** A tag was taken out whose other half is missing. */
  readonly isFault?: boolean;
}

/**
 * Returns the text with the part that is no MDX as text: a brace or a less-than sign with a backslash, a tag without its other
 * half taken out. Undefined when the fault is another one.
 */
export function repairSource(text: string, cause: unknown): Repaired | undefined {
  const fault = cause as ParserFault;
  const offset = fault.place?.start?.offset ?? fault.place?.offset ?? text.length;
  switch (fault.source) {
    case "micromark-extension-mdx-expression":
      return repairExpression(text, fault, offset);
    case "micromark-extension-mdxjs-esm":
      return shownAs(escapeKeyword(text, offset), { isText: true });
    case "micromark-extension-mdx-jsx":
      return escapeTag(text, lastUnescaped(text, "<", offset));
    case "mdast-util-mdx-jsx":
      return repairTag(text, String(fault.reason), offset);
    default:
      return undefined;
  }
}

function shownAs(text: string | undefined, how: Omit<Repaired, "text">): Repaired | undefined {
  return text === undefined ? undefined : { text, ...how };
}

function repairExpression(text: string, { ruleId }: ParserFault, offset: number): Repaired | undefined {
  if (ruleId === "unexpected-empty-expression") return shownAs(blank(text, text.lastIndexOf("{", offset), "}"), {});
  const brace = ruleId === "unexpected-eof" ? lastOpenBrace(text) : lastUnescaped(text, "{", offset);
  return shownAs(escapeAt(text, brace), { isText: true });
}

function lastUnescaped(text: string, mark: string, from: number): number {
  let at = text.lastIndexOf(mark, from);
  while (at > 0 && text[at - 1] === "\\") at = text.lastIndexOf(mark, at - 1);
  return at;
}

/**
 * Returns the last brace that nothing closes. Code may hold some that only seem to be open; those are escaped in vain, one
 * after the other.
 */
function lastOpenBrace(text: string): number {
  const open: number[] = [];
  for (const { 0: mark, index } of text.matchAll(/\\[{}]|[{}]/g)) {
    if (mark === "{") open.push(index);
    else if (mark === "}") open.pop();
  }
  return open.at(-1) ?? lastUnescaped(text, "{", text.length);
}

function escapeAt(text: string, at: number): string | undefined {
  return at < 0 ? undefined : `${text.slice(0, at)}\\${text.slice(at)}`;
}

const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>/y;

/** Takes the angle brackets off an address, which is a link without them too, and escapes any other less-than sign. */
function escapeTag(text: string, at: number): Repaired | undefined {
  AUTOLINK.lastIndex = Math.max(at, 0);
  const address = AUTOLINK.exec(text)?.[1];
  if (address) return { text: text.slice(0, at) + address + text.slice(at + address.length + 2) };
  // A sign between words or before a number means "less than", and nothing is lost.
  return shownAs(escapeAt(text, at), { isText: /[\w/]/.test(text[at + 1] ?? "") && !/\d/.test(text[at + 1] ?? "") });
}

/** A line of prose that begins with "import" or "export". */
function escapeKeyword(text: string, offset: number): string | undefined {
  const before = text.slice(0, offset + 1);
  const start = Math.max(...["import", "export"].map((word) => before.lastIndexOf(`\n${word}`) + 1));
  const at = /^(?:import|export)/.test(text.slice(start)) ? start : /^(?:import|export)/.test(text) ? 0 : -1;
  const first = text[at];
  return first ? `${text.slice(0, at)}&#${first.charCodeAt(0)};${text.slice(at + 1)}` : undefined;
}

/** Closes a tag that holds nothing, and takes one out whose other half is missing. */
function repairTag(text: string, reason: string, offset: number): Repaired | undefined {
  const [, line, column] = /^Expected a closing tag for .* \((\d+):(\d+)/.exec(reason) ?? [];
  const at = line ? offsetOf(text, Number(line), Number(column)) : text.lastIndexOf("<", offset);
  const end = text.indexOf(">", at);
  if (at < 0 || end < 0) return undefined;
  if (line && VOID_TAG.test(text.slice(at, at + 10))) return { text: `${text.slice(0, end)}/${text.slice(end)}` };
  const name = /^<([A-Za-z][\w.$-]*)/.exec(text.slice(at, at + 100))?.[1];
  // What names no element was meant as words, as in `<T extends U>`.
  if (line && name !== undefined && !isKnownName(name)) return shownAs(escapeAt(text, at), { isText: true });
  return shownAs(blank(text, at, ">"), { isFault: true });
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let count = 1; count < line; count += 1) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

/** Puts spaces in the place of a part of the text, and keeps its line ends. */
function blank(text: string, from: number, closing: string): string | undefined {
  const end = text.indexOf(closing, from);
  if (from < 0 || end < 0) return undefined;
  return text.slice(0, from) + text.slice(from, end + 1).replace(/[^\n]/g, " ") + text.slice(end + 1);
}
