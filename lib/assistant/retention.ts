import { getConfig } from "../config/config.ts";
import { getStore, type Store } from "../db/db.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { takeTurn } from "../turns.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const CLEAN_EVERY_MS = 60 * 60 * 1_000;
/** Threads that one statement deletes: others write between two of them. */
const BATCH = 200;

const cleaned = perProcess("threads-cleaned", () => ({ at: 0 }));

/** Deletes old threads once an hour. For work that goes on after an answer: it never rejects. */
export async function cleanThreadsSometimes(now = Date.now()): Promise<void> {
  if (now - cleaned.get().at < CLEAN_EVERY_MS) return;
  cleaned.get().at = now;
  try {
    await deleteOldThreads(now);
  } catch (cause) {
    log("warn", "old threads could not be deleted; they are tried again in an hour", toLogFields(cause));
  }
}

/** Deletes threads that nobody has used for longer than the configuration keeps them. */
export async function deleteOldThreads(now = Date.now()): Promise<void> {
  const before = now - getConfig().assistant.retentionDays * DAY_MS;
  const store = await getStore();
  while ((await deleteSome(store, before)) === BATCH) await takeTurn();
}

async function deleteSome({ database }: Store, before: number): Promise<number> {
  const old = database.selectFrom("threads").select("id").where("updated_at", "<", before).limit(BATCH);
  const { numDeletedRows } = await database.deleteFrom("threads").where("id", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}
