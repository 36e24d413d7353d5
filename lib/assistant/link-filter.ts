import { Fences } from "./fences.ts";

/** What the filter asks about a link or a citation that it meets. */
export interface LinkRules {
  /** Whether text may link to this address. */
  readonly allows: (url: string) => boolean;
  /** What stands for the citation `[number]`; undefined leaves the brackets as plain text. */
  readonly cite: (number: number) => string | undefined;
}

/** Most characters that are held back while a link, a tag or a code span may still be open. */
const MAX_HELD = 2_000;

/**
 * Rewrites Markdown as it streams, so that whatever renders it shows no image, no raw HTML and no link but an allowed one.
 * A refused link leaves its text, a refused bare address becomes code; code is left as written. Links, images and code
 * spans count within one line only, and what two readers of CommonMark could read differently is escaped: a lost link is
 * better than a planted one.
 */
export class LinkFilter {
  readonly #rules: LinkRules;
  #fences = new Fences();
  #held = "";
  #line: "new" | "raw" | "text";
  /** The end of what was shown, for the guards between two pieces. */
  #shown = "\n";
  #unwrapped = false;

  /** `inline` text is part of a line, such as a link's label: no fence begins in it. */
  constructor(rules: LinkRules, inline = false) {
    this.#rules = rules;
    this.#line = inline ? "text" : "new";
  }

  /** Takes the next piece of text and returns what can be shown of all that came so far. */
  push(delta: string): string {
    this.#held += delta;
    return this.#drain(false);
  }

  /** Ends a text: whatever was held back is shown, an unfinished link as plain text. */
  flush(): string {
    const text = this.#drain(true);
    this.#fences = new Fences();
    this.#line = "new";
    return text;
  }

  #drain(ending: boolean): string {
    const shown: string[] = [];
    for (let token = this.#next(ending); token; token = this.#next(ending)) {
      this.#held = this.#held.slice(token.length);
      shown.push(this.#guarded(token));
    }
    return shown.join("");
  }

