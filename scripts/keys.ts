import { isRange } from "../lib/auth/auth.ts";
import { createCredential, hashSecret, type KeyKind, toToken } from "../lib/auth/credential.ts";
import { createKey, type Key, listKeys, revokeKey } from "../lib/auth/keys.ts";
import { getAccess, getConfig } from "../lib/config/config.ts";
import { closeStore, getStore } from "../lib/db/db.ts";
import { listCounts } from "../lib/limits/limits.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `Keys for programs that call the API.

  npm run keys -- create --kind assistant   a key for search and the assistant of one project
  npm run keys -- create --kind account     a token for updates and threads
  npm run keys -- list                      every key, never its secret
  npm run keys -- revoke <id>               refuse a key from now on
  npm run keys -- usage                     what the present windows have counted

Options of create, none of which can be changed later:
  --project <id>         the project of an assistant key; left out where docent.config.ts has one project
  --name <text>          where the key is used
  --expires <when>       a date (2027-01-31) or a number of days (90d); without it the key does not expire
  --address <range>      IP address or CIDR range that may use the key; may be repeated
  --origin <origin>      browser origin, such as https://app.example.com, that may use the key; may be repeated
  --groups <groups>      the groups of readers that an assistant key reads as, with commas, on a site with readers; without it,
                         what every signed-in reader may read
  --environment          store nothing; print an entry for DOCENT_KEYS, for a deployment without a database

