import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

/**
 * Charges the counters of several requests by one statement, each row so many times, as `005-charge-function` does for one request.
 * That one stays for instances of the release before, which run beside this one while a new one is rolled out.
 */
export const chargeBatch: Migration = {
  name: "009-charge-batch",
  up: async (database, dialect) => {
    if (dialect !== "postgres") return;
    await sql`
      create function charge_counters(buckets text[], ends bigint[], quotas integer[], times integer[])
      returns table (charged_bucket text, charged_count integer, charged boolean)
      language plpgsql as $$
      declare
        room boolean;
      begin
        perform set_config('synchronous_commit', 'off', true);
        insert into counters (bucket, ends_at, count, quota)
          select b, e, 0, q from unnest(buckets, ends, quotas) as asked (b, e, q)
          where not exists (select from counters where bucket = b and ends_at = e)
          order by b collate "C", e
          on conflict do nothing;
        -- In one order for every batch, so that no two wait for each other.
        perform from counters join unnest(buckets, ends) as asked (b, e) on bucket = b and ends_at = e
          order by bucket collate "C", ends_at for update of counters;
        select bool_and(count + t <= q) into room
          from counters join unnest(buckets, ends, quotas, times) as asked (b, e, q, t) on bucket = b and ends_at = e;
        if room then
          return query update counters set count = count + t, quota = q
            from unnest(buckets, ends, quotas, times) as asked (b, e, q, t) where bucket = b and ends_at = e
            returning bucket, count, true;
        else
          return query select bucket, count, false
            from counters join unnest(buckets, ends) as asked (b, e) on bucket = b and ends_at = e;
        end if;
      end $$`.execute(database);
  },
};
