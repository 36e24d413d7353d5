/** An answer that the owner of the docs has written for a question. */
export interface OwnAnswer {
  readonly question: string;
  /** Markdown. */
  readonly answer: string;
  /** Path and anchor of the section that says more. */
  readonly place: string;
  /** Only for readers of this language and version, where the owner names them. */
  readonly language: string | undefined;
  readonly version: string | undefined;
}
