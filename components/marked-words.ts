import { decodeText } from "../lib/decode-text.ts";

/** Name of the highlight in the style sheets. */
const HIGHLIGHT = "docent-words";
/** A page that does not come within this time is not waited for. */
const MAX_WAIT_MS = 8_000;

interface Marking {
  /** Path of the page that holds the words, without base path and anchor. */
  readonly path: string;
  /** Id of the section that is opened; empty for the top of a page. */
  readonly anchor: string;
  readonly words: string;
  readonly until: number;
}

let waiting: Marking | undefined;
let styled: CSSStyleSheet | undefined;

/**
 * Marks words on a page as soon as it is there, and brings them into view. Clears earlier marks. The next Tab
 * goes on from them, or from the section or page that is opened when there are no words to mark.
 */
export function markWordsAt(href: string, words: string): void {
  CSS.highlights?.delete(HIGHLIGHT);
  const anchor = decodeText(new URL(href, location.href).hash.slice(1)) ?? "";
  waiting = { path: pathOf(href), anchor, words: words.trim(), until: Date.now() + MAX_WAIT_MS };
  requestAnimationFrame(mark);
}

/** Returns the address at which another tab marks the words that wait for a page; nothing is marked here then. */
export function toMarkedUrl(href: string): string {
  const url = new URL(href, location.href);
  if (waiting?.path === pathOf(href) && waiting.words) url.searchParams.set("mark", waiting.words);
  waiting = undefined;
  return url.href;
}

function mark(): void {
  if (!waiting || Date.now() > waiting.until) return;
  const article = document.querySelector<HTMLElement>("main article");
  const isThere = article && pathOf(location.href).endsWith(waiting.path);
  if (isThere && !openSection(article, waiting)) return void setTimeout(mark, 100);
  const range = isThere && waiting.words ? findWords(article, waiting.words, sectionOf(article)) : undefined;
  if (!range && !(isThere && waiting.words === "")) return void setTimeout(mark, 100);
  waiting = undefined;
  if (range) show(range);
  // A link inside the panel keeps the focus, and Tab continues from there.
  if (article && !document.activeElement?.closest("dialog, .assistant-panel"))
    focusOnce(
      range?.startContainer.parentElement?.closest<HTMLElement>("p, li, td, th, pre, h2, h3, h4") ??
        sectionOf(article) ??
        article,
    );
}

/** Gives an element the focus until it is elsewhere, without a frame around so much text. */
function focusOnce(element: HTMLElement): void {
  element.tabIndex = -1;
  element.style.outline = "none";
  element.focus({ preventScroll: true });
  const leave = () => {
    element.removeAttribute("tabindex");
    element.style.outline = "";
  };
  // The name of the other event for this is a class of Tailwind, which would be in the sheet of every page.
  element.addEventListener("focusout", leave, { once: true });
}

/** Adds a style sheet for the marked words, since builds of style sheets do not know `::highlight` yet. */
function styleHighlight(): void {
  if (styled) return;
  styled = new CSSStyleSheet();
  styled.replaceSync(`::highlight(${HIGHLIGHT}) { background-color: color-mix(in oklab, var(--accent) 24%, transparent); }`);
  document.adoptedStyleSheets.push(styled);
}

function show(range: Range): void {
  const element = range.startContainer.parentElement;
  openFolds(element);
  if (CSS.highlights) {
    styleHighlight();
    CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  } else element?.animate([{ backgroundColor: "var(--accent-soft)" }, { backgroundColor: "transparent" }], 4_000);
  const { top, bottom } = range.getBoundingClientRect();
  if (top < 80 || bottom > innerHeight) element?.scrollIntoView({ block: "center" });
}

/**
 * Opens what hides the section: the browser does so only for links that it follows itself. Returns false while it is still hidden,
 * such as in a tab whose code is on its way.
 */
