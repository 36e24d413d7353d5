import { getDatabase } from "../db/db.ts";
import { toStoredMessage } from "./stored-message.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_MESSAGES = 20_000;

/**
 * Questions of the last days whose answer cited nothing although something was looked up. Without a domain, of all sites.
 */
export async function listUnanswered(scope: { days: number; domain?: string | undefined }, now = Date.now()): Promise<string[]> {
  const database = await getDatabase();
  let query = database
    .selectFrom("messages")
    .innerJoin("threads", "threads.id", "messages.thread_id")
    .select(["thread_id", "messages.id", "role", "status", "text", "content"])
    .where("messages.created_at", ">=", now - scope.days * DAY_MS);
  if (scope.domain !== undefined) query = query.where("threads.domain", "=", scope.domain);
  const rows = await query.orderBy("messages.thread_id").orderBy("messages.position").limit(MAX_MESSAGES).execute();
  const messages = rows.map((row) => ({ thread: row.thread_id, message: toStoredMessage(row) }));
  return messages.flatMap(({ thread, message }, index) => {
    const next = messages[index + 1];
    return message.role === "user" && next?.thread === thread && next.message.answered === false ? [message.content] : [];
  });
}
