/** A piece of a passage that is quoted whole or not at all. */
export interface Block {
  readonly kind: "paragraph" | "list" | "step" | "code" | "table" | "label";
  /** Plain text; for code the lines as written, for a step its title and body. */
  readonly text: string;
  /** The same as Markdown to quote: with its inline code and links, without images; a list keeps its numbers. */
  readonly markdown: string;
  /** Language of a code block, where the page names one. */
  readonly language?: string;
  /** Id, in the page's HTML, of a label that is a heading; the blocks after it are cited there. */
  readonly anchor?: string;
  /** Headings down to a label with an anchor, as a passage has them. */
  readonly heading?: string;
  /** Id of the innermost part of the page that shows the block when it is opened; empty for one without an id, absent outside of all. */
  readonly within?: string;
}

/** A searchable piece of one page: a section, or part of a long one. */
export interface Passage {
  /** Unique within the site, the same for the same content: page path, `#`, ordinal. */
  readonly id: string;
  readonly kind: "guide" | "api";
  /** URL path of the page without base path, such as `/es/docs/v1/errors`. */
  readonly path: string;
  /** Id of an element in the page's HTML, without `#`; empty for the top of the page. */
  readonly anchor: string;
  readonly title: string;
  /** Headings from the second level down to this passage, joined with ` > `; empty at the top of a page. */
  readonly heading: string;
  /** Description of the page from its front matter; empty when it has none. */
  readonly description: string;
  readonly language: string;
  /** Null for a project without versions. */
  readonly version: string | null;
  /** HTTP method of the page's operation, as the description writes it. */
  readonly method?: string;
  /** Path of the page's operation in the API, such as `/pets/{id}`. */
  readonly endpoint?: string;
  /** Set on the first passage of an operation's page: names that readers type to find it, such as `GET /pets/{id}`. */
  readonly names?: readonly string[];
  /** Set on the first passage of a page: words that searches find it by and that it does not show. */
  readonly keywords?: readonly string[];
  readonly blocks: readonly Block[];
  /** The blocks' plain text, separated by blank lines. */
  readonly text: string;
  /** SHA-256 (hex) over all that search and answers read of this passage. */
  readonly hash: string;
}

/** Between the texts of two blocks. */
export const BETWEEN_BLOCKS = "\n\n";

/** Returns the blocks' plain text, separated by blank lines. */
export function blocksText(blocks: readonly Pick<Block, "text">[]): string {
  return blocks.map(({ text }) => text).join(BETWEEN_BLOCKS);
}

/** Returns the last of the headings that `Passage.heading` joins; empty at the top of a page. */
export function lastHeading(heading: Passage["heading"]): string {
  return heading.split(" > ").at(-1) ?? "";
}
