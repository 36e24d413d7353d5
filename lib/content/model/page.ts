/*
 * The model: pages, passages, files and addresses, the values that everything else names.
 * Start at `Page`. `passage.ts` is what search finds of it, `urls.ts` reads and writes its address, `redirects.ts` old ones.
 */

import type { Root } from "mdast";
import type { Finding } from "../../finding.ts";
import { type Modules, sha256 } from "./content-file.ts";
import type { PageFrame } from "./page-frame.ts";

/** One page of a site: a file of the content folder, or an operation of the API description. */
export interface Page {
  readonly kind: "guide" | "api";
  /** URL path without base path: `/docs/quickstart`, `/es/docs/v1/errors`. Default language and version are left out of it. */
  readonly path: string;
  /** Path after language and version, such as `guides/first`; empty for the index page. */
  readonly slug: string;
  readonly language: string;
  /** Null for a project without versions. */
  readonly version: string | null;
  readonly title: string;
  /** Shorter title for the sidebar, where the page gives one. */
  readonly sidebarTitle: string | undefined;
  /** Its place among its neighbours, from the smallest, where no list of the folder names it. */
  readonly order: number | undefined;
  readonly description: string;
  readonly icon: string | undefined;
  /** A short word beside the title in the sidebar, such as NEW. */
  readonly tag: string | undefined;
  readonly deprecated: boolean;
  /** The part of the frame around the page that is shown; undefined for all of it. */
  readonly mode: PageMode | undefined;
  /** The frame around the page, as the page sets it; undefined for the frame of the site. */
  readonly frame: PageFrame | undefined;
  /** Words that searches find the page by and that it does not show. */
  readonly keywords: readonly string[];
  /** Target of the page's entry in the sidebar, where that is not the page. */
  readonly href: string | undefined;
  /** The page offers its updates as a feed. */
  readonly rss: boolean;
  /** False for a page that no navigation names: reachable, and out of llms.txt and sitemap. */
  readonly listed: boolean;
  /** Kept out of search, llms.txt and sitemap, and marked for robots. */
  readonly noindex: boolean;
  /** Shown in development only; elsewhere a draft is not a page at all. Also `noindex`. */
  readonly draft: boolean;
  /** Path below the content folder; null for a page made from the API description. */
  readonly file: string | null;
  /** MDX without front matter. For an API page: its Markdown form. */
  readonly source: string;
  /** Number of lines of the file before `source`. */
  readonly sourceLine: number;
  /** SHA-256 (hex) of all that the page shows. Whatever depends on the page alone is cached by it; see `hashPage`. */
  readonly hash: string;
  /** ISO date-time of the last change: the one that the front matter states, or else of the last commit; null when unknown. */
  readonly lastModified: string | null;
  /** That of the front matter; null where it shows none, undefined where it says nothing. */
  readonly statedDate: string | null | undefined;
  /** Of a translation: the beginning of the hash of the original that it says the same as; undefined where it says nothing. */
  readonly sourceHash: string | undefined;
  /** Operation of a description that the page shows. */
  readonly operation: PageOperation | undefined;
  /** Object of a description that the page shows. */
  readonly object: PageObject | undefined;
  /** Description, or tag of one, that the page is an overview of. */
  readonly overview: PageOverview | undefined;
  /** The operation that the page names, where no description of the folder has it or the page describes it itself. */
  readonly endpoint: PageEndpoint | undefined;
  /** Links and pictures as the page writes them, with the address that each leads to where the two differ. */
  readonly links: Readonly<Record<string, string>>;
  /** The files that the page takes content from, by their path below the content folder. */
  readonly modules: Modules | undefined;
  /** The front matter that the page's expressions may read; undefined for a page without any. */
  readonly frontMatter: Readonly<Record<string, unknown>> | undefined;
  /** Paths that lead to the page, since its front matter gives them as its addresses elsewhere. */
  readonly oldAddresses: readonly string[];
  /** The first error of its file, above what can be shown of the page. */
  readonly error: Finding | undefined;
}

