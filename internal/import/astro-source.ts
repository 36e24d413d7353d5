/** A component file of Astro in two parts that a parser of JavaScript reads. */
export interface AstroSource {
  /** The code between the first two lines of `---`. */
  readonly script: string;
  /** The template as one fragment of JSX, on the lines that it has in the file. */
  readonly template: string;
}

const OPENING = /^\s*---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*\r?$/m;
/** Elements in attributes of elements in attributes … */
const DEEPEST = 10;
const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const LEFT_OUT = new Set(["style", "script"]);
/** Attributes that say how Astro builds or hydrates an element. */
const DIRECTIVE = /^(?:class:list|(?:is|client|transition|define|server):.*)$/;

/** Takes a file of Astro apart. What of it is not JSX is put into that form, in one walk from start to end. */
export function splitAstro(text: string): AstroSource {
  const head = OPENING.exec(text)?.[0] ?? "";
  const closing = head ? CLOSING.exec(text.slice(head.length)) : null;
  if (!closing) return { script: "", template: `<>${toJsx(withoutHiding(text), 0)}</>` };
  const end = head.length + closing.index;
  const before = "\n".repeat(countLines(text.slice(0, end)));
  return {
    script: "\n".repeat(countLines(head)) + text.slice(head.length, end),
    template: `${before}<>${toJsx(withoutHiding(text.slice(end + closing[0].length)), 0)}</>`,
  };
}

/** Shows what a template hides until its script, which is left out, shows it. */
function withoutHiding(template: string): string {
  if (!/<script[\s>]/.test(template)) return template;
  return template
    .replace(/(?<=\sclass=")[^":]*(?=")/g, (names) => names.replace(/(?<!\S)hidden(?!\S)/g, "").trim())
    .replace(/(<\w[^<>{}]*?)\shidden(?=[\s/>])/g, "$1");
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}

function toJsx(text: string, depth: number): string {
  if (depth > DEEPEST) return text;
  let jsx = "";
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("<", at);
    if (next === -1) return jsx + text.slice(at);
    jsx += text.slice(at, next);
    const { written, end } = readMark(text, next, depth);
    jsx += written;
    at = end;
  }
  return jsx;
}

interface Mark {
  readonly written: string;
  readonly end: number;
}

/** Reads what begins with `<`: a comment, a tag, an element that is left out, or the character alone. */
function readMark(text: string, start: number, depth: number): Mark {
  if (text.startsWith("<!--", start)) return leaveOut(text, start, "-->");
  if (text[start + 1] === "!") return leaveOut(text, start, ">");
  const name = /^<\/?([A-Za-z][\w.-]*)/.exec(text.slice(start, start + 100))?.[1];
  if (name === undefined) return { written: "<", end: start + 1 };
  if (text[start + 1] === "/") {
    const end = text.indexOf(">", start);
    return { written: VOID.has(name) ? "" : `</${safeName(name)}>`, end: end === -1 ? text.length : end + 1 };
  }
  const tag = readTag(text, start + 1 + name.length, depth);
  if (LEFT_OUT.has(name)) return tag.isClosed ? { written: "", end: tag.end } : leaveOut(text, tag.end, `</${name}>`);
  const isClosed = tag.isClosed || VOID.has(name);
  return { written: `<${safeName(name)}${tag.attributes}${isClosed ? " /" : ""}>`, end: tag.end };
}

/** Replaces text up to and including a mark by its line breaks. */
function leaveOut(text: string, start: number, mark: string): Mark {
  const found = text.indexOf(mark, start);
  const end = found === -1 ? text.length : found + mark.length;
  return { written: "\n".repeat(countLines(text.slice(start, end))), end };
}

/** Returns the name of an element; a custom element becomes a `div`, since it does nothing by itself. */
function safeName(name: string): string {
  return name.includes("-") ? "div" : name;
}

interface Tag {
  readonly attributes: string;
  readonly isClosed: boolean;
  /** After the `>`. */
  readonly end: number;
}

const ATTRIBUTE = /\s*(?:(\/?>)|([^\s=>{}"'`/]+)(\s*=\s*)?|(?=\{)|\/)/y;

function readTag(text: string, start: number, depth: number): Tag {
  let attributes = "";
  for (let at = start; at < text.length; ) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (!found) break;
    const [whole, close, name, equals] = found;
    at += whole.length;
    if (close) return { attributes, isClosed: close === "/>", end: at };
    const end = (name && !equals) || whole.trim() === "/" ? at : valueEnd(text, at);
    const value = text.slice(at, end);
    attributes += name === undefined ? writeBare(value) : writeAttribute(name, equals === undefined ? undefined : value, depth);
    at = end;
  }
  return { attributes, isClosed: true, end: text.length };
}

/** Writes a bare `{name}` as `name={name}`; `{...props}` is the same in JSX. */
function writeBare(value: string): string {
  const name = /^\{\s{0,9}([A-Za-z_$][\w$]{0,99})\s{0,9}\}$/.exec(value)?.[1];
  return name ? ` ${name}={${name}}` : value && ` ${value}`;
}

/** Writes an attribute as in JSX; a text in backticks is an expression. */
function writeAttribute(name: string, value: string | undefined, depth: number): string {
  if (DIRECTIVE.test(name) || !/^[A-Za-z_][\w:.-]*$/.test(name)) return "";
  if (value === undefined) return ` ${name}`;
  if (value.startsWith("`")) return ` ${name}={${value}}`;
  if (value.startsWith("{")) return ` ${name}={${toJsx(value.slice(1, -1), depth + 1)}}`;
  return ` ${name}=${/^["']/.test(value) ? value : JSON.stringify(value)}`;
}

/** Returns the end of the value that begins here: in quotes, in backticks, in braces, or bare. */
function valueEnd(text: string, start: number): number {
  const first = text[start] ?? "";
  if (first === '"' || first === "'" || first === "`") return quoteEnd(text, start);
  if (first !== "{") return start + (/^[^\s>]*/.exec(text.slice(start, start + 2_000))?.[0].length ?? 0);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === '"' || letter === "'" || letter === "`") at = quoteEnd(text, at) - 1;
    else if (letter === "{") depth += 1;
    else if (letter === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

function quoteEnd(text: string, start: number): number {
  const end = text.indexOf(text[start] ?? "", start + 1);
  return end === -1 ? text.length : end + 1;
}
