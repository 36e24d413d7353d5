import type { Modules } from "./snippets/modules.ts";

/** One page of a site: a file of the content folder, or an operation of the API description. */
export interface Page {
  readonly kind: "guide" | "api";
  /** URL path without base path: `/docs/quickstart`, `/es/docs/v1/errors`. Default language and version are left out of it. */
  readonly path: string;
  /** What follows language and version in the path, such as `guides/first`; empty for the index page. */
  readonly slug: string;
  readonly language: string;
  /** Null for a project without versions. */
  readonly version: string | null;
  readonly title: string;
  /** Shorter title for the sidebar, where the page gives one. */
  readonly sidebarTitle: string | undefined;
  readonly description: string;
  readonly icon: string | undefined;
  /** Kept out of search, llms.txt and sitemap, and marked for robots. */
  readonly noindex: boolean;
  /** Shown in development only; elsewhere a draft is no page at all. Also `noindex`. */
  readonly draft: boolean;
  /** Path below the content folder; null for a page made from the API description. */
  readonly file: string | null;
  /** MDX without front matter. For an API page: its Markdown form. */
  readonly source: string;
  /** How many lines of the file stand before `source`. */
  readonly sourceLine: number;
  /** SHA-256 (hex) of the file with the files that it takes content from, or of the operation. */
  readonly hash: string;
  /** ISO date-time of the last commit that touched the file; null when unknown. */
  readonly lastModified: string | null;
  /** For an API page: which operation of the description it shows. */
  readonly operation: { readonly method: string; readonly path: string } | undefined;
  /** The files that the page takes content from, by their path below the content folder. */
  readonly modules: Modules | undefined;
  /** True for a page that came with the build: its expressions run as code of the server. */
  readonly trusted: boolean;
  /** Why this page can only be shown as plain text: its file is broken and there is no earlier good page to keep. */
  readonly problem: ContentProblem | undefined;
}

/** Something wrong with one file: shown in development, refused by a build and by an update. */
export interface ContentProblem {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly reason: string;
}
