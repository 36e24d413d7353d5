import { getCounters } from "../db/client.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const BUCKET = "assistant-tokens";

/** Whether the tokens of this UTC day reach the budget. Counted in the store, so by all instances together. */
export async function isBudgetSpent(budget: number, now = Date.now()): Promise<boolean> {
  const counters = await getCounters();
  const row = await counters
    .selectFrom("counters")
    .select("count")
    .where("bucket", "=", BUCKET)
    .where("ends_at", "=", endOfDay(now))
    .executeTakeFirst();
  return (row?.count ?? 0) >= budget;
}

/** Adds what an answer used. */
export async function spendTokens(tokens: number, budget: number, now = Date.now()): Promise<void> {
  if (tokens <= 0) return;
  const counters = await getCounters();
  await counters
    .insertInto("counters")
    .values({ bucket: BUCKET, ends_at: endOfDay(now), count: tokens, quota: budget })
    .onConflict((conflict) =>
      conflict.columns(["bucket", "ends_at"]).doUpdateSet((row) => ({
        count: row("counters.count", "+", tokens),
        quota: budget,
      })),
    )
    .execute();
}

const endOfDay = (now: number) => (Math.floor(now / DAY_MS) + 1) * DAY_MS;
