import { chmodSync, copyFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getEnvironment } from "../lib/config/config.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `npm run backup -- FOLDER

Copies what the site has stored into a new folder, also while servers run: docent.db with keys, conversations and insights, and the
secret that signs sessions. To restore it, stop the server and put both files into the data folder.

A Postgres database has its own tools, such as pg_dump.`;

const FILES = { database: "docent.db", secret: "site-secret" } as const;
const WAIT_MS = 10_000;

loadEnv();
await runCommand(help, (args) => {
  const [folder, extra] = readArguments(args, { options: {}, positionals: true }).positionals;
  if (folder === undefined || extra !== undefined) throw new UsageError("Name one folder: npm run backup -- FOLDER.");
  const { dataDir, databaseUrl } = getEnvironment();
  if (databaseUrl) throw new UsageError("The store is a Postgres database: back it up with pg_dump, or as its host says.");
  const from = path.join(dataDir, FILES.database);
  if (!existsSync(from))
    throw new UsageError(`There is no ${from}: nothing has been stored, or DOCENT_DATA_DIR is another folder.`);
  const into = path.join(folder, FILES.database);
  if (existsSync(into)) throw new UsageError(`${into} exists already; name another folder.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyDatabase(from, into);
  const secret = path.join(dataDir, FILES.secret);
  if (existsSync(secret)) copyFileSync(secret, path.join(folder, FILES.secret));
  for (const name of Object.values(FILES)) if (existsSync(path.join(folder, name))) chmodSync(path.join(folder, name), 0o600);
  console.log(`${folder} has a copy of ${dataDir}. It holds keys and conversations: keep it private.`);
});

/** Writes one state of a database into a new file, as of a moment between two writes of others. */
function copyDatabase(from: string, into: string): void {
  const database = new DatabaseSync(from, { timeout: WAIT_MS });
  try {
    database.prepare("vacuum into ?").run(into);
  } finally {
    database.close();
  }
}
