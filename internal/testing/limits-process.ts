import { openPostgres, openSqlite, replaceStore } from "../../lib/db/db.ts";
import { type Bucket, consume } from "../../lib/limits/limits.ts";

/*
 * One of several processes that charge the same buckets: node internal/testing/limits-process.ts '{"calls", "now", "buckets", "store"}'.
 * Prints how many calls were admitted.
 */
interface Work {
  readonly calls: number;
  readonly now: number;
  readonly buckets: readonly Bucket[];
  readonly store: { readonly folder: string } | { readonly url: string };
}

const { calls, now, buckets, store } = JSON.parse(process.argv[2] ?? "{}") as Work;
const opened = await ("folder" in store ? openSqlite(store) : openPostgres(store));
replaceStore(opened);
let admitted = 0;
const charging = Array.from({ length: 10 }, async (_, lane) => {
  for (let call = lane; call < calls; call += 10) {
    const { full } = await consume(call % 2 ? buckets : [...buckets].reverse(), now);
    if (full.length === 0) admitted += 1;
  }
});
await Promise.all(charging);
await opened.close();
process.stdout.write(`${admitted}\n`);
