import type { Kysely } from "kysely";
import { getDatabase } from "../db/db.ts";
import { isDiskFull } from "../db/failure.ts";
import type { Schema } from "../db/schema.ts";
import { saveEngines } from "../search/engines.ts";
import { findNewestGeneration, type Generation, packSnapshot, publishGeneration } from "../site/generations.ts";
import { type LiveSite, runExclusive, serve } from "../site/live.ts";
import { noteProblem } from "../site/problems.ts";
import type { PreparedSite } from "./pipeline.ts";
import { UpdateError } from "./update-error.ts";

interface Publication {
  /** The newest generation of this build before anything was read for the new one. */
  readonly newest: Generation | undefined;
  /** Writes what goes with the generation into the same transaction; nothing is saved when it says no. */
  readonly confirm?: (transaction: Kysely<Schema>, number: number) => Promise<boolean>;
  /** Called as soon as the generation is saved, before it is served. */
  readonly onSaved: (number: number) => void;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Saves a new state and serves it here. `superseded` when another process has published since the reading began: what was read
 * may be older than that, so it has to be read again. `refused` when `confirm` said no. Nothing is saved in either case.
 */
export async function publishSite(
  live: LiveSite,
  { site, files, etag }: PreparedSite,
  { newest, confirm, onSaved, log, signal }: Publication,
): Promise<"published" | "superseded" | "refused"> {
  const { project, buildHash } = live;
  const line = { domain: project.domain, buildHash };
  log(`3/4 Preparing the search of ${site.passages.length} passages.`);
  const snapshot = await packSnapshot({ files, engines: await saveEngines(site), etag });
  signal.throwIfAborted();
  log("4/4 Saving.");
  const database = await getDatabase();
  return runExclusive(async () => {
    let isSuperseded = false;
    const generation = { ...line, siteHash: site.hash, snapshot, now: Date.now() };
    const number = await publishGeneration(database, generation, async (transaction, saved) => {
      isSuperseded = (await findNewestGeneration(transaction, line, saved))?.number !== newest?.number;
      return !isSuperseded && (confirm === undefined || (await confirm(transaction, saved)));
    }).catch(explainStore);
    if (number === undefined) return isSuperseded ? "superseded" : "refused";
    noteProblem(project, "publishing", undefined);
    onSaved(number);
    await serve(project, { site, number, etag, descriptions: files });
    return "published";
  });
}

function explainStore(cause: unknown): never {
  if (isDiskFull(cause)) throw new UpdateError("The new state could not be saved: the store's disk is full.", { cause });
  throw cause;
}
