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
    const isNew = await touchThread(transaction, thread, now);
    const { named, last } = isNew ? NOTHING : await findMessages(transaction, thread, question.id);
    if (named?.role === "user") await deleteFrom(transaction, thread, named.position);
    // A client may name its question as the service has named an answer.
    const id = named?.role === "assistant" ? crypto.randomUUID() : question.id;
    const position = named?.role === "user" ? named.position : behind(last);
    await insert(transaction, thread, { message: toStoredQuestion({ ...question, id }, now), position, now });
    if (position >= SMALL_THREAD) await keepWithinBounds(transaction, thread);
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
    const { named: asked, last } = await findMessages(transaction, thread, question.id);
    if (!last || asked?.role !== "user" || asked.created_at !== question.savedAt) return;
    const position = asked.position + 1;
    if (last.position >= position) await deleteAt(transaction, thread, position);
    await insert(transaction, thread, { message: answer, position, now });
    if (Math.max(position, last.position) >= SMALL_THREAD) await keepWithinBounds(transaction, thread);
  });
}

type Write = Transaction<StoreTables>;

/**
 * Notes that a thread is used, and returns true where it is new. First of all statements: it makes those wait who write to the same
 * thread, so positions stay unique.
 */
async function touchThread(transaction: Write, { threadId, domain, fp }: Thread, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("threads")
    .values({ id: threadId, domain, fp, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return true;
  await transaction.updateTable("threads").set({ updated_at: now }).where("id", "=", threadId).execute();
  return false;
}

/** The place of a message in its thread. */
type Placed = Pick<StoreTables["messages"], "id" | "position" | "role" | "created_at">;

interface FoundMessages {
  /** The message of the id that was asked for. */
  readonly named: Placed | undefined;
  /** The last message of the thread. */
  readonly last: Placed | undefined;
}

const NOTHING: FoundMessages = { named: undefined, last: undefined };

async function findMessages(transaction: Write, { threadId }: Thread, id: string): Promise<FoundMessages> {
  const messages = transaction.selectFrom("messages").where("thread_id", "=", threadId);
  const rows = await messages
    .select(["id", "position", "role", "created_at"])
    .where(({ eb, or }) =>
      or([
        eb("id", "=", id),
        eb(
          "position",
          "=",
          messages.select(({ fn }) => fn.max("position").as("position")),
        ),
      ]),
    )
    .orderBy("position")
    .execute();
  return { named: rows.find((row) => row.id === id), last: rows.at(-1) };
}

/** Returns the position behind the last message; behind a question without an answer, that of its answer stays free. */
function behind(last: Placed | undefined): number {
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

/** A thread whose last message is before this position is within its bounds, whatever the messages are. */
const SMALL_THREAD = Math.floor(storedBounds.threadBytes / (2 * storedBounds.textBytes));

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
