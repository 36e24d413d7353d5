import { sql, type Transaction } from "kysely";
import { getDatabase, type StoreTables } from "../../db/db.ts";
import type { ReaderQuestion } from "../wire/conversation.ts";
import { type StoredMessage, storedBounds, toColumns, toStoredQuestion } from "./stored-message.ts";
import type { Thread } from "./threads.ts";

/** A question in the store. One that is sent again under its id is new, so that an earlier answer does not belong to it. */
export interface SavedQuestion {
  readonly id: string;
  readonly savedAt: number;
}

/**
 * Stores the question of an accepted request at the end of its thread. One whose id the thread has takes the place of that
 * question, and of all that followed it.
 */
export async function saveQuestion(thread: Thread, question: ReaderQuestion, now = Date.now()): Promise<SavedQuestion> {
  const database = await getDatabase();
  return database.transaction().execute(async (transaction) => {
    // First the thread's own row: it makes those wait who write to the same thread, so positions stay unique.
    await transaction
      .insertInto("threads")
      .values({ id: thread.threadId, domain: thread.domain, fp: thread.fp, created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ updated_at: now }))
      .execute();
    const earlier = await findMessage(transaction, thread, question.id);
    if (earlier?.role === "user") await deleteFrom(transaction, thread, earlier.position);
    // A client may name its question as the service has named an answer.
    const id = earlier?.role === "assistant" ? crypto.randomUUID() : question.id;
    const position = await nextPosition(transaction, thread);
    await insert(transaction, thread, { message: toStoredQuestion({ ...question, id }, now), position, now });
    await keepWithinBounds(transaction, thread);
    return { id, savedAt: now };
  });
}

/**
 * Stores the answer to a question in the place after it. Where the question was sent again, or is gone with its thread,
 * nothing is stored.
 */
export async function saveAnswer(
  thread: Thread,
  question: SavedQuestion,
  answer: StoredMessage,
  now = Date.now(),
): Promise<void> {
  const database = await getDatabase();
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable("threads").set({ updated_at: now }).where("id", "=", thread.threadId).execute();
    const asked = await findMessage(transaction, thread, question.id);
    if (asked?.role !== "user" || asked.created_at !== question.savedAt) return;
    const position = asked.position + 1;
    await deleteAt(transaction, thread, position);
    await insert(transaction, thread, { message: answer, position, now });
    await keepWithinBounds(transaction, thread);
  });
}

type Write = Transaction<StoreTables>;

function findMessage(transaction: Write, { threadId }: Thread, id: string) {
  return transaction
    .selectFrom("messages")
    .select(["position", "role", "created_at"])
    .where("thread_id", "=", threadId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns the next free position; after a question without an answer, that of its answer stays free. */
async function nextPosition(transaction: Write, { threadId }: Thread): Promise<number> {
  const last = await transaction
    .selectFrom("messages")
    .select(["position", "role"])
    .where("thread_id", "=", threadId)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return 0;
  return last.position + (last.role === "user" ? 2 : 1);
}

async function insert(
  transaction: Write,
  { threadId }: Thread,
  { message, position, now }: { message: StoredMessage; position: number; now: number },
): Promise<void> {
  const row = { thread_id: threadId, id: message.id, position, role: message.role, ...toColumns(message), created_at: now };
  await transaction.insertInto("messages").values(row).execute();
}

async function deleteFrom(transaction: Write, { threadId }: Thread, position: number): Promise<void> {
  await transaction.deleteFrom("messages").where("thread_id", "=", threadId).where("position", ">=", position).execute();
}

async function deleteAt(transaction: Write, { threadId }: Thread, position: number): Promise<void> {
  await transaction.deleteFrom("messages").where("thread_id", "=", threadId).where("position", "=", position).execute();
}

const storedBytes = sql<number>`octet_length(content) + coalesce(octet_length(text), 0)`;

/** Deletes the oldest messages of a thread that has grown over its bounds. */
async function keepWithinBounds(transaction: Write, { threadId }: Thread): Promise<void> {
  const rows = await transaction
    .selectFrom("messages")
    .select(["position", storedBytes.as("bytes")])
    .where("thread_id", "=", threadId)
    .orderBy("position", "desc")
    .execute();
  let [messages, bytes] = [0, 0];
  const over = rows.find((row) => {
    messages += 1;
    bytes += row.bytes;
    return messages > storedBounds.threadMessages || bytes > storedBounds.threadBytes;
  });
  if (!over) return;
  await transaction.deleteFrom("messages").where("thread_id", "=", threadId).where("position", "<=", over.position).execute();
}