/** `wide`: no table of contents; `center`: no sidebar either; `custom`: the page alone; `frame`: sidebar and an empty page. */
export const PAGE_MODES = ["wide", "center", "custom", "frame", "assistant"] as const;
export type PageMode = (typeof PAGE_MODES)[number];

export interface PageOperation {
  readonly method: string;
  readonly path: string;
  /** File of the description, for a site with several. */
  readonly description?: string | undefined;
  /** Folder of the navigation that the page is in, beyond those of its address. */
  readonly group?: string | undefined;
  /** The operation as Markdown, below the text of a page that is a file. */
  readonly markdown?: string | undefined;
}

export interface PageObject {
  /** Its name among the schemas of the description. */
  readonly name: string;
  /** File of the description. */
  readonly description: string;
  /** Its fields as Markdown, below the text of the page. */
  readonly markdown?: string | undefined;
}

export interface PageOverview {
  /** File of the description, for a site with several. */
  readonly description?: string | undefined;
  /** Name of the tag; undefined for the description as a whole. */
  readonly tag: string | undefined;
  /** Tags and other groups of operations in their order. */
  readonly sections: readonly OverviewSection[];
}

interface OverviewSection {
  readonly tag: string | undefined;
  readonly title: string;
  /** Slug of the page of the tag; undefined without one. */
  readonly slug: string | undefined;
  /** Slugs of the pages of operations. */
  readonly pages: readonly string[];
}

export interface PageEndpoint {
  readonly method: string;
  readonly path: string;
  /** Its URL, such as `https://api.example.com`; undefined when nothing states it. */
  readonly server: string | undefined;
  /** The address of its description, which is not in the folder. */
  readonly described?: string | undefined;
}

/** Characters of a title and of a description: each is repeated in every passage of its page, and in lists of pages. */
const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 5_000;

/** Creates a page from some fields: the others are empty, and long titles and descriptions are cut. */
export function createPage(
  given: Pick<Page, "kind" | "path" | "slug" | "language" | "version" | "title" | "source"> & Partial<Omit<Page, "hash">>,
  shown: Shown,
): Page {
  const page = {
    sidebarTitle: undefined,
    order: undefined,
    icon: undefined,
    tag: undefined,
    deprecated: false,
    mode: undefined,
    frame: undefined,
    keywords: [],
    href: undefined,
    rss: false,
    listed: true,
    noindex: false,
    draft: false,
    file: null,
    sourceLine: 0,
    lastModified: null,
    statedDate: undefined,
    sourceHash: undefined,
    operation: undefined,
    object: undefined,
    overview: undefined,
    endpoint: undefined,
    links: {},
    modules: undefined,
    frontMatter: undefined,
    oldAddresses: [],
    error: undefined,
    ...given,
    title: cut(given.title, MAX_TITLE_CHARS),
    description: cut(given.description ?? "", MAX_DESCRIPTION_CHARS),
  };
  return { ...page, hash: hashPage(page, shown) };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}

/** All that a page shows besides its fields. */
export interface Shown {
  /** The hash of its text, with what its code shows in it; see `hashTree`. */
  readonly tree: string;
  /** Other sources of the page, such as an operation of an API description. Functions in it are called for their results. */
  readonly from?: unknown;
}

/**
 * Identifies the content of a page by value, regardless of its source: pages of equal hashes read the
 * same, look the same and are found by the same searches. The date of the last change is not part of
 * it, nor are the files and descriptions that its tree was built from.
 */
function hashPage({ lastModified, statedDate, modules, ...page }: Omit<Page, "hash">, { tree, from }: Shown): string {
  return sha256([JSON.stringify(page), tree, JSON.stringify(from, withResults)].join("\n"));
}

/** Identifies what the text of a page has become. */
export function hashTree(tree: Root): string {
  return sha256(JSON.stringify(tree, withoutOrigin));
}

/** Leaves out positions of nodes, and code that is in the node as text too. */
function withoutOrigin(name: string, value: unknown): unknown {
  return name === "position" || name === "estree" ? undefined : value;
}

function withResults(_: string, value: unknown): unknown {
  return typeof value === "function" ? value() : value;
}
