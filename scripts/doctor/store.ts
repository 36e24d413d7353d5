import { statfs } from "node:fs/promises";
import type { Environment } from "../../lib/config/config.ts";
import { chooseFolder, openStore } from "../../lib/db/db.ts";
import { askPart, type DoctorFinding } from "./finding.ts";

const SLOW_MS = 500;
const LITTLE_MB = 500;
const TOO_LITTLE_MB = 50;

/** Checks that the store opens as a server would open it, and answers. */
export async function checkStore(environment: Environment): Promise<DoctorFinding> {
  let counted = "";
  const finding = await askPart("store", SLOW_MS, async () => {
    const store = await openStore({ ...environment, databasePoolSize: 1 });
    try {
      const { keys } = await store.database
        .selectFrom("keys")
        .select(({ fn }) => fn.countAll<number>().as("keys"))
        .executeTakeFirstOrThrow();
      const fault = await store.fault();
      if (fault) throw new Error(`${store.kind}: ${fault}`);
      counted = store.kind;
      return `${store.kind}, keys: ${Number(keys) + environment.keys.length}`;
    } finally {
      await store.close();
    }
  });
  if (counted !== "ephemeral") return finding;
  return {
    ...finding,
    state: "note",
    says: `${finding.says}; nothing is kept, since the disk cannot be written. Set DATABASE_URL`,
  };
}

/** Checks that there is room where SQLite writes. */
export async function checkDisk(environment: Environment): Promise<DoctorFinding> {
  const name = "disk";
  try {
    const { folder } = chooseFolder(environment);
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / 1_000_000);
    const state = free < TOO_LITTLE_MB ? "fails" : free < LITTLE_MB ? "note" : "ok";
    return { name, state, says: `${free} MB free in ${folder}` };
  } catch (cause) {
    return { name, state: "fails", says: (cause as Error).message };
  }
}
