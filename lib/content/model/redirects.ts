import path from "node:path/posix";
import type { Config } from "../../config/config.ts";
import { composeName, decodeText } from "../../decode-text.ts";
import { perObject } from "../../per-object.ts";
import type { Page } from "./page.ts";
import { getOwn } from "./records.ts";

/** A redirect, as docs.json writes it. */
export interface Redirect {
  /** Path in the repository; `:name*` and `*` take any rest, `:name` one segment. */
  readonly source: string;
  readonly destination: string;
  readonly permanent?: boolean | undefined;
}

type ConfigRedirect = Config["redirects"][number];

interface FoundRedirect {
  readonly to: string;
  readonly permanent: boolean;
}

/** Fields of front matter that give the addresses of a page in Hugo, Jekyll and Docusaurus, and where those begin: at the root or in its folder. */
const ADDRESS_FIELDS = { aliases: "folder", slug: "folder", redirect_from: "root", permalink: "root", url: "root" } as const;
export const OLD_ADDRESS_FIELDS: ReadonlySet<string> = new Set(Object.keys(ADDRESS_FIELDS));
const MAX_OLD_ADDRESSES = 10_000;

/** Lists the addresses that front matter gives a page, in place of the one it has here. */
export function readOldAddresses(frontMatter: Readonly<Record<string, unknown>>, address: string): string[] {
  const folder = decodeText(path.dirname(address)) ?? "/";
  return Object.entries(ADDRESS_FIELDS).flatMap(([field, start]) =>
    [getOwn(frontMatter, field)].flat().flatMap((value) => toOldAddress(value, start === "folder" ? folder : "/") ?? []),
  );
}

/** Lists redirects from the old addresses of pages, as many as a docs.json may have. */
export function redirectsTo(pages: readonly Pick<Page, "path" | "oldAddresses">[]): Redirect[] {
  return pages
    .flatMap(({ path: destination, oldAddresses }) => oldAddresses.map((source) => ({ source, destination })))
    .slice(0, MAX_OLD_ADDRESSES);
}

/** Returns a value as a path; undefined for a pattern, such as `/:year/:title`, and for an address of another site. */
function toOldAddress(value: unknown, folder: string): string | undefined {
  if (typeof value !== "string" || /[:*?#\\]|^\/\//.test(value)) return undefined;
  const address = path.join(value.startsWith("/") ? "/" : folder, value.trim()).replace(/\/$/, "");
  return address === "" ? undefined : address;
}

/** More would let the author of the file make matching slow. */
const MAX_WILDCARDS = 2;
const MAX_PATTERNS = 1_000;
const MAX_REDIRECTED_CHARS = 500;
const WILDCARD = /:([A-Za-z_]\w*)(\*?)|\*/g;

interface Table {
  readonly exact: ReadonlyMap<string, Redirect>;
  readonly patterns: readonly Pattern[];
}

interface Pattern {
  readonly pattern: RegExp;
  /**
   * The fixed texts of a path before, between and after the wildcards. Compared first, since a pattern that fails takes
   * long.
   */
  readonly parts: readonly string[];
  readonly names: readonly string[];
  readonly redirect: Redirect;
}

const tableOf = perObject(createTable);

/**
 * Returns the target of a path of the repository, such as `/old/page`; undefined without a redirect. An exact one wins over
 * a pattern.
 */
export function findRedirect(redirects: readonly (Redirect | ConfigRedirect)[], path: string): FoundRedirect | undefined {
  if (path.length > MAX_REDIRECTED_CHARS) return undefined;
  const table = tableOf(redirects);
  const exact = table.exact.get(path);
  if (exact) return followRedirect(path, { to: exact.destination, permanent: exact.permanent ?? true });
  for (const { pattern, parts, names, redirect } of table.patterns) {
    const match = mayMatch(path, parts) ? pattern.exec(path) : null;
    if (!match) continue;
    const values = new Map(names.map((name, index) => [name, match[index + 1] ?? ""]));
    const to = redirect.destination.replace(WILDCARD, (text, name?: string) => values.get(name ?? "*") ?? text);
    return followRedirect(path, { to, permanent: redirect.permanent ?? true });
  }
  return undefined;
}

function mayMatch(path: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  return path.startsWith(first) && path.endsWith(rest.at(-1) ?? "") && rest.every((part) => path.includes(part, first.length));
}

/** Returns a redirect, unless it leads to the path that was asked for and would never end. */
function followRedirect(path: string, found: FoundRedirect): FoundRedirect | undefined {
  return found.to === path ? undefined : found;
}

function createTable(redirects: readonly (Redirect | ConfigRedirect)[]): Table {
  const exact = new Map<string, Redirect>();
  const patterns: Table["patterns"][number][] = [];
  for (const redirect of redirects.flatMap(toRules)) {
    const source = `/${composeName(redirect.source).replace(/^\/+|(?<=[^/])\/+$/g, "")}`;
    const wildcards = [...source.matchAll(WILDCARD)];
    if (!staysWhereItLeads(redirect.destination)) continue;
    if (wildcards.length === 0) exact.set(source, exact.get(source) ?? redirect);
    else if (wildcards.length <= MAX_WILDCARDS && patterns.length < MAX_PATTERNS) {
      const parts = source.replace(WILDCARD, "\0").split("\0");
      const groups = wildcards.map(([, name, star]) => (name !== undefined && !star ? "([^/]+)" : "(.*)"));
      const pattern = new RegExp(`^${parts.map((part, index) => literally(part) + (groups[index] ?? "")).join("")}$`);
      patterns.push({ pattern, parts, names: wildcards.map(([, name]) => name ?? "*"), redirect });
    }
  }
  return { exact, patterns };
}

/** Returns false for a target that begins with a wildcard, or whose host does: it would lead wherever the path that is asked for says. */
export function staysWhereItLeads(destination: string): boolean {
  const fixed = destination.split(WILDCARD, 1)[0] ?? "";
  return fixed === destination || /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]|[^:?#]*\/)/i.test(fixed);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Returns a redirect of the configuration as those of docs.json; `/old/:path*` takes `/old` too. */
function toRules(redirect: Redirect | ConfigRedirect): readonly Redirect[] {
  if ("source" in redirect) return [redirect];
  const { from, to, permanent } = redirect;
  const rule = { source: from, destination: to, permanent };
  const [, start, rest] = /^(.+)\/:(\w+)\*$/.exec(from) ?? [];
  return start ? [rule, { ...rule, source: start, destination: to.replace(`/:${rest}*`, "") || "/" }] : [rule];
}
