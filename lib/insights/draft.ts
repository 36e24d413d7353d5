/** A draft of a page that readers missed. */
export interface Draft {
  /** The topic, in a reader's words. */
  readonly title: string;
  /** Questions and searches of readers. */
  readonly questions: readonly string[];
}

const MAX_QUESTIONS = 50;
const MAX_TITLE = 80;

/** Returns a new .mdx file with the title, and the questions in a comment. No text of a reader can end either. */
export function toDraft({ title, questions }: Draft): string {
  const lines = questions.slice(0, MAX_QUESTIONS).map((question) => `- ${toComment(question)}`);
  return ["---", `title: ${JSON.stringify(draftTitle(title))}`, "---", "", "{/*", "Readers asked:", ...lines, "*/}", ""].join(
    "\n",
  );
}

/** Returns a file name made of the words of a title, such as `rotate-signing-keys.mdx`. */
export function draftName(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return `${[...(words?.join("-") ?? "")].slice(0, 60).join("").replace(/-+$/, "") || "new-page"}.mdx`;
}

/** Returns the address at which GitHub's editor opens a draft as a new file; undefined unless `editUrl` is of GitHub. */
export function newFileUrl(editUrl: string | undefined, draft: Draft): string | undefined {
  const [, start, folder] = /^(https:\/\/github\.com\/[^/]+\/[^/]+)\/edit\/(.+?)\/?$/.exec(editUrl ?? "") ?? [];
  if (!start || !folder) return undefined;
  const query = new URLSearchParams({ filename: draftName(draft.title), value: toDraft(draft) });
  return `${start}/new/${folder}?${query}`;
}

function draftTitle(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replace(/(?<![?¿!¡.\s])[?¿!¡.\s]+$/u, "")
    .trim();
  return [...line].slice(0, MAX_TITLE).join("") || "New page";
}

function toComment(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll("*/", "* /")
    .trim();
}