The last line of create is the key and nothing else. It is shown once.`;

async function main([command, ...rest]: readonly string[]): Promise<void> {
  if (command === undefined || command === "help") return print(help);
  if (command === "create") return create(rest);
  if (command === "list") return list(rest);
  if (command === "revoke") return revoke(rest);
  if (command === "usage") return showUsage(rest);
  throw new UsageError(`There is no command "${command}".`);
}

async function create(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const kind = readKind(options.kind);
  const project = readProject(kind, options.project);
  const addresses = (options.address ?? []).map(readAddress);
  const origins = (options.origin ?? []).map(readOrigin);
  const groups = readGroups(kind, options.groups);
  const expiresAt = options.expires === undefined ? null : readExpiry(options.expires);
  if (options.environment)
    return createForEnvironment({ kind, project, groups, restricted: Boolean(addresses.length || origins.length || expiresAt) });
  const { kind: store } = await getStore();
  const name = options.name ?? "";
  const organisation = getConfig().organisation.id;
  const credential = await createKey({ kind, name, organisation, project, addresses, origins, groups, expiresAt });
  print(`Created ${describeKind(kind, project)}, id ${credential.id}, in the ${store} store. It is not shown again:`);
  print(toToken(credential));
}

function createForEnvironment({
  kind,
  project,
  groups,
  restricted,
}: {
  kind: KeyKind;
  project: string | null;
  groups: readonly string[];
  restricted: boolean;
}): void {
  if (restricted) throw new UsageError("A key of DOCENT_KEYS takes no --expires, --address or --origin; those need a database.");
  const credential = createCredential(kind);
  const entry = [
    toToken(credential).slice(0, 15),
    hashSecret(credential.secret),
    ...(project ? [project] : []),
    ...(groups.length > 0 ? [groups.join("+")] : []),
  ].join(":");
  print(`Nothing was stored. Add this entry to DOCENT_KEYS (separate entries with commas), then restart:\n${entry}`);
  print(`The key of ${describeKind(kind, project)} is not shown again:`);
  print(toToken(credential));
}

async function list(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  const keys = await listKeys();
  if (keys.length === 0) return print("There are no keys. Create one with: npm run keys -- create --kind assistant");
  const header = ["ID", "KIND", "PROJECT", "NAME", "STATE", "CREATED", "EXPIRES", "LAST USED", "RESTRICTED TO"];
  printTable([header, ...keys.map(toRow)]);
}

function toRow(key: Key): string[] {
  return [
    key.id,
    key.kind,
    key.project ?? "all",
    key.name || "-",
    stateOf(key),
    toDay(key.createdAt),
    key.expiresAt === null ? "never" : toDay(key.expiresAt),
    key.lastUsedAt === null ? "never" : toMinute(key.lastUsedAt),
    [...key.addresses, ...key.origins].join(" ") || "-",
  ];
}

function stateOf({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= Date.now() ? "expired" : "active";
}

async function revoke(args: readonly string[]): Promise<void> {
  const [id] = readOptions(args, { positionals: true }).positionals;
  if (!id) throw new UsageError("Say which key: npm run keys -- revoke <id>, with an id that list shows.");
  // A whole key pasted in is taken by its id; its secret goes no further.
  const bare = /^(?:dk|da)_([0-9A-Za-z]{12})/.exec(id)?.[1] ?? id;
  if (!(await revokeKey(bare))) throw new UsageError(`There is no key with the id ${bare}; list shows every id.`);
  print(`Revoked ${bare}. Every server refuses it within 5 seconds.`);
}

async function showUsage(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  const now = Date.now();
  const counts = (await listCounts()).filter(
    ({ bucket, ends_at, count }) => count > 0 && (ends_at > now || bucket.startsWith("key:")),
  );
  if (counts.length === 0) return print("Nothing has been counted in the present windows.");
  const names = new Map((await listKeys()).map(({ id, name }) => [id, name]));
  const rows = counts.map(({ bucket, count, quota, ends_at }) => {
    const [what = "", ...of] = bucket.split(":");
    return [what, of.join(":"), names.get(of.join(":")) || "-", String(count), String(quota), toMinute(ends_at)];
  });
  printTable([["WHAT", "OF", "NAME", "COUNT", "LIMIT", "WINDOW ENDS"], ...rows]);
}

function readOptions(args: readonly string[], { positionals = false } = {}) {
  const parsed = readArguments(args, {
    positionals,
    options: {
      kind: { type: "string" },
      project: { type: "string" },
      name: { type: "string" },
      expires: { type: "string" },
      address: { type: "string", multiple: true },
      origin: { type: "string", multiple: true },
      groups: { type: "string" },
      environment: { type: "boolean" },
    },
  });
  return { ...parsed.values, positionals: parsed.positionals };
}

function readKind(kind: string | undefined): KeyKind {
  if (kind === "assistant" || kind === "account") return kind;
  throw new UsageError(`--kind must be assistant or account${kind === undefined ? "" : `, not "${kind}"`}.`);
}

function readProject(kind: KeyKind, project: string | undefined): string | null {
  if (kind === "account") {
    if (project !== undefined) throw new UsageError("An account token is bound to the organisation; leave --project out.");
    return null;
  }
  const known = getConfig().projects.map(({ id }) => id);
  const [only, ...others] = known;
  if (project === undefined && only !== undefined && others.length === 0) return only;
  if (project !== undefined && known.includes(project)) return project;
  throw new UsageError(
    `--project must be one of: ${known.join(", ")}${project === undefined ? "" : `; there is no "${project}"`}.`,
  );
}

function readAddress(text: string): string {
  if (isRange(text)) return text;
  throw new UsageError(
    `--address "${text}" is not an IP address or CIDR range such as 203.0.113.7 or 2001:db8::/32; a range of all addresses is refused.`,
  );
}

function readGroups(kind: KeyKind, text: string | undefined): string[] {
  const groups = (text ?? "").split(",").flatMap((name) => name.trim() || []);
  if (groups.length > 0 && kind === "account") throw new UsageError("An account token reads everything; leave --groups out.");
  const known = Object.keys(getAccess()?.groups ?? {});
  for (const name of groups)
    if (!known.includes(name))
      throw new UsageError(
        known.length > 0
          ? `--groups must be among ${known.join(", ")}; access.groups of docent.config.ts has no "${name}".`
          : "--groups needs a site with readers: name the groups in access.groups of docent.config.ts.",
      );
  return groups;
}

function readOrigin(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "") && new URL(text).origin === text) return text;
  throw new UsageError(
    `--origin "${text}" must be an origin as browsers send it: protocol and host without a path, such as https://app.example.com.`,
  );
}

function readExpiry(text: string): number {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const time = days ? Date.now() + Number(days) * 86_400_000 : /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (time > Date.now()) return time;
  throw new UsageError(`--expires "${text}" must be a day in the future, such as 2027-01-31, or a number of days, such as 90d.`);
}

function describeKind(kind: KeyKind, project: string | null): string {
  return kind === "assistant" ? `an assistant key for project ${project}` : "an account token";
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function toMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

function print(text: string): void {
  console.log(text);
}

loadEnv();
try {
  await runCommand(help, main);
} finally {
  await closeStore();
}
