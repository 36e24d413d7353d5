import { decodeString } from "micromark-util-decode-string";
import { type Inline, type InlineLink, readInline } from "./link-filter-tokens.ts";

/** The rules for links and citations that the filter meets. */
export interface LinkRules {
  /** Returns true for an address that text may link to. */
  readonly allows: (url: string) => boolean;
  /** Told of each link to an allowed address that stays in the text. */
  readonly follow: (url: string) => void;
  /** Returns the replacement of the citation `[number]`; undefined leaves the brackets as plain text. */
  readonly cite: (number: number) => string | undefined;
  readonly isSource: (number: number) => boolean;
  /** Writes a piece of text. Where it gives none, what it followed and cited counts as never written. */
  readonly attempt: (write: () => string | undefined) => string | undefined;
}

/** State of the line that a piece is on. */
export interface LineState {
  /** A code span with a bar was kept: in a table it is cut there, and what follows may be paired otherwise. */
  cut: boolean;
}

/**
 * Rewrites a piece of a line so that a reader acts on nothing in it but allowed links. The piece must hold its
 * constructs whole: what is not closed in it is escaped.
 *
 *     code span      as written              [text](url)    the link, or its text
 *     <url>, url     <url>, or code          ![text](url)   its text
 *     [3]            what `cite` gives       [text][label]  its text
 *     [text]         as written              [text]:        escaped
 *     <tag           escaped                 [ < ` \ alone  escaped
 *
 * Rewrites one line so that a second pass changes nothing. Where neighbours form something new because a thing between them
 * is gone, only letters and digits are left: a lost mark is better than a planted link.
 */
