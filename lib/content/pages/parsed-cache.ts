import { perProcess } from "../../process-state.ts";
import type { ApiPart, ParsedPage } from "./parsed-page.ts";

/** Raised when the same files would give other pages or passages than before. */
export const CONTENT_FORMAT = 13;

/** Pages by a key of all that they were parsed from, of each project by its id. */
export const parsedPages = perProcess("parsed-pages", () => new Map<string, ReadonlyMap<string, ParsedPage>>());
/** Additions of descriptions to a site, by a key of all that they were made from. */
export const apiParts = perProcess("api-parts", () => new Map<string, ApiPart>());

/** The parsed pages of a project, to be stored as JSON. A process that reads them back need not parse them again. */
export interface ParsedCache {
  readonly format: number;
  readonly pages: readonly (readonly [key: string, page: ParsedPage])[];
  readonly api: readonly (readonly [key: string, part: ApiPart])[];
}

/** Returns the parsed pages of a project's last site in this process. */
export function takeParsed(projectId: string): ParsedCache {
  const pages = [...(parsedPages.get().get(projectId) ?? [])];
  return { format: CONTENT_FORMAT, pages, api: [...apiParts.get()] };
}

/** Adds what another process has parsed. A cache of another format is left alone. */
export function addParsed(projectId: string, { format, pages, api }: ParsedCache): void {
  if (format !== CONTENT_FORMAT) return;
  parsedPages.get().set(projectId, new Map([...(parsedPages.get().get(projectId) ?? []), ...pages]));
  for (const [key, part] of api) apiParts.get().set(key, part);
}
