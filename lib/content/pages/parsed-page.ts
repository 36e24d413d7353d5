import type { OpenApiDocument } from "../../openapi/reference.ts";
import type { ContentProblem, Notice } from "../model/notice.ts";
import type { Page } from "../model/page.ts";
import type { Passage } from "../model/passage.ts";
import type { FolderMetas } from "./folder-meta.ts";

/** A page with what search and answers read of it. */
export interface ParsedPage {
  readonly page: Page;
  /** Of a broken page, what can still be read; empty for one that is a draft or not to be indexed. */
  readonly passages: readonly Passage[];
  /** True where its text is searched. */
  readonly isSearched: boolean;
  readonly problems: readonly ContentProblem[];
  /** Parts of the page that do not show as they are meant. */
  readonly notices: readonly Notice[];
}

/** The pages and passages that a description adds to a site. */
export interface ApiPart {
  /** The description as it was read; null without one, and while it cannot be used. */
  readonly openapi: OpenApiDocument | null;
  /** The descriptions that have a name, by their files. */
  readonly described: Readonly<Record<string, OpenApiDocument>>;
  /** One page for each operation and version, in the default language; other languages reach it as fallback. */
  readonly pages: readonly ParsedPage[];
  readonly folders: FolderMetas;
  readonly problems: readonly ContentProblem[];
  /** Faults that cost one part of the description each. */
  readonly warnings: readonly ContentProblem[];
}
