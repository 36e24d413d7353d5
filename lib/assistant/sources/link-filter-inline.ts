import { decodeString } from "micromark-util-decode-string";

/** The rules for links and citations that the filter meets. */
export interface LinkRules {
  /** Returns true for an address that text may link to. */
  readonly allows: (url: string) => boolean;
  /** Called for each link to an allowed address that stays in the text. */
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

/** A piece with more marks is not prose; reading it could take long. */
const MAX_MARKS = 100;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Without these a text holds no construct. */
const MARKS = /[[<`\\&@]|~~~|:\/|www\./i;
/** An escape, a run of backticks, an autolink, an opening bracket, or text. */
const TOKEN =
  /\\[!-/:-@[-`{-~]|(`+)|(<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]+@[\w.-]+)>)|(!?\[)|[^\\`<![]+|[\s\S]/iy;
/** Matches what makes the brackets before it a link. */
const TARGET = /\(\s*(?:<([^<>\\]*)>|([^\s()<>]*))(?:\s+(?:"[^"\\]*"|'[^'\\]*'|\([^()\\]*\)))?\s*\)/y;
const REFERENCE = /\[((?:[^[\]\\]|\\.)*)\]/y;
/** A scheme with slashes, a host by its first label, or mail, as the renderers of GFM find them in text. Bounded, to stay linear. */
const ADDRESS = /[a-z][a-z0-9+.-]{0,31}:\/\/[^\s<`|[\]\\]*|www\.[^\s<`|[\]\\]*|(?:mailto:|xmpp:)?[\w.+-]{1,64}@[\w.-]+/gi;
/** Rules that count nothing of what they let pass: what is read with them is not part of the answer, or has its numbers. */
const COUNTS_NOTHING: Omit<LinkRules, "allows"> = {
  follow: () => {},
  cite: () => undefined,
  isSource: () => false,
  attempt: (write) => write(),
};
const NOTHING: LinkRules = { allows: () => false, ...COUNTS_NOTHING };

/** Allows the same links and cites nothing. */
export function uncounted(rules: Pick<LinkRules, "allows">): LinkRules {
  return { ...COUNTS_NOTHING, allows: (url) => rules.allows(url) };
}

/**
 * Rewrites a piece of a line so that a reader acts on nothing in it but allowed links. What is not closed in it is escaped:
 *
 *     code span      as written              [text](url)    the link, or its text
 *     <url>, url     <url>, or code          ![text](url)   its text
 *     [3]            what `cite` gives       [text][label]  its text
 *     [text]         as written              [text]:        escaped
 *     <tag           escaped                 [ < ` \ alone  escaped
 *
 * A second pass must change nothing. Where neighbours form something new because a thing between them is gone, only letters
 * and digits are left: a lost mark is better than a planted link.
 */
export function rewriteInline(source: string, rules: LinkRules, line: LineState): string {
  if (!MARKS.test(source)) return source;
  if (source.replace(/[^[<`\\&@]/g, "").length > MAX_MARKS) return source.replace(PUNCTUATION, " ");
  const before = { ...line };
  const written = rules.attempt(() => {
    const shown = show(source, rules, line);
    return shown === source || show(shown, uncounted(rules), before) === shown ? shown : undefined;
  });
  return written ?? source.replace(PUNCTUATION, " ");
}

/** Returns true when a rewritten piece may follow another without a blank: nothing may form out of both. */
export function isJoinable(before: string, piece: string): boolean {
  if (!/[!-~]$/.test(before) || !/^[!-~]/.test(piece)) return true;
  return !before.endsWith("]") && !MARKS.test(before + piece);
}

function show(source: string, rules: LinkRules, line: LineState): string {
  let shown = "";
  let words = "";
  let at = 0;
  const put = (text: string, end: number) => {
    shown += showWords(words, rules) + text;
    words = "";
    at = end;
  };
  while (at < source.length) {
    const [token = "", ticks, autolink, bracket] = matchAt(TOKEN, source, at) ?? [];
    const end = ticks ? endOfCode(source, at, ticks) : bracket ? endOfLabel(source, at + token.length) : undefined;
    if (autolink) put(showAutolink(autolink, rules), at + token.length);
    else if (ticks && end) put(showCode(source.slice(at, end), ticks, rules, line), end);
    else if (bracket && end) {
      const label = source.slice(at + token.length, end);
      const target = matchAt(TARGET, source, end + 1);
      const reference = target ? undefined : matchAt(REFERENCE, source, end + 1);
      const next = end + 1 + (target ?? reference ?? [""])[0].length;
      const brackets = { isImage: bracket === "![", label, reference: reference?.[1], next: source[next] };
      if (target) put(showLink(brackets, decodeString(target[1] ?? target[2] ?? ""), rules, line), next);
      else put(showBrackets(brackets, rules, line), next);
    } else {
      words += token;
      at += token.length;
    }
  }
  return shown + showWords(words, rules);
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

/** Returns where a code span ends that begins with a run of backticks. */
function endOfCode(source: string, at: number, ticks: string): number | undefined {
  for (const { 0: run, index } of source.slice(at + ticks.length).matchAll(/`+/g))
    if (run === ticks) return at + ticks.length + index + run.length;
  return undefined;
}

/** Returns the place of the bracket that closes a label. */
function endOfLabel(source: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < source.length; ) {
    const [token = "", ticks] = matchAt(TOKEN, source, at) ?? [];
    if (token.endsWith("[") && !token.startsWith("\\")) depth += 1;
    const closing = /^[^\\`<![]/.test(token) ? [...token.matchAll(/\]/g)] : [];
    for (const { index } of closing) {
      depth -= 1;
      if (depth === 0) return at + index;
    }
    at = (ticks && endOfCode(source, at, ticks)) || at + token.length;
  }
  return undefined;
}

interface Brackets {
  readonly isImage: boolean;
  readonly label: string;
  /** The second label of `[label][reference]`. */
  readonly reference: string | undefined;
  /** The character behind. */
  readonly next: string | undefined;
}

function showLink({ isImage, label }: Brackets, target: string, rules: LinkRules, line: LineState): string {
  const cited = isImage ? undefined : citation(label, rules);
  if (cited !== undefined) return cited;
  if (!isImage && isPlain(target) && rules.allows(target)) {
    const text = show(label, NOTHING, line);
    if (text.trim()) {
      rules.follow(target);
      return `[${text}](${target})`;
    }
  }
  return show(label, rules, line);
}

function showBrackets({ isImage, label, reference, next }: Brackets, rules: LinkRules, line: LineState): string {
  const cited = isImage ? undefined : citation(label, rules);
  const second = reference ? citation(reference, rules) : undefined;
  if (cited !== undefined) return cited + (second ?? (reference ? show(`[${reference}]`, rules, line) : ""));
  const text = show(label, rules, line);
  if (isImage || reference !== undefined) return text + (second ?? "");
  // Before a colon the label could define where reference links lead, before a parenthesis it could become a link.
  return `${next === ":" || next === "(" ? "\\" : ""}[${text}]`;
}

/** Shows a code span as code only where no table can split it. */
function showCode(source: string, ticks: string, rules: LinkRules, line: LineState): string {
  const code = source.slice(ticks.length, -ticks.length);
  // A bar with an odd number of backslashes before it is escaped for every reader of tables.
  const bar = [...code.matchAll(/(\\*)\|/g)].some(([, backslashes = ""]) => backslashes.length % 2 === 0);
  if (MARKS.test(code) && (bar || line.cut)) return escapeMarks(ticks) + show(code, rules, line) + escapeMarks(ticks);
  if (!MARKS.test(code)) line.cut ||= bar;
  return source;
}

function showAutolink(source: string, rules: LinkRules): string {
  const url = source.slice(1, -1);
  if (!isPlain(url) || !rules.allows(url)) return asCode(url);
  rules.follow(url);
  return source;
}

/** An address that is read alike wherever it is written. */
const isPlain = (url: string) => !/[\s<>()[\]\\|`]|&#?\w+;/.test(url);

function citation(label: string, rules: LinkRules): string | undefined {
  if (!/^\d{1,3}(\s*[,–-]\s*\d{1,3}){0,9}$/.test(label)) return undefined;
  const cited = label.split(",").flatMap((range) => toNumbers(range, rules).map((number) => rules.cite(number)));
  return cited.every((text) => text === undefined) ? undefined : cited.map((text) => text ?? "").join("");
}

/** Returns the numbers of `3`, or of a range of sources such as `1-3`; `[0-9]` is not a range of sources. */
function toNumbers(range: string, { isSource }: LinkRules): number[] {
  const [from = 0, to = from, ...more] = range.split(/[–-]/).map(Number);
  if (to === from) return [from];
  if (to < from || more.length > 0 || !isSource(from) || !isSource(to)) return [];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
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

/** Escapes what opens or closes a construct; what is escaped already stays, and so does a name of a formula, such as `\frac`. */
function escapeMarks(text: string): string {
  return text.replace(/\\[!-/:-@[-`{-~]|\\(?![A-Za-z])|[`[<]|~{3,}/g, (found) =>
    /^\\./.test(found) ? found : found.replace(/./g, "\\$&"),
  );
}

const escapeAll = (text: string) => text.replace(PUNCTUATION, "\\$&");
const asCode = (text: string) => (text ? `\`${text.replaceAll("`", "%60").replaceAll("|", "%7C")}\`` : "");
