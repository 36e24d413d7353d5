import { randomBytes } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { isDiskFull } from "./failure.ts";
import type { Schema } from "./schema.ts";

const RESERVE_BYTES = 4 * 1024 * 1024;
const STEP_BYTES = 256 * 1024;
/** Less room than this, and the next answers may not be stored. */
const FULL_BYTES = 1024 * 1024;
/** Room that the reserve leaves to the next writes: both logs of writes, and answers in them. */
const ROOM_BYTES = 3 * 1024 * 1024;

/**
 * Room on the disk that is kept for deletions: SQLite writes them down before it applies them, so on a full disk nothing
 * could be deleted. It is a file that is removed when it is needed.
 */
export class Reserve {
  readonly #folder: string;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Fills the file, as far as there is room beside that for the next writes. */
  async keep(): Promise<void> {
    this.#bytes = 0;
    const file = await open(this.#file, "w", 0o600).catch(() => undefined);
    try {
      while (file && this.#bytes < RESERVE_BYTES && (await this.#freeBytes()) >= ROOM_BYTES + STEP_BYTES) {
        // Random, since some file systems store zeros in no room at all.
        await file.writeFile(randomBytes(STEP_BYTES));
        this.#bytes += STEP_BYTES;
      }
    } catch {
      // Full. A smaller reserve is enough for most deletions.
    } finally {
      await file?.close();
    }
  }

  /** Fills the file again where it could not be filled before. */
  async refill(): Promise<void> {
    if (this.#bytes < RESERVE_BYTES) await this.keep();
  }

  /** Removes the file. */
  async release(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Returns true where the disk has less than 1 MB left. */
  async isDiskFull(): Promise<boolean> {
    return (await this.#freeBytes()) < FULL_BYTES;
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize;
  }

  get #file(): string {
    return path.join(this.#folder, "reserve");
  }
}

/** A store that rows are deleted from: its database, and the file of its counters. */
interface Deletable {
  readonly database: Kysely<Schema>;
  readonly counters: Kysely<Schema>;
  readonly reserve?: Reserve | undefined;
}

/**
 * Runs a deletion; on a full disk in the room that is kept for it. What it frees can be written again at once, in both files of
 * the store.
 */
export async function deleteRows<T>(store: Deletable, deletion: () => Promise<T>): Promise<T> {
  const { reserve } = store;
  if (!reserve) return deletion();
  const done = await deletion().then(
    (result) => ({ result }),
    (thrown: unknown) => {
      if (!isDiskFull(thrown)) throw thrown;
      return undefined;
    },
  );
  if (done && !(await reserve.isDiskFull())) {
    await reserve.refill();
    return done.result;
  }
  await reserve.release();
  try {
    const { result } = done ?? { result: await deletion() };
    await emptyLogs(store);
    return result;
  } finally {
    await reserve.keep();
  }
}

/** Brings what is written into the files, and gives the room of the logs of writes back. Where another process reads, they stay. */
async function emptyLogs({ database, counters }: Deletable): Promise<void> {
  for (const file of [database, counters]) await sql`pragma wal_checkpoint(truncate)`.execute(file);
}