function openSection(article: HTMLElement, { anchor }: Marking): boolean {
  const section = anchor ? article.querySelector(`[id="${CSS.escape(anchor)}"]`) : null;
  if (!section?.closest("details, [data-panel]")) return true;
  openFolds(section);
  if (!section.checkVisibility()) return false;
  section.scrollIntoView();
  return true;
}

/** Opens the folds and tabs that hide an element. */
function openFolds(element: Element | null): void {
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  element?.closest("[data-panel][hidden]")?.dispatchEvent(new Event("beforematch", { bubbles: true }));
}

/** Finds the heading that the address names. */
function sectionOf(article: HTMLElement): HTMLElement | null {
  const id = decodeText(location.hash.slice(1));
  return id ? article.querySelector(`[id="${CSS.escape(id)}"]`) : null;
}

/**
 * Finds words in an element, first below a heading of it: all of them, else as many as the beginning has in common. Letters and digits alone count, since the
 * text of a passage has its own signs between blocks and cells.
 */
function findWords(root: Element, words: string, section: Element | null): Range | undefined {
  const { text, places } = readText(root);
  const isBelow = ({ node }: TextPlace) => !section || section.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  const from = Math.max(0, places.findIndex(isBelow));
  const wanted = lettersOf(words);
  for (const length of [wanted.length, 160, 80, 40]) {
    const part = wanted.slice(0, length);
    const below = text.indexOf(part, from);
    const start = part.length < Math.min(20, wanted.length) ? -1 : below < 0 ? text.indexOf(part) : below;
    const [begin, end] = [places[start], places[start + part.length - 1]];
    if (start < 0 || !begin || !end) continue;
    const range = document.createRange();
    range.setStart(begin.node, begin.offset);
    range.setEnd(end.node, end.offset + (/^[\p{L}\p{N}]+/u.exec(end.node.data.slice(end.offset))?.[0].length ?? 1));
    return range;
  }
  return undefined;
}

interface TextPlace {
  readonly node: Text;
  readonly offset: number;
}

/** Reads the letters and digits of an element, each with its position. */
function readText(root: Element): { readonly text: string; readonly places: readonly TextPlace[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places: TextPlace[] = [];
  let text = "";
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest("script, style, [aria-hidden=true], button")) continue;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letter = node.data[offset] ?? "";
      if (lettersOf(letter) === "") continue;
      text += letter.toLowerCase();
      places.push({ node, offset });
    }
  }
  return { text, places };
}

/** A character beyond the basic plane is a surrogate pair, and is skipped. */
const NO_LETTER = /[^\p{L}\p{N}]|[\u{10000}-\u{10ffff}]/gu;

function lettersOf(text: string): string {
  return text.replace(NO_LETTER, "").toLowerCase();
}

function pathOf(href: string): string {
  return new URL(href, location.href).pathname.replace(/\/$/, "");
}

/**
 * Finds the longest run of sentences of a passage that a text quotes; without any, the one that has most words in common with it,
 * weighted by how few sentences have them; nothing when none has two.
 */
export function nearestSentence(passage: string, text: string): string {
  const words = wordsOf(text);
  const sentences = passage.split(/\n+|(?<=[.!?。！？])\s+/).filter((sentence) => sentence.trim().length >= 12);
  const letters = lettersOf(text);
  const runs: string[][] = [[]];
  for (const sentence of sentences) {
    if (lettersOf(sentence) !== "" && letters.includes(lettersOf(sentence))) runs.at(-1)?.push(sentence);
    else runs.push([]);
  }
  const [longest = ""] = runs.map((run) => run.join(" ")).sort((a, b) => b.length - a.length);
  if (longest !== "") return longest;
  const common = sentences.map((sentence) => [...wordsOf(sentence)].filter((word) => words.has(word)));
  const counts = new Map<string, number>();
  for (const word of common.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weights = common.map((some) => (some.length < 2 ? 0 : some.reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0)));
  const most = Math.max(0, ...weights);
  return most === 0 ? "" : (sentences[weights.indexOf(most)] ?? "").trim();
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}|\p{Script=Han}/gu) ?? []).slice(0, 400));
}