  #next(ending: boolean): Token | undefined {
    if (this.#held === "") return undefined;
    const newline = this.#held.indexOf("\n");
    const line = newline < 0 ? this.#held : this.#held.slice(0, newline);
    const whole = newline >= 0 || ending || this.#held.length > MAX_HELD;
    if (this.#line === "new") {
      const kind = this.#fences.read(line, whole);
      if (kind === "wait") return undefined;
      this.#line = kind;
    }
    const raw = this.#line === "raw" || line === "";
    const token = raw
      ? keepCode(this.#held.slice(0, newline < 0 ? undefined : newline + 1), "lines")
      : nextToken(line, whole, this.#rules);
    if (raw && newline >= 0) this.#line = "new";
    return token;
  }

  /** Keeps harmless neighbours from forming a link, an image, an address or a block where something between them is gone. */
  #guarded({ text, unwrapped, code }: Token): string {
    if (code === "lines") {
      this.#shown = text;
      return text;
    }
    const afterGap = unwrapped || this.#unwrapped;
    this.#unwrapped = unwrapped || (this.#unwrapped && !text);
    if (!text) return "";
    let shown = text;
    const lineStart = /(^|\n)[ \t]*$/.test(this.#shown);
    if (unwrapped && lineStart) shown = shown.trimStart().replace(/^([-*+~#>=_|]|\d{1,9}(?=[.)]))/, escapeStart);
    if (/`$/.test(this.#shown) && shown.startsWith("`")) shown = ` ${shown}`;
    else if (code === "span") shown = text;
    else if (afterGap && ADDRESS_END.test(this.#shown) && ADDRESS_START.test(shown)) shown = ` ${shown}`;
    else if (/\]$/.test(this.#shown) && /^[([:]/.test(shown)) shown = `\\${shown}`;
    else if (/!$/.test(this.#shown) && shown.startsWith("[")) shown = ` ${shown}`;
    this.#shown = (this.#shown + shown).slice(-80);
    return shown;
  }
}

const ADDRESS_END = /[\w.:/@&#;+-]$/;
const ADDRESS_START = /^\\?([\w/@&#;+-]|[.:][\w/@.:])/;
const escapeStart = (start: string) => (/\d/.test(start) ? `${start}\\` : `\\${start}`);

/** A piece of a line and what is shown for it. */
interface Token {
  readonly length: number;
  readonly text: string;
  /** The text stood inside a link or an image that was taken away. */
  readonly unwrapped: boolean;
  /** Code is shown as written. */
  readonly code: "lines" | "span" | false;
}

const keep = (text: string): Token => ({ length: text.length, text, unwrapped: false, code: false });
const keepCode = (text: string, code: "lines" | "span"): Token => ({ ...keep(text), code });
const replace = (source: string, text: string): Token => ({ ...keep(text), length: source.length });

/** The next piece of a line outside of fences; undefined when more of the line is needed to tell what it is. */
function nextToken(line: string, whole: boolean, rules: LinkRules): Token | undefined {
  if (line.startsWith("`")) return codeSpan(line, whole);
  if (/^!(\[|$)/.test(line)) return line === "!" ? (whole ? keep(line) : undefined) : link(line.slice(1), whole, rules, "!");
  if (line.startsWith("[")) return link(line, whole, rules, "");
  if (line.startsWith("<")) return tagOrAutolink(line, whole, rules);
  if (/^\\[!-~]/.test(line) && !/^\\[\w:/.@+-]/.test(line)) return keep(line.slice(0, 2));
  return words(line, whole, rules);
}

/** A code span that a table could cut at a bar is plain text when it holds anything like a link. */
function codeSpan(line: string, whole: boolean): Token | undefined {
  const ticks = /^`+/.exec(line)?.[0] as string;
  const closing = [...line.slice(ticks.length).matchAll(/`+/g)].find(([run]) => run.length === ticks.length);
  const end = closing && ticks.length + closing.index + ticks.length;
  // A run at the end of what has come may still grow.
  if (!whole && (end === undefined || end === line.length)) return undefined;
  const span = line.slice(0, end);
  const risky = span.includes("|") && /[[<@]|:\/\/|www\./i.test(span);
  return end === undefined || risky ? replace(ticks, "\\`".repeat(ticks.length)) : keepCode(span, "span");
}

/** What stands in brackets: a link, an image, a citation, or plain text. `mark` is the `!` of an image. */
function link(line: string, whole: boolean, rules: LinkRules, mark: "" | "!"): Token | undefined {
  const label = closedLabel(line);
  if (label === undefined || (label.length + 2 === line.length && !whole))
    return whole ? replace(`${mark}[`, `${mark}\\[`) : undefined;
  const bracketed = `[${label}]`;
  const rest = line.slice(bracketed.length);
  const cited = mark ? undefined : citation(label, rules);
  if (cited !== undefined) return replace(bracketed, cited);
  if (/^\([^)]*$/.test(rest) && !whole) return undefined;
  const inline = INLINE_TARGET.exec(rest);
  if (inline) return linkTo(label, inline[1] ?? inline[2] ?? "", mark + bracketed + inline[0], mark ? undefined : rules);
  const reference = /^\[[^[\]]*(\]|$)/.exec(rest);
  if (reference && !reference[1] && !whole) return undefined;
  if (mark || reference?.[1]) return unwrap(mark + bracketed + (reference?.[1] ? reference[0] : ""), label, rules);
  // A label before a colon could define where reference links lead.
  return rest.startsWith(":") ? replace("[", "\\[") : replace(bracketed, `[${filterInline(label, rules)}]`);
}

const INLINE_TARGET = /^\([ \t]*(?:<([^<>]*)>|((?:[^\s()]|\([^\s()]*\))*))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*\)/;

/** Without rules nothing is allowed, as for an image. */
function linkTo(label: string, target: string, source: string, rules: LinkRules | undefined): Token {
  const text = filterInline(label, NOTHING);
  const allowed = rules?.allows(target) && !/[\s<>()\\]/.test(target) && text.trim();
  return allowed ? replace(source, `[${text}](${target})`) : unwrap(source, label, rules ?? NOTHING);
}

const NOTHING: LinkRules = { allows: () => false, cite: () => undefined };

function unwrap(source: string, label: string, rules: LinkRules): Token {
  return { ...replace(source, filterInline(label, rules)), unwrapped: true };
}

function filterInline(text: string, rules: LinkRules): string {
  const filter = new LinkFilter(rules, true);
  return filter.push(text) + filter.flush();
}

function citation(label: string, rules: LinkRules): string | undefined {
  if (!/^\d{1,3}(\s*,\s*\d{1,3}){0,9}$/.test(label)) return undefined;
  const cited = label.split(",").map((number) => rules.cite(Number(number)));
  return cited.every((text) => text === undefined) ? undefined : cited.map((text) => text ?? "").join("");
}

/** The text in the bracket that opens the line; undefined when it does not close on this line. */
function closedLabel(line: string): string | undefined {
  let depth = 0;
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index];
    if (character === "\\") index += 1;
    if (character === "[") depth += 1;
    if (character === "]") depth -= 1;
    if (depth === 0) return line.slice(1, index);
  }
  return undefined;
}

/** Raw HTML is shown as text; an address in angle brackets counts as a link. */
function tagOrAutolink(line: string, whole: boolean, rules: LinkRules): Token | undefined {
  if (!whole && !/[\s>]/.test(line)) return undefined;
  const [source, url] = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/i.exec(line) ?? [];
  if (!source || !url) return replace("<", "\\<");
  return rules.allows(url) ? keep(source) : replace(source, asCode(url));
}

const ADDRESS = /https?:\/\/[^\s<`|[\]\\]*|www\.[^\s<`|[\]\\]*|(?:mailto:|xmpp:)?[\w.+-]+@[\w.-]+/gi;
/** References that could stand for a letter or a mark of an address. */
const REFERENCE = /&(?=#|colon;|sol;|period;|commat;|lowbar;|plus;|hyphen;|dash;)/g;

/** Text up to the next mark; renderers make links of the addresses in it. The last word waits for its end. */
function words(line: string, whole: boolean, rules: LinkRules): Token | undefined {
  const text = /^(?:[^\\`![<]|\\[:/.@_+-])+/.exec(line)?.[0] ?? (line[0] as string);
  if (text === "\\") return line === text && !whole ? undefined : replace(text, "\\\\");
  const ended = whole || (text.length < line.length && line !== `${text}\\`);
  const complete = ended ? text : text.replace(/[!-~]+$/, "");
  return complete ? replace(complete, filterAddresses(complete, rules)) : undefined;
}

function filterAddresses(text: string, rules: LinkRules): string {
  // Word by word, so that what stands beside an address does not decide how it is shown.
  return text
    .replace(/[!-~]+/g, withoutEscapes)
    .replace(REFERENCE, "\\&")
    .replace(ADDRESS, (found) => {
      const tail = /[?!.,:;*_~'")]+$/.exec(found)?.[0] ?? "";
      const url = found.slice(0, found.length - tail.length);
      // In angle brackets its end is plain to every renderer.
      return (rules.allows(url) ? `<${url}>` : asCode(url)) + tail;
    });
}

/** A word that hides an address behind backslashes, without them; any other word as it is. */
function withoutEscapes(word: string): string {
  const plain = word.replace(/\\([:/.@_+-])/g, "$1");
  return plain.search(ADDRESS) >= 0 ? plain : word;
}

const asCode = (text: string) => `\`${text.replaceAll("`", "%60")}\``;
