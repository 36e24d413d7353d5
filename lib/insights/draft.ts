import { fold } from "../search/analyze/analyze.ts";

/** A draft of a page that readers missed. */
export interface PageDraft {
  /** The topic, in a reader's words. */
  readonly title: string;
  /** Questions and searches of readers. */
  readonly questions: readonly string[];
}

/** A file that is to be put into the content folder. */
interface NewFile {
  /** Its path below the folder. */
  readonly name: string;
  readonly text: string;
}

/** A question or a search of a reader. */
export interface AskedText {
  readonly text: string;
  /** Empty when it is not known. */
  readonly language: string;
  readonly version: string;
}

const MAX_QUESTIONS = 50;
const MAX_TITLE = 80;
const MAX_TEXT = 1_000;

/** Returns a new .mdx file with the title, and the questions in a comment. No text of a reader can end either. */
export function toDraft({ title, questions }: PageDraft): string {
  const lines = questions.slice(0, MAX_QUESTIONS).map((question) => `- ${toComment(question)}`);
  return ["---", `title: ${JSON.stringify(draftTitle(title))}`, "---", "", "{/*", "Readers asked:", ...lines, "*/}", ""].join(
    "\n",
  );
}

/** Returns a draft as a file whose name is the words of its title, such as `rotate-signing-keys.mdx`. */
export function draftFile(draft: PageDraft): NewFile {
  return { name: `${slugOf(draft.title) || "new-page"}.mdx`, text: toDraft(draft) };
}

/**
 * Returns a file of questions that the docs are to be tested with, each once, as something still to do. No text of a reader can
 * end its entry.
 */
export function questionsFile(kind: "question" | "search", about: string, asked: readonly AskedText[]): NewFile {
  const entries = new Set(asked.slice(0, MAX_QUESTIONS).map((each) => toEntry(kind, each)));
  const head = "# Name the page that answers in answeredBy, such as /docs/keys#create-a-key. Once it does, take todo out.\n";
  return { name: `questions/${slugOf(about) || "new-question"}.yaml`, text: head + [...entries].join("") };
}

/** Returns an entry of a file of questions: with the page that is to answer it, or else as something still to do. */
export function toEntry(
  kind: "question" | "search",
  { text, answeredBy, language, version }: AskedText & { readonly answeredBy?: string | undefined },
): string {
  const given = Object.entries({ answeredBy, language, version }).filter(([, value]) => value);
  const fields = [[kind, toLine(text).slice(0, MAX_TEXT)], ...given];
  // A string of JSON is one of YAML.
  const lines = [...fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`), ...(answeredBy ? [] : ["todo: true"])];
  return `- ${lines.join("\n  ")}\n`;
}

function slugOf(text: string): string {
  const words = fold(text).match(/[\p{L}\p{N}\p{M}]+/gu);
  return [...(words?.join("-") ?? "")].slice(0, 60).join("").replace(/-+$/, "");
}

/** Returns the address of a link that downloads a file: the file itself. */
export function downloadUrl({ text }: NewFile): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text.toWellFormed())}`;
}

/** Returns the address at which GitHub's editor opens a new file; undefined unless `editUrl` is of GitHub. */
export function newFileUrl(editUrl: string | undefined, { name, text }: NewFile): string | undefined {
  const [, start, folder] = /^(https:\/\/github\.com\/[^/]+\/[^/]+)\/edit\/(.+?)\/?$/.exec(editUrl ?? "") ?? [];
  if (!start || !folder) return undefined;
  const query = new URLSearchParams({ filename: name, value: text });
  return `${start}/new/${folder}?${query}`;
}

function draftTitle(text: string): string {
  const line = toLine(text)
    .replace(/(?<![?¿!¡.\s])[?¿!¡.\s]+$/u, "")
    .trim();
  return [...line].slice(0, MAX_TITLE).join("") || "New page";
}

function toComment(text: string): string {
  return toLine(text).replaceAll("*/", "* /");
}

/** Returns a text on one line, without characters that are not shown. */
function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}
