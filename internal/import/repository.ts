/** The tool that a repository of documentation was written for. */
export type RepositoryKind =
  | ("docs.json" | "fumadocs" | "nextra" | "starlight" | "docusaurus")
  | ("vitepress" | "mkdocs" | "gitbook" | "markdown");

/** A folder of pages that is not taken over. */
export interface LeftOut {
  /** Path on the disk. */
  readonly folder: string;
  readonly pages: number;
}

export interface Repository {
  readonly kind: RepositoryKind;
  /** Folder of the pages. */
  readonly content: string;
  /** True when a mint.json, the form before docs.json, has the settings: a copy gets the docs.json that says the same. */
  readonly isOld?: boolean;
  /** Name of the system that the pages were written for, where it is one that is not read. */
  readonly system?: string | undefined;
  /** The sign of the tool, such as `docs.json` or `@astrojs/starlight in package.json`. */
  readonly reason: string;
  /** Other sites beside it, which are imported by themselves. */
  readonly others?: readonly LeftOut[];
  /** Folder of the site around the pages, which holds its package.json; undefined for plain folders. */
  readonly site?: string | undefined;
  /** The name that a file gets here, also one from around the content; absent when all keep theirs. */
  readonly rename?: ((name: string, place?: "outside") => string) | undefined;
  /** Languages that the names of pages tell, the default one first. */
  readonly languages?: readonly string[] | undefined;
  /** The file of the sidebar, if it is not the usual one. */
  readonly sidebar?: string | undefined;
  /** Folders in which names of files that pages take in are looked up first. */
  readonly includes?: readonly string[] | undefined;
}
