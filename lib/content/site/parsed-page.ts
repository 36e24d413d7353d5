import type { Finding } from "../../finding.ts";
import type { OpenApiDocument } from "../../openapi/description/reference.ts";
import type { OperationKey } from "../../openapi/document/operation.ts";
import { perProcess } from "../../process-state.ts";
import type { Page } from "../model/page.ts";
import type { Passage } from "../model/passage.ts";
import type { FolderMetas } from "./folder-meta.ts";

/** A page with what search and answers read of it. */
export interface ParsedPage {
  readonly page: Page;
  /** The readable part of a broken page; empty for one that is a draft or not to be indexed. */
  readonly passages: readonly Passage[];
  /** True when its text is searched. */
  readonly isSearched: boolean;
  /** Errors, and parts of the page that do not show as they are meant. */
  readonly findings: readonly Finding[];
}

/** The pages and passages that a description adds to a site. */
export interface DescribedPages {
  /** The description as it was read; null without one, and while it cannot be used. */
  readonly openapi: OpenApiDocument | null;
  /** The descriptions that have a name, by their files. */
  readonly described: Readonly<Record<string, OpenApiDocument>>;
  /** One page for each operation and version, in the default language; other languages reach it as fallback. */
  readonly pages: readonly ParsedPage[];
  readonly folders: FolderMetas;
  /** An error where a description cannot be used, and warnings that cost one part of it each. */
  readonly findings: readonly Finding[];
}

/** The format of parsed pages; bump it when the same files give different pages or passages than before. */
export const CONTENT_FORMAT = 24;

/** A file that says it is an API description, as it was read. */
export interface ReadDescription {
  readonly document: OpenApiDocument | null;
  readonly findings: readonly Finding[];
  /** Its operations by method and pattern. */
  readonly operations: ReadonlyMap<string, OperationKey>;
}

interface Parsed {
  /** Pages by a key of all that they were parsed from, of each project by its id. */
  readonly pages: Map<string, ReadonlyMap<string, ParsedPage>>;
  /** Additions of descriptions to a site, by a key of all that they were made from. */
  api: ReadonlyMap<string, DescribedPages>;
  /** Descriptions in the content, by the hash of their file. */
  descriptions: ReadonlyMap<string, Promise<ReadDescription>>;
}

/** Sources of the last sites of this process, so that the next ones parse only what differs. */
export const lastParsed = perProcess<Parsed>("parsed", () => ({ pages: new Map(), api: new Map(), descriptions: new Map() }));

/** The parsed pages of a project, to be stored as lines of JSON. A process that reads them back need not parse them again. */
export interface ParsedCache {
  readonly format: number;
  readonly pages: readonly (readonly [key: string, page: ParsedPage])[];
  readonly api: readonly (readonly [key: string, part: DescribedPages])[];
}

/** Returns the parsed pages of a project's last site, which this process keeps no longer. */
export function takeParsed(projectId: string): ParsedCache {
  const { pages, api } = lastParsed.get();
  const taken = [...(pages.get(projectId) ?? [])];
  pages.delete(projectId);
  return { format: CONTENT_FORMAT, pages: taken, api: [...api] };
}

/** Adds what another process has parsed. A cache of another format is left alone. */
export function addParsed(projectId: string, { format, pages, api }: ParsedCache): void {
  if (format !== CONTENT_FORMAT) return;
  const last = lastParsed.get();
  last.pages.set(projectId, new Map([...(last.pages.get(projectId) ?? []), ...pages]));
  last.api = new Map([...last.api, ...api]);
}