export function rewriteInline(source: string, rules: LinkRules, line: LineState): string {
  if (!MARKS.test(source)) return source;
  if (!MARKS_BUT_TAGS.test(source)) return source.replaceAll("<", "\\<");
  if (!MARKS_BUT_BRACKETS.test(source)) return source.replace(BRACKETS, (found, label) => showBrackets(found, label, rules));
  if (source.replace(/[^[<`\\&@]/g, "").length > MAX_MARKS) return source.replace(PUNCTUATION, " ");
  const before = { ...line };
  const written = rules.attempt(() => {
    const shown = show(readInline(source), rules, line);
    // What was read and stayed as it is need not be read again.
    return shown === source || isInert(shown, rules, before) ? shown : undefined;
  });
  return written ?? source.replace(PUNCTUATION, " ");
}

/** Returns true where a rewritten piece may follow another without a blank: nothing may form out of both. */
export function isJoinable(before: string, piece: string): boolean {
  if (!/[!-~]$/.test(before) || !/^[!-~]/.test(piece)) return true;
  return !before.endsWith("]") && !MARKS.test(before + piece);
}

/** Allows the same links and cites nothing: what is read so is no part of the answer, or has its numbers. */
export function uncounted(rules: Pick<LinkRules, "allows">): LinkRules {
  return { allows: (url) => rules.allows(url), ...CITES_NOTHING };
}

/** Citations have their numbers by now: read as a citation again, `[2](url)` would cite what a model calls 2. */
function isInert(source: string, rules: LinkRules, line: LineState): boolean {
  return !MARKS.test(source) || show(readInline(source), uncounted(rules), { ...line }) === source;
}

/** A piece with more of them is no prose; reading it could take long. */
const MAX_MARKS = 100;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Without these a text holds no construct. */
const MARKS = /[[<`\\&@]|~~~|:\/|www\./i;
/** Without these, nor the end of an autolink, `<` is all that is to be escaped. */
const MARKS_BUT_TAGS = /[[`\\&@>]|~~~|:\/|www\./i;
/** Without these, nor brackets that touch, each innermost pair of brackets is a label for itself: there is nothing to parse. */
const MARKS_BUT_BRACKETS = /[<`\\&@]|~~~|:\/|www\.|!\[|\]\s*[[(:]/i;
const BRACKETS = /\[([^[\]]*)\]|\[/g;
/** A scheme with slashes, a host by its first label, or mail, as the renderers of GFM find them in text. Bounded, to stay linear. */
const ADDRESS = /[a-z][a-z0-9+.-]{0,31}:\/\/[^\s<`|[\]\\]*|www\.[^\s<`|[\]\\]*|(?:mailto:|xmpp:)?[\w.+-]{1,64}@[\w.-]+/gi;
/** Rules that count nothing of what they let pass. */
const CITES_NOTHING: Omit<LinkRules, "allows"> = {
  follow: () => {},
  cite: () => undefined,
  isSource: () => false,
  attempt: (write) => write(),
};
const NOTHING: LinkRules = { allows: () => false, ...CITES_NOTHING };

function show(pieces: readonly Inline[], rules: LinkRules, line: LineState): string {
  return pieces.map((piece) => showPiece(piece, rules, line)).join("");
}

function showPiece(piece: Inline, rules: LinkRules, line: LineState): string {
  if (piece.type === "link" || piece.type === "image") return showLink(piece, rules, line);
  if (piece.type === "code") return showCode(piece.source, rules, line);
  return piece.type === "autolink" ? showAutolink(piece.source, rules) : showText(piece.source, rules, line);
}

/** A code span counts only where no table can take it apart. */
function showCode(source: string, rules: LinkRules, line: LineState): string {
  const ticks = /^`+/.exec(source)?.[0] as string;
  const code = source.slice(ticks.length, -ticks.length);
  const bar = hasBareBar(code);
  if (!MARKS.test(code)) {
    line.cut ||= bar;
    return source;
  }
  if (!bar && !line.cut) return source;
  const escaped = escapeMarks(ticks);
  return escaped + show(readInline(code), rules, line) + escaped;
}

/** A bar with an odd number of backslashes before it is escaped for every reader of tables. */
function hasBareBar(code: string): boolean {
  return [...code.matchAll(/(\\*)\|/g)].some(([, backslashes = ""]) => backslashes.length % 2 === 0);
}

function showAutolink(source: string, rules: LinkRules): string {
  const url = source.slice(1, -1);
  if (!isPlain(url) || !rules.allows(url)) return asCode(url);
  rules.follow(url);
  return source;
}

function showLink(link: InlineLink, rules: LinkRules, line: LineState): string {
  if (link.type === "image") return show(link.children, rules, line);
  const cited = citation(link.label, rules);
  if (cited !== undefined) return cited;
  const target = link.target;
  if (target !== undefined && isPlain(target) && rules.allows(target)) {
    const text = show(link.children, NOTHING, line);
    if (text.trim()) {
      rules.follow(target);
      return `[${text}](${target})`;
    }
  }
  return show(link.children, rules, line);
}

/** An address that is read alike wherever it is written. */
const isPlain = (url: string) => !/[\s<>()[\]\\|`]|&#?\w+;/.test(url);

function citation(label: string, rules: LinkRules): string | undefined {
  if (!/^\d{1,3}(\s*[,–-]\s*\d{1,3}){0,9}$/.test(label)) return undefined;
  const numbers = label.split(",").flatMap((range) => toNumbers(range, rules));
  const cited = numbers.map((number) => rules.cite(number));
  return cited.every((text) => text === undefined) ? undefined : cited.map((text) => text ?? "").join("");
}

function showBrackets(found: string, label: string | undefined, rules: LinkRules): string {
  return label === undefined ? "\\[" : (citation(label, rules) ?? found);
}

/** The numbers of `3`, or of a range of sources such as `1-3`: `[0-9]` is none. */
function toNumbers(range: string, { isSource }: LinkRules): number[] {
  const [from = 0, to = from, ...more] = range.split(/[–-]/).map(Number);
  if (to === from) return [from];
  if (to < from || more.length > 0 || !isSource(from) || !isSource(to)) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Text without inline links; the brackets in it may be citations, or leftovers of reference links. */
function showText(source: string, rules: LinkRules, line: LineState): string {
  if (!source.includes("[")) return showWords(source, rules);
  const shown: string[] = [];
  let at = 0;
  for (const piece of readInline(source, { references: true })) {
    at += piece.source.length;
    shown.push(
      piece.type === "link" || piece.type === "image"
        ? showReference(piece, source[at], rules, line)
        : showWords(piece.source, rules),
    );
  }
  return shown.join("");
}

function showReference(
  { type, label, children, reference }: InlineLink,
  next: string | undefined,
  rules: LinkRules,
  line: LineState,
): string {
  const cited = type === "link" ? citation(label, rules) : undefined;
  const second = reference ? citation(reference, rules) : undefined;
  if (cited !== undefined) return cited + (second ?? (reference ? showText(`[${reference}]`, rules, line) : ""));
  const text = show(children, rules, line);
  if (type === "image" || reference !== undefined) return text + (second ?? "");
  // Before a colon the label could define where reference links lead, before a parenthesis it could become a link.
  return `${next === ":" || next === "(" ? "\\" : ""}[${text}]`;
}

function showWords(source: string, rules: LinkRules): string {
  return source.replace(/[^ \t]+/g, (word) => {
    const read = decodeString(word);
    if (read.search(ADDRESS) < 0) return escapeMarks(word);
    // An address that escapes or character references hide is shown as it is read.
    return read === word ? showAddresses(word, rules, escapeMarks) : showAddresses(read, rules, escapeAll);
  });
}

function showAddresses(word: string, rules: LinkRules, escapeRest: (text: string) => string): string {
  const shown: string[] = [];
  let at = 0;
  for (const { 0: found, index } of word.matchAll(ADDRESS)) {
    const url = found.replace(/[?!.,:;*_~'")]+$/, "");
    // In angle brackets its end is plain to every reader, but those take no address without a scheme.
    const kept = isPlain(url) && !/^www\./i.test(url) && rules.allows(url);
    if (kept) rules.follow(url);
    shown.push(escapeRest(word.slice(at, index)), kept ? `<${url}>` : asCode(url));
    at = index + url.length;
  }
  return shown.join("") + escapeRest(word.slice(at));
}

/** Escapes what opens or closes a construct; what is escaped already stays. */
function escapeMarks(text: string): string {
  return text.replace(/\\[!-/:-@[-`{-~]|[\\`[<]|~{3,}/g, (found) => (/^\\./.test(found) ? found : found.replace(/./g, "\\$&")));
}

const escapeAll = (text: string) => text.replace(PUNCTUATION, "\\$&");
const asCode = (text: string) => (text ? `\`${text.replaceAll("`", "%60").replaceAll("|", "%7C")}\`` : "");
