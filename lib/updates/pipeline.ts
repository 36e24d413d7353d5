import type { Project } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import { type Descriptions, findAddress, nameOfSource } from "../content/docs-json/descriptions.ts";
import { readDocsJson } from "../content/docs-json/docs-json.ts";
import { type ContentFiles, readContentFiles, type SiteDescriptions } from "../content/files/files.ts";
import { readLastModified } from "../content/files/last-modified.ts";
import { listDescriptionAddresses } from "../content/files/named-descriptions.ts";
import { type ContentFile, sha256 } from "../content/model/content-file.ts";
import type { Page } from "../content/model/page.ts";
import { createRecord } from "../content/model/records.ts";
import type { DocsNode } from "../content/site/docs-tree.ts";
import { pagesByPath, type Site, withDates } from "../content/site/site.ts";
import { counted } from "../counted.ts";
import { type Finding, isError, placeOf } from "../finding.ts";
import { OpenApiError } from "../openapi/description/check.ts";
import {
  type DescriptionFile,
  type FetchedDescription,
  fetchDescriptionFile,
  isDescriptionAddress,
  toFetchRules,
} from "../openapi/description/description-file.ts";
import { type FetchRules, isAllowedHost } from "../openapi/description/fetch-description.ts";
import { isDescription } from "../openapi/description/is-description.ts";
import { DescriptionError } from "../openapi/description/json.ts";
import { type ApiChanges, compareDescriptions, isBreaking, isUnchanged, joinApiChanges } from "../openapi/document/compare.ts";
import { onItsHost } from "../openapi/openapi.ts";
import { findUnstyledClasses } from "../site/findings/unstyled-classes.ts";
import { readBuiltClasses } from "../site/stored/artefacts.ts";
import { type Changes, type UpdateChanges, UpdateError } from "./job.ts";

const MAX_LOGGED_WARNINGS = 200;

/** The site that is served now, and the state of its input. */
export interface Earlier {
  readonly site: Site;
  /** Version tag of the description when it was fetched; null when it was not. */
  readonly etag: string | null;
  /** The descriptions that are served now, read only when an address says that its own has not changed, or none is asked. */
  readonly readDescriptions: () => Promise<SiteDescriptions>;
}

