import type { Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { mathSyntax } from "../../content/parse/math.ts";

const reader = unified().use(remarkParse).use(remarkGfm).use(mathSyntax);

/** The end of a sentence with the signs that close it; scripts without spaces need none behind it. */
const END = /[.!?…]+(?:["'”’)\]]|\s?»)*(?=\s)|[。！？]+[」』）”]*/gu;
/** Text that goes on with a small letter: no new sentence. */
const GOES_ON = /^\s+["'“„«(]*\p{Ll}/u;
/** Letters with dots, as in "e.g." and "z. B.". */
const DOTTED = /(?:^|[\s("'“„[])(?:\p{L}\.\s?)*\p{L}\.$/u;
/** Words of which the dot is no end, in the languages of the interface; the second ones before a number. */
const SHORTENED =
  /(?:^|[\s("'“„[])(?:vs|cf|ca|approx|resp|incl|excl|mrs?|ms|dr|prof|bzw|ggf|evtl|vgl|sog|inkl|zzgl|ex|env|ej)\.$/iu;
const COUNTED = /(?:^|[\s("'“„[])(?:nos?|nr|figs?|sec|vol|ver|max|min|abb|abs|art|pp?|pág)\.$/iu;
/** An ordinal of German. */
const ORDINAL = /(?:^|\s)\d{1,2}\.$/;

/**
 * Returns where the sentences of a paragraph of Markdown end, in UTF-16 units; the last one at its length. None ends inside of code, a link,
 * a formula or marked words, nor at the dot of an abbreviation or a number.
 */
export function sentenceEnds(markdown: string, language: string): number[] {
  const plain = plainOf(markdown);
  const isGerman = languageOf(language) === "de";
  const ends = [...plain.matchAll(END)].flatMap(({ 0: signs, index }) => {
    const end = index + signs.length;
    const [before, after] = [plain.slice(0, index + 1), plain.slice(end, end + 8)];
    const isShort = DOTTED.test(before) || SHORTENED.test(before) || (COUNTED.test(before) && /^\s+\d/.test(after));
    return isShort || (isGerman && ORDINAL.test(before)) || GOES_ON.test(after) ? [] : [end];
  });
  return ends.at(-1) === markdown.length ? ends : [...ends, markdown.length];
}

/** A line of words and punctuation: nothing that Markdown reads as more than text. */
const PLAIN = /^\p{L}[\p{L}\p{N} ,;.!?'"’“”()%/-]*[\p{L}\p{N}.!?)]$/u;
/** Its address becomes a link. */
const ADDRESS = /www\./i;

/** Returns a paragraph with capitals in place of all that is more than words; a link or marked words of whole sentences keep their last dot. */
function plainOf(markdown: string): string {
  if (PLAIN.test(markdown) && !ADDRESS.test(markdown)) return markdown;
  const [paragraph] = reader.parse(markdown).children;
  if (paragraph?.type !== "paragraph") return markdown;
  const parts = paragraph.children.map((node) => {
    const source = markdown.slice(node.position?.start.offset, node.position?.end.offset);
    if (node.type === "text") return source;
    const last = /[.!?。！？]$/.exec("children" in node ? nodeText(node) : "")?.[0] ?? "X";
    return node.type === "break" ? " ".repeat(source.length) : last.padStart(source.length, "X");
  });
  return parts.join("");
}

/** Returns the words of a piece of Markdown without its marks. */
export function nodeText(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(nodeText).join("") : "";
}

/** Returns the first sentences of a paragraph that have at most that many characters, addresses left out; empty where not even one has. */
export function firstSentences(markdown: string, room: number, language: string): string {
  const end = sentenceEnds(markdown, language).findLast((each) => visible(markdown.slice(0, each)).length <= room);
  return markdown.slice(0, end ?? 0);
}

const LINK_END = /\]\([^)\s]{0,500}(?: "[^"]{0,200}")?\)/g;

/** Returns Markdown without the addresses of its links. */
export function visible(markdown: string): string {
  return markdown.replace(LINK_END, "]");
}

/** Ways to say that something follows. */
interface Announcing {
  /** Anywhere in a sentence. */
  readonly words: RegExp;
  /** At its beginning. */
  readonly first: RegExp;
  /** At its end. */
  readonly last: RegExp;
  /** The words of any of these, wherever they are. */
  readonly hint: RegExp;
}

/** Parts of a pattern that say where its words are, and what may not follow them. */
const ASSERTIONS = /\(\?!(?:[^()]|\([^()]*\))*\)|\\b|[$^]/g;

const LANGUAGES: Readonly<Record<string, Announcing>> = withHints({
  en: {
    words: /\b(?:the|these|those) following\b(?! (?:day|week|month|year)s?\b)|\bthe \p{L}+ below\b(?! \d)|\bas follows\b/iu,
    first: /^(?:below(?: is| are| you|,)|here(?:['’]s| is| are) (?!where|why|when|because|no|not)\b)/iu,
    last: /\b(?:such as|for example|for instance|e\.g|namely|like (?:this|so)|below)$/iu,
  },
  de: {
    words: /\b(?:nach)?folgende[nmrs]?\b|\bim folgenden\b|\bwie folgt\b/iu,
    first: /^(?:hier (?:ist|sind|eine?)|unten (?:ist|sind|steht|stehen|finden|findest))\b/iu,
    last: /\b(?:zum beispiel|z\. ?b|beispielsweise|nämlich|unten)$/iu,
  },
  fr: {
    words: /\bsuivant(?:es?|s)?\b(?! (?:les?|la|une?|ce|que)\b)|\bcomme suit\b|\bci-(?:dessous|après)/iu,
    first: /^voici\b/iu,
    last: /\b(?:par exemple|tels? que|telles? que|savoir)$/iu,
  },
  es: {
    words: /\bsiguientes?\b|\bcomo sigue\b|\ba continuación/iu,
    first: /^aquí (?:está|están|tiene|tienes)/iu,
    last: /\b(?:por ejemplo|tal(?:es)? como|a saber|abajo)$/iu,
  },
});

/** Adds to each language what all its ways have in common, wherever it is: most texts have none of it, and need no reading. */
function withHints<Ways extends Omit<Announcing, "hint">>(languages: Readonly<Record<string, Ways>>) {
  const hintOf = ({ words, first, last }: Ways) =>
    new RegExp([words, first, last].map(({ source }) => source.replace(ASSERTIONS, "")).join("|"), "iu");
  return Object.fromEntries(Object.entries(languages).map(([language, ways]) => [language, { ...ways, hint: hintOf(ways) }]));
}

/** A list's last item is its last line. */
const ITEM = /\n(?=\s*(?:[-+*]|\d{1,9}[.)]) )/;
const MARKS = /[*_~]+/g;
const COLON = /[:：][*_~]*(?:\]\([^)\s]*\))?[*_~]*$/u;

/**
 * Returns true for Markdown that ends by announcing what comes after it: with a colon, or with a sentence of words such as "as follows" and
 * "below". A sentence with a link speaks of what that leads to.
 */
export function announces(markdown: string, language: string): boolean {
  const line = markdown.trimEnd().split(ITEM).at(-1) ?? "";
  if (COLON.test(line)) return true;
  const ways = LANGUAGES[languageOf(language)];
  if (!ways?.hint.test(line.replace(MARKS, ""))) return false;
  const sentence = line.slice(sentenceEnds(line, language).at(-2) ?? 0);
  if (/\]\(/.test(sentence)) return false;
  const words = sentence
    .replace(/^[\s\-+*_~\d.)]+/, "")
    .replace(MARKS, "")
    .replace(/[\s.!…,)]+$/, "");
  return ways.words.test(words) || ways.first.test(words) || ways.last.test(words);
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split("-", 1)[0] ?? "";
}
