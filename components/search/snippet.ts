/** A stretch of text, marked when it matches what was searched. */
export interface SnippetPiece {
  readonly text: string;
  readonly hit: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly term: number;
}

const WORD = /[\p{L}\p{N}_]+/gu;
/** Scripts written without spaces between words: a term is looked for inside the run. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * Cuts the stretch of `content` that holds most of the query's words and marks them, ignoring case, accents and
 * word endings. Prose where that holds one of the words, code only where nothing else does. At most `length` characters plus an
 * ellipsis at each cut end; text only, never HTML. O(content).
 */
export function toSnippet(content: string, query: string, { length = 180 }: { readonly length?: number } = {}): SnippetPiece[] {
  const find = finderIn(content, query);
  const text = toOneLine(linesFor(linesOf(content), find));
  const spans = find(text);
  const { start, end } = chooseWindow(text, spans, length);
  const inside = spans.filter((span) => span.start >= start && span.end <= end);
  const pieces = markSpans(text, inside, { start, end });
  if (start > 0) pieces.unshift({ text: "… ", hit: false });
  if (end < text.length) pieces.push({ text: " …", hit: false });
  return pieces;
}

function linesOf(content: string): string[] {
  return content
    .split("\n")
    .map((line) =>
      line
        .replace(/\s+/g, " ")
        .replace(/^ ?[-*] (?=\S)/, "")
        .trim(),
    )
    .filter((line) => line !== "");
}

/** Returns the lines to cut from: only prose, as long as that contains a word of the query. */
function linesFor(lines: readonly string[], find: Finder): readonly string[] {
  const prose = lines.filter(isProse);
  return prose.length < lines.length && find(prose.join("\n")).length > 0 ? prose : lines;
}

