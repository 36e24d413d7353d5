/** A page that an owner may write because readers missed it. */
export interface Draft {
  /** What the page is about, in a reader's words. */
  readonly title: string;
  /** What readers asked or searched. */
  readonly questions: readonly string[];
}

const MOST_QUESTIONS = 50;
const MOST_TITLE = 80;

/** A new .mdx file: the title, and the questions in a comment that readers do not see. Reader's texts end neither. */
export function toDraft({ title, questions }: Draft): string {
  const lines = questions.slice(0, MOST_QUESTIONS).map((question) => `- ${toComment(question)}`);
  return ["---", `title: ${JSON.stringify(titleOf(title))}`, "---", "", "{/*", "Readers asked:", ...lines, "*/}", ""].join("\n");
}

/** A file name for it: words of the title with hyphens, such as `rotate-signing-keys.mdx`. */
export function draftName(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return `${[...(words?.join("-") ?? "")].slice(0, 60).join("").replace(/-+$/, "") || "new-page"}.mdx`;
}

/** Where GitHub's editor begins a new file with a draft, for an `editUrl` of GitHub. */
export function newFileUrl(editUrl: string | undefined, draft: Draft): string | undefined {
  const [, start, folder] = /^(https:\/\/github\.com\/[^/]+\/[^/]+)\/edit\/(.+?)\/?$/.exec(editUrl ?? "") ?? [];
  if (!start || !folder) return undefined;
  const query = new URLSearchParams({ filename: draftName(draft.title), value: toDraft(draft) });
  return `${start}/new/${folder}?${query}`;
}

function titleOf(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replace(/(?<![?¿!¡.\s])[?¿!¡.\s]+$/u, "")
    .trim();
  return [...line].slice(0, MOST_TITLE).join("") || "New page";
}

function toComment(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll("*/", "* /")
    .trim();
}
