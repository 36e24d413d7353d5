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

/**
 * Room on the disk that is kept for deletions: SQLite writes them down before it applies them, so on a full disk nothing
 * could be deleted. It is a file that is removed when it is needed.
 */
export class Reserve {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Fills the file, as far as there is room. */
  async keep(): Promise<void> {
    const file = await open(this.#file, "w", 0o600).catch(() => undefined);
    try {
      // Random, since some file systems store zeros in no room at all.
      for (let kept = 0; kept < RESERVE_BYTES; kept += STEP_BYTES) await file?.writeFile(randomBytes(STEP_BYTES));
    } catch {
      // Full. A smaller reserve is enough for most deletions.
    } finally {
      await file?.close();
    }
  }

  /** Removes the file. */
  async release(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Returns true where the disk has less than 1 MB left. */
  async isDiskFull(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#folder);
    return bavail * bsize < FULL_BYTES;
  }

  get #file(): string {
    return path.join(this.#folder, "reserve");
  }
}

/** A store that rows are deleted from. */
interface Deletable {
  readonly database: Kysely<Schema>;
  readonly reserve?: Reserve | undefined;
}

/** Runs a deletion; on a full disk once more, in the room that is kept for it. What it frees can be written again. */
export async function deleteRows<T>({ database, reserve }: Deletable, deletion: () => Promise<T>): Promise<T> {
  try {
    return await deletion();
  } catch (thrown) {
    if (!reserve || !isDiskFull(thrown)) throw thrown;
  }
  await reserve.release();
  try {
    const result = await deletion();
    // Brings the deletion into the file, so that the log of writes begins from its start, in room that it has.
    await sql`pragma wal_checkpoint(restart)`.execute(database);
    return result;
  } finally {
    await reserve.keep();
  }
}