/** Returns whether a line is prose: it has few of the signs that code consists of, or is a sentence all the same. */
function isProse(line: string): boolean {
  const signs = line.match(/[{}[\]<>=;$|\\/_#@*+~^&]/g)?.length ?? 0;
  const isSentence = /[.!?。！？]$/.test(line) && line.split(" ").length > 3;
  return (
    UNSPACED.test(line) ||
    (isSentence && signs <= line.length / 12) ||
    (signs === 0 && !/["'`:]$|^[-"'`]|^\w+\(/.test(line) && !/^(?:npm|npx|curl|git|docker|cd) /.test(line))
  );
}

/** Between two lines of which the first is not a sentence. */
const DOT = " · ";
const SENTENCE_END = /[.:;,!?…。：；，！？]$/;

/** Joins the lines of a passage: a dot after anything that is not a sentence, such as code, and table rows as words. */
function toOneLine(lines: readonly string[]): string {
  const cells = lines.map((line) => line.split(" | ").length);
  return lines.reduce((text, line, index) => {
    const isRow = cells[index]! > 1 && (cells[index - 1] === cells[index] || cells[index + 1] === cells[index]);
    const words = isRow ? line.replace(" | ", ": ").replaceAll(" | ", ", ") : line;
    if (text === "") return words;
    return `${text}${SENTENCE_END.test(text) ? " " : DOT}${words}`;
  }, "");
}

/** Marks the query's words in a short text, such as a heading, without cutting it. */
export function markWords(text: string, query: string): SnippetPiece[] {
  return markSpans(text, finderIn(text, query)(text), { start: 0, end: text.length });
}

type Finder = (text: string) => Span[];

/** Returns what finds a query in parts of a content: code such as `--kind`, when the content has it letter by letter; else its words. */
function finderIn(content: string, query: string): Finder {
  const code = fold(query.trim());
  const isThere = !/\s/.test(code) && /[^\p{L}\p{N}_]/u.test(code) && fold(content).includes(code);
  return (text) => (isThere ? findCode(fold(text), code) : findSpans(text, query));
}

function findCode(text: string, code: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(code); start >= 0; start = text.indexOf(code, start + code.length))
    spans.push({ start, end: start + code.length, term: 0 });
  return spans;
}

function findSpans(text: string, query: string): Span[] {
  const terms = toTerms(query);
  const folded = fold(text);
  return [...folded.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (UNSPACED.test(word)) return findInside(word, index, terms);
    const term = terms.findIndex((candidate) => matches(word, candidate));
    return term < 0 ? [] : [{ start: index, end: index + word.length, term }];
  });
}

/** Returns true when a short text, such as a title, holds every word of the query. */
export function holdsAll(text: string, query: string): boolean {
  const terms = toTerms(query);
  return terms.length > 0 && new Set(findSpans(text, query).map(({ term }) => term)).size === terms.length;
}

/** Words that ask, in the languages of the interface that have spaces, without accents. */
const ASKING = new Set(
  `how what when where which who why the and are can does for from has have into its need should that this with you your
  wie was wann wer welche warum der die das und ist sind kann fur mit ein eine ich
  como que cual cuando donde quien por para los las una con puedo
  comment quoi quel quelle quand les des une pour avec est dans puis
  come cosa quale quando dove perche che del della per con`.split(/\s+/),
);

/** Returns words of three letters and more, without question words unless there is nothing else. */
function toTerms(query: string): string[] {
  const words = [...new Set(fold(query).match(WORD) ?? [])];
  const telling = words.filter((word) => (word.length > 2 && !ASKING.has(word)) || UNSPACED.test(word));
  return telling.length > 0 ? telling : words;
}

function matches(word: string, term: string): boolean {
  if (word.startsWith(term)) return true;
  const shared = sharedPrefix(word, term);
  return shared >= 4 && shared >= word.length - 3 && shared >= term.length - 3;
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function findInside(run: string, offset: number, terms: readonly string[]): Span[] {
  const found = terms.flatMap((text, term) => {
    const at = run.indexOf(text);
    return at < 0 ? [] : [{ start: offset + at, end: offset + at + text.length, term }];
  });
  return found.sort((a, b) => a.start - b.start).filter((span, index, all) => index === 0 || span.start >= all[index - 1]!.end);
}

/** Chooses the window with the most different terms, then the most matches. It starts a little before a match. */
function chooseWindow(text: string, spans: readonly Span[], length: number): { start: number; end: number } {
  if (text.length <= length) return { start: 0, end: text.length };
  let best = { from: 0, score: -1 };
  spans.forEach((span, first) => {
    const seen = spans.slice(first, first + 40).filter((other) => other.end <= span.start + length * 0.75);
    const score = new Set(seen.map(({ term }) => term)).size * 100 + seen.length;
    if (score > best.score) best = { from: span.start, score };
  });
  const wanted = Math.min(Math.max(0, best.from - Math.floor(length / 4)), text.length - length);
  const word = wanted === 0 ? 0 : nextWord(text, wanted, best.from);
  const start = text.startsWith(DOT, word - 1) ? word + 2 : word;
  return { start, end: previousBreak(text, start + length) };
}

function nextWord(text: string, from: number, latest: number): number {
  const space = text.indexOf(" ", from);
  return space < 0 || space >= latest ? Math.min(from, latest) : space + 1;
}

function previousBreak(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(" ", to);
  return space > to - 30 ? space : to;
}

function markSpans(text: string, spans: readonly Span[], { start, end }: { start: number; end: number }): SnippetPiece[] {
  const pieces: SnippetPiece[] = [];
  let at = start;
  for (const span of spans) {
    if (span.start > at) pieces.push({ text: text.slice(at, span.start), hit: false });
    pieces.push({ text: text.slice(span.start, span.end), hit: true });
    at = span.end;
  }
  if (at < end) pieces.push({ text: text.slice(at, end), hit: false });
  return pieces;
}

/** Lowers the case and removes accents, one code unit for each of the input, so that positions stay valid. */
function fold(text: string): string {
  let folded = "";
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!;
    folded += unit < "\u0080" ? unit.toLowerCase() : (unit.normalize("NFD").toLowerCase()[0] ?? unit);
  }
  return folded;
}
