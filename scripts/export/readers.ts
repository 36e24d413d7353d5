import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { getAccess, getEnvironment, readRawConfig } from "../../lib/config/config.ts";
import { PUBLIC, toAudience } from "../../lib/content/readers/rules.ts";
import type { Audience, Site } from "../../lib/content/site/site.ts";
import { UsageError } from "../command-line.ts";

/** Headers of a request, which name a reader to the server of an export and to no other. */
export type ReaderHeaders = Readonly<Record<string, string>>;

/** Returns the readers that a copy is for: those who are not signed in, unless groups are named. @throws UsageError for others. */
export function chooseAudience(groups: string | undefined, access = getAccess()): Audience {
  if (groups === undefined) return PUBLIC;
  if (!access) throw new UsageError("--groups needs `access` in docent.config.ts. Without it everyone may read every page.");
  const names = groups.split(",").flatMap((name) => name.trim() || []);
  const declared = Object.keys(access.groups);
  const unknown = names.find((name) => !declared.includes(name));
  if (unknown !== undefined) throw new UsageError(`--groups must be of: ${declared.join(", ")}; there is no "${unknown}".`);
  return toAudience({ readers: access.readers, groups: declared }, names);
}

/** Returns the site of an audience, of the files that it may read alone. Where everyone reads everything, the site itself. */
export async function siteOf(site: Site, audience: Audience): Promise<Site> {
  if (!getAccess()) return site;
  if (!site.forReaders) throw new Error("The site cannot be made for its readers, so nobody gets it.");
  return site.forReaders(audience);
}

/**
 * Calls `use` with the headers of a reader of that audience, and with the variables of a server that knows such a reader by them. It
 * knows nobody else: the headers have a name that nobody can guess.
 */
export async function withReader<Result>(
  { isSignedIn, groups }: Audience,
  use: (reader: { readonly headers: ReaderHeaders; readonly variables: Readonly<Record<string, string>> }) => Promise<Result>,
): Promise<Result> {
  const access = getAccess();
  if (!isSignedIn || !access) return use({ headers: {}, variables: {} });
  const name = `x-docent-${randomUUID()}`;
  const proxy = { user: name, groups: `${name}-groups`, from: ["127.0.0.1", "::1"] };
  const folder = await mkdtemp(path.join(tmpdir(), "docent-export-"));
  const file = path.join(folder, "config.json");
  const raw = readRawConfig(getEnvironment()) as object;
  try {
    await writeFile(file, JSON.stringify({ ...raw, access: { ...access, signIn: { proxy } } }), { mode: 0o600 });
    return await use({ headers: { [name]: "export", [`${name}-groups`]: groups.join(",") }, variables: { DOCENT_CONFIG: file } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
