import { getEnvironment } from "../lib/config/config.ts";
import { openStore } from "../lib/db/db.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `Brings the tables of the database in DATABASE_URL up to date.

  npm run migrate                  now
  npm run migrate -- --if-needed   the same; without DATABASE_URL it does nothing, which suits a build

Servers do this themselves when they start. On Vercel, functions do not: there it runs before each build.`;

async function main(args: readonly string[]): Promise<void> {
  const { "if-needed": ifNeeded } = readArguments(args, { options: { "if-needed": { type: "boolean" } } }).values;
  const environment = getEnvironment();
  if (!environment.databaseUrl) {
    if (ifNeeded) return console.log("There is no DATABASE_URL; nothing to migrate.");
    throw new UsageError("DATABASE_URL is missing; name the Postgres database. An SQLite file is migrated when it is opened.");
  }
  const store = await openStore({ ...environment, databasePoolSize: 1, onVercel: false });
  await store.close();
  console.log("The tables of the database are up to date.");
}

loadEnv();
await runCommand(help, main);
