import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

/**
 * Postgres charges counters in one round trip: a transaction of several would hold the rows that all requests share while
 * it waits for the network and for this process. `synchronous_commit` is off for these alone, so that the rows are not held
 * while the disk is written: a crash of the database server may lose the last counts, as a power cut does on SQLite.
 */
export const chargeFunction: Migration = {
  name: "005-charge-function",
  up: async (database, dialect) => {
    if (dialect !== "postgres") return;
    await sql`
      create function charge_counters(buckets text[], ends bigint[], quotas integer[])
      returns table (charged_bucket text, charged_count integer, charged boolean)
      language plpgsql as $$
      declare
        room boolean;
      begin
        perform set_config('synchronous_commit', 'off', true);
        insert into counters (bucket, ends_at, count, quota)
          select b, e, 0, q from unnest(buckets, ends, quotas) as asked (b, e, q)
          where not exists (select from counters where bucket = b and ends_at = e)
          order by b collate "C"
          on conflict do nothing;
        -- In one order for every request, so that no two wait for each other.
        perform from counters join unnest(buckets, ends) as asked (b, e) on bucket = b and ends_at = e
          order by bucket collate "C" for update of counters;
        select bool_and(count < q) into room
          from counters join unnest(buckets, ends, quotas) as asked (b, e, q) on bucket = b and ends_at = e;
        if room then
          return query update counters set count = count + 1, quota = q
            from unnest(buckets, ends, quotas) as asked (b, e, q) where bucket = b and ends_at = e
            returning bucket, count, true;
        else
          return query select bucket, count, false
            from counters join unnest(buckets, ends) as asked (b, e) on bucket = b and ends_at = e;
        end if;
      end $$`.execute(database);
  },
};
