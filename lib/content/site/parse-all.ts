import type { Finding } from "../../finding.ts";
import { FORK_COMPONENTS } from "../components/components.ts";
import { collectModules } from "../files/modules.ts";
import { type ContentFile, sha256 } from "../model/content-file.ts";
import type { Page } from "../model/page.ts";
import { outlinePage, type PageContext, parsePage } from "./parse-page.ts";
import { lastParsed, type ParsedPage } from "./parsed-page.ts";
import type { PlacedFile } from "./places.ts";

/** Parsing many pages lets other work of the process in between. */
const MAX_TURN_MS = 20;

export interface Parsing {
  readonly id: string;
  readonly files: readonly ContentFile[];
  readonly context: Omit<PageContext, "modules">;
  /** Settings of the site that decide how a page is read, besides its files and its place. */
  readonly madeFrom: unknown;
}

/** Parses pages; those that were parsed before from the same are not parsed again. */
export async function parseAll(places: readonly PlacedFile[], input: Parsing): Promise<ParsedPage[]> {
  const { id, madeFrom } = input;
  const known = lastParsed.get().pages.get(id);
  const contextOf = contexts(input);
  const around = sha256(JSON.stringify([madeFrom, FORK_COMPONENTS]));
  const all = places.map(({ file, ...place }) => {
    const context = contextOf(file);
    const hashes = [file, ...context.modules].map((each) => [each.path, each.hash]);
    return { file, place, context, key: sha256(JSON.stringify([hashes, place, around])) };
  });
  const parsed = new Map(all.flatMap(({ key }) => (known?.has(key) ? [[key, known.get(key) as ParsedPage]] : [])));
  let lastPause = performance.now();
  for (const { file, place, context, key } of all) {
    if (parsed.has(key)) continue;
    parsed.set(key, await parsePage({ file, ...place }, context));
    if (performance.now() - lastPause > MAX_TURN_MS) lastPause = await nextTurn();
  }
  // Only what this site uses is kept, so the memory is bounded by the content.
  lastParsed.get().pages.set(id, parsed);
  return all.map(({ key }) => parsed.get(key) as ParsedPage);
}

/** Parses the pages that are not `known`, and remembers none of them: for a site of some of the files of another. */
export async function parseOthers(
  places: readonly PlacedFile[],
  input: Parsing,
  known: (place: PlacedFile) => ParsedPage | undefined,
): Promise<ParsedPage[]> {
  const contextOf = contexts(input);
  const parsed: ParsedPage[] = [];
  let lastPause = performance.now();
  for (const place of places) {
    parsed.push(known(place) ?? (await parsePage(place, contextOf(place.file))));
    if (performance.now() - lastPause > MAX_TURN_MS) lastPause = await nextTurn();
  }
  return parsed;
}

/** Pages that are not read yet, and how to read one of them. */
interface Outline {
  readonly pages: readonly ParsedPage[];
  readonly complete: (page: Page) => Promise<ParsedPage | undefined>;
}

/** Lists pages by their front matter, which takes a hundredth of the time. Each is read when it is asked for, once. */
export function outlineAll(places: readonly PlacedFile[], input: Parsing): Outline {
  const contextOf = contexts(input);
  const byPath = new Map(places.map((place) => [place.path, place]));
  const read = new Map<string, Promise<ParsedPage>>();
  const complete = async ({ path }: Page) => {
    const place = byPath.get(path);
    const reading = read.get(path) ?? (place && parsePage(place, contextOf(place.file)));
    if (reading) read.set(path, reading);
    return reading;
  };
  const described = sha256(JSON.stringify(input.madeFrom));
  return { pages: places.map((place) => outlinePage(place, contextOf(place.file), described)), complete };
}

/** Returns a function that gives each file's page its context in the rest of the site. */
function contexts({ files, context }: Parsing) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (file: ContentFile) => ({ ...context, modules: collectModules(file, byPath) });
}

/** Returns the findings of all pages, each once also where many pages import its file. */
export function uniqueFindings(entries: readonly ParsedPage[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const finding of entries.flatMap((entry) => entry.findings)) {
    const { file, line, column, message } = finding;
    findings.set(JSON.stringify([file, line, column, message]), finding);
  }
  return [...findings.values()];
}

/** Lets waiting requests have their turn. */
function nextTurn(): Promise<number> {
  return new Promise((resolve) => setImmediate(() => resolve(performance.now())));
}