/** The project, the state before and the rules of an update. */
interface UpdateInput {
  readonly project: Project;
  /** Undefined for the first state, which a build makes. */
  readonly earlier: Earlier | undefined;
  readonly rules: FetchRules;
  readonly drafts: boolean;
  /** False takes the API description at an address as it was stored. Default: true. */
  readonly fetches?: boolean;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A new state of a site, checked from end to end; not yet saved, not yet served. */
export interface PreparedSite {
  readonly site: Site;
  readonly files: ContentFiles;
  readonly etag: string | null;
  readonly changes: UpdateChanges;
}

/**
 * Reads the API description and the content of a project and makes a site of them.
 * @throws UpdateError that names every error with file, line and message; nothing is changed then.
 */
export async function prepareSite(input: UpdateInput): Promise<PreparedSite> {
  const { project, earlier, drafts, log, signal } = input;
  const { files: own, etag } = await readInput(input);
  const read = await withNamedDescriptions(own, input).catch(refuseDescription);
  signal.throwIfAborted();
  log(`2/4 Checking ${counted(read.files.length, "file")} of content.`);
  const built = await buildSite(project, read, { drafts });
  const dates = earlier ? datesOf(built, earlier.site) : await readLastModified(project.content);
  const [files, site] = [{ ...read, lastModified: dates }, withDates(built, dates)];
  refuseErrors(site.findings);
  const classes = earlier && (await readBuiltClasses(project));
  logWarnings([...site.findings, ...(classes ? findUnstyledClasses(site.pages, classes) : [])], log);
  return {
    site,
    // Those that a site cannot do without have been refused.
    files: { ...files, findings: [] },
    etag,
    changes: compareSites(earlier?.site, site),
  };
}

function compareSites(before: Site | undefined, after: Site): UpdateChanges {
  const api = before && compareApis(before, after);
  return { ...comparePages(before?.pages ?? [], after.pages), ...(api && { api }) };
}

/** Logs the first warnings, and how many more there are: a repository may have thousands. */
function logWarnings(warnings: readonly Finding[], log: UpdateInput["log"]): void {
  for (const warning of warnings.slice(0, MAX_LOGGED_WARNINGS)) log(`Warning: ${describe(warning)}`);
  const more = warnings.length - MAX_LOGGED_WARNINGS;
  if (more > 0) log(`Warning: ${counted(more, "more part")} of pages; npm run check lists them all.`);
}

async function readInput(input: UpdateInput): Promise<{ files: ContentFiles; etag: string | null }> {
  const { project, earlier, log } = input;
  const { apiDescription } = project;
  const named = await readNamed(input);
  if (!isDescriptionAddress(apiDescription)) {
    if (apiDescription) log(`1/4 Reading the API description ${apiDescription}.`);
    return { files: await readFolder(project, { description: null, named }), etag: null };
  }
  const etag = earlier?.etag ?? null;
  const read = await (input.fetches === false ? readStored(earlier) : fetchFresh(apiDescription, input, etag));
  const description = read?.description ?? null;
  return { files: await readFolder(project, { description, named }), etag: read?.etag ?? null };
}

/** Fetches the named descriptions that are at addresses; those in files are read with the folder. */
async function readNamed(input: UpdateInput): Promise<Record<string, DescriptionFile>> {
  const { project, earlier, fetches, rules, log, signal } = input;
  const named = createRecord<DescriptionFile>();
  const sources = Object.entries(project.apiDescriptions).filter(([, source]) => isDescriptionAddress(source));
  if (sources.length === 0) return named;
  if (fetches === false) return Object.assign(named, (await earlier?.readDescriptions())?.named);
  for (const [name, address] of sources) {
    log(`1/4 Fetching the API description ${name} from ${address}.`);
    const own = toFetchRules(rules, { apiDescription: address });
    const fetched = await fetchDescriptionFile(address, { rules: own, signal }).catch(refuseDescription);
    if (fetched) named[name] = fetched.description;
  }
  return named;
}

async function readFolder(project: Project, descriptions: SiteDescriptions): Promise<ContentFiles> {
  const known = { files: [], ...descriptions, lastModified: {}, findings: [] };
  try {
    return await readContentFiles(project, known);
  } catch (cause) {
    throw new UpdateError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function readStored(earlier: Earlier | undefined): Promise<FetchedDescription | null> {
  const description = (await earlier?.readDescriptions())?.description;
  return description ? { description, etag: earlier?.etag ?? null } : null;
}

async function fetchFresh(address: string, input: UpdateInput, etag: string | null): Promise<FetchedDescription> {
  const { project, earlier, rules, log, signal } = input;
  log(`1/4 Fetching the API description from ${address}.`);
  const fetched = await fetchDescriptionFile(address, { rules: toFetchRules(rules, project), signal, etag }).catch(
    refuseDescription,
  );
  if (fetched) return fetched;
  const description = (await earlier?.readDescriptions())?.description;
  if (!description) return fetchFresh(address, input, null);
  log("The API description is the same as in the last update.");
  return { description, etag };
}

function refuseDescription(cause: unknown): never {
  if (!(cause instanceof DescriptionError)) throw cause;
  throw new UpdateError(cause.message, { cause });
}

/** Returns the dates of pages by file: a page that is the same as before keeps its date, any other gets today's. */
function datesOf({ pages }: Site, earlier: Site): Record<string, string> {
  const now = new Date().toISOString();
  const served = pagesByPath(earlier);
  const dates: Record<string, string> = {};
  for (const { path, file, hash } of pages) {
    const before = served.get(path);
    const date = before?.hash === hash ? before.lastModified : now;
    if (date && file !== null) dates[file] = date;
  }
  return dates;
}

function refuseErrors(findings: readonly Finding[]): void {
  const [first, ...others] = findings.filter(isError).map(describe);
  if (!first) return;
  const more = others.length > 0 ? ` (and ${others.length} more; see the logs)` : "";
  throw new UpdateError(`${first}${more}`, { details: [first, ...others] });
}

function describe(finding: Finding): string {
  return `${placeOf(finding)}: ${finding.message}`;
}

/** Compares the API descriptions of two states of a site; undefined when neither has one that the other has, too. */
export function compareApis(before: Site, after: Site): ApiChanges | undefined {
  const pairs = [
    [before.openapi, after.openapi] as const,
    ...Object.keys(after.descriptions).map((file) => [before.descriptions[file], after.descriptions[file]] as const),
  ];
  const compared = pairs.flatMap(([old, now]) => (old && now ? [compareDescriptions(old, now)] : []));
  return compared.length > 0 ? joinApiChanges(compared) : undefined;
}

/** Lists the pages that differ between two states of a site, by path, each list in order. */
export function comparePages(before: readonly Page[], after: readonly Page[]): Changes {
  const old = new Map(before.map((page) => [page.path, page.hash]));
  const now = new Map(after.map((page) => [page.path, page.hash]));
  const paths = [...now.keys()];
  return {
    added: paths.filter((path) => !old.has(path)).sort(),
    modified: paths.filter((path) => old.has(path) && old.get(path) !== now.get(path)).sort(),
    removed: [...old.keys()].filter((path) => !now.has(path)).sort(),
  };
}

/** Describes the changes in a sentence or two. */
export function describeChanges({ added, modified, removed, api }: UpdateChanges): string {
  const parts = [
    [added.length, "added"],
    [modified.length, "modified"],
    [removed.length, "removed"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${count === 1 ? "page" : "pages"} ${what}`);
  const pages = words.length > 0 ? `${words.join(", ")}.` : "No page has changed.";
  return api && isBreaking(api)
    ? `${pages} The API has breaking changes.`
    : api && !isUnchanged(api)
      ? `${pages} The API has changed.`
      : pages;
}

const MAX_NAMED = 50;

interface Fetching {
  readonly rules: FetchRules;
  readonly signal?: AbortSignal | undefined;
  readonly log: (line: string) => void;
}

/**
 * Lists the addresses of API descriptions that the navigation of docs.json and front matter name and the folder has no file of: at most 50. The first
 * of two addresses that end in the same name counts, since the navigation finds a description by that name.
 */
export function listNamedAddresses({ files }: Pick<ContentFiles, "files">): string[] {
  const tree = readDocsJson(files)?.docs.tree;
  const held = new Map(files.filter(({ text }) => isDescription(text)).map(({ path }) => [path, null]));
  const descriptions = { documents: held, findings: [] } as unknown as Descriptions;
  const ofNavigation = tree ? [...(tree.openapi?.sources ?? []), ...tree.children.flatMap(sourcesOf)] : [];
  const sources = [...ofNavigation, ...listDescriptionAddresses(files)];
  const addresses = sources.flatMap((source) => findAddress(descriptions, [source]) ?? []);
  return [...new Map(addresses.reverse().map((address) => [nameOfSource(address), address])).values()]
    .reverse()
    .slice(0, MAX_NAMED);
}

function sourcesOf(node: DocsNode): string[] {
  const own = node.type === "operation" && node.source !== undefined ? [node.source] : [];
  if (!("children" in node)) return own;
  return [...own, ...(node.openapi?.sources ?? []), ...node.children.flatMap(sourcesOf)];
}

/**
 * Fetches the description at an address as a file of the content, under the last name of the address.
 * @throws DescriptionError saying why it is unavailable.
 */
export async function fetchAsFile(address: string, { rules, signal }: Omit<Fetching, "log">): Promise<ContentFile> {
  const fetched = await fetchDescriptionFile(address, { rules, signal });
  const answer = fetched?.description.text ?? "";
  if (!isDescription(answer)) throw new DescriptionError(`${address} answered with no API description.`);
  const text = hostedText(answer, address);
  return { path: `${nameOfSource(address)}.${/^\s*\{/.test(text) ? "json" : "yaml"}`, text, hash: sha256(text) };
}

function hostedText(text: string, address: string): string {
  try {
    return onItsHost(text, address);
  } catch (cause) {
    throw cause instanceof OpenApiError ? new DescriptionError(`${address}: ${cause.message}`, { cause }) : cause;
  }
}

/**
 * Adds the descriptions that docs.json and pages name by an address of an allowed host. To any other address the navigation leads.
 * @throws DescriptionError saying which one is unavailable.
 */
export async function withNamedDescriptions(content: ContentFiles, { rules, signal, log }: Fetching): Promise<ContentFiles> {
  const fetched: ContentFile[] = [];
  for (const address of listNamedAddresses(content)) {
    if (!isAllowedHost(address, rules)) continue;
    log(`Fetching the API description from ${address}.`);
    fetched.push(await fetchAsFile(address, { rules, signal }));
  }
  if (fetched.length === 0) return content;
  const files = [...content.files, ...fetched].sort((left, right) => (left.path < right.path ? -1 : 1));
  return { ...content, files };
}
