import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import { getConfig } from "../../config/config.ts";
import { getDatabase, getStore, isCleaningDue, type Store, type StoreTables } from "../../db/db.ts";
import { getSecret } from "../../db/secret.ts";
import { log, toLogFields } from "../../log.ts";
import { ServiceError } from "../../service-error.ts";
import { takeTurn } from "../../turns.ts";
import { StoredMessage, toStoredMessage } from "./stored-message.ts";

/** A conversation with its history. */
export interface Thread extends ThreadOwner {
  readonly threadId: string;
}

const MESSAGES_PER_PAGE = 100;
const THREADS_PER_PAGE = 50;

/**
 * Opens the thread that a request names, or a new one. An ephemeral store accepts what the id proves; any other
 * must know the thread.
 */
export async function openThread(owner: ThreadOwner, threadId: string | undefined): Promise<Thread> {
  if (threadId === undefined) return { ...owner, threadId: createThreadId(owner) };
  if (!isThreadOf(threadId, owner)) throw noThread();
  const { kind, database } = await getStore();
  if (kind !== "ephemeral" && !(await findOwner(database, threadId))) throw noThread();
  return { ...owner, threadId };
}

/** One page of something, and the cursor of the next; null at the end. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface ThreadSummary {
  readonly threadId: string;
  readonly fp: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messageCount: number;
}

/** The threads of a site: all of them, or those of one reader, or those used since a time in milliseconds since 1970. */
interface ThreadScope {
  readonly domain: string;
  readonly fp?: string | undefined;
  readonly since?: number | undefined;
}

/** Returns threads, the one that was used last first. @throws ServiceError `invalid_request` for a bad cursor. */
export async function listThreads({ domain, fp, since }: ThreadScope, cursor?: string): Promise<Paged<ThreadSummary>> {
  const database = await getDatabase();
  const from = cursor === undefined ? undefined : readCursor(cursor, ThreadCursor);
  let query = database
    .selectFrom("threads")
    .leftJoin("messages", "messages.thread_id", "threads.id")
    .select(({ fn }) => [
      "threads.id",
      "threads.fp",
      "threads.created_at",
      "threads.updated_at",
      fn.count<number>("messages.id").as("messages"),
    ])
    .where("threads.domain", "=", domain)
    .groupBy(["threads.id", "threads.fp", "threads.created_at", "threads.updated_at"]);
  if (fp !== undefined) query = query.where("threads.fp", "=", fp);
  if (since !== undefined) query = query.where("threads.updated_at", ">=", since);
  if (from) {
    const [time, id] = from;
    query = query.where(({ eb, and, or }) =>
      or([eb("threads.updated_at", "<", time), and([eb("threads.updated_at", "=", time), eb("threads.id", ">", id)])]),
    );
  }
  const rows = await query
    .orderBy("threads.updated_at", "desc")
    .orderBy("threads.id")
    .limit(THREADS_PER_PAGE + 1)
    .execute();
  const last = rows.length > THREADS_PER_PAGE ? rows[THREADS_PER_PAGE - 1] : undefined;
  return {
    items: rows.slice(0, THREADS_PER_PAGE).map((row) => ({
      threadId: row.id,
      fp: row.fp,
      createdAt: new Date(row.created_at).toISOString(),
      updatedAt: new Date(row.updated_at).toISOString(),
      messageCount: Number(row.messages),
    })),
    nextCursor: last ? writeCursor([last.updated_at, last.id]) : null,
  };
}

export interface ThreadPage extends Paged<StoredMessage> {
  readonly threadId: string;
  readonly fp: string;
}

/** Returns the messages of a thread, oldest first. @throws ServiceError `not_found`, or `invalid_request` for a bad cursor. */
export async function readThread(domain: string, threadId: string, cursor?: string): Promise<ThreadPage> {
  const database = await getDatabase();
  const owner = await requireOwner(database, domain, threadId);
  const from = cursor === undefined ? -1 : readCursor(cursor, MessageCursor);
  const rows = await database
    .selectFrom("messages")
    .select(["position", "id", "role", "status", "text", "content"])
    .where("thread_id", "=", threadId)
    .where("position", ">", from)
    .orderBy("position")
    .limit(MESSAGES_PER_PAGE + 1)
    .execute();
  const page = rows.slice(0, MESSAGES_PER_PAGE);
  return {
    threadId,
    fp: owner.fp,
    items: page.map(toStoredMessage),
    nextCursor: rows.length > page.length ? writeCursor(page.at(-1)?.position) : null,
  };
}

/** A thread with all that is stored of it. */
export interface WholeThread extends ThreadSummary {
  readonly messages: readonly StoredMessage[];
  readonly ratings: readonly Rating[];
}

/** Bytes of messages from which on a page of whole threads ends. One thread has at most twice 2 MB: its texts are also parts. */
const WHOLE_PAGE_BYTES = 4 * 1024 * 1024;

/**
 * Returns threads with their messages and ratings, the one that was used last first: fewer a page where they are long. One that is deleted
 * meanwhile is left out. @throws ServiceError `invalid_request` for a bad cursor.
 */
export async function listWholeThreads(scope: ThreadScope, cursor?: string): Promise<Paged<WholeThread>> {
  const { items, nextCursor } = await listThreads(scope, cursor);
  const whole: WholeThread[] = [];
  let bytes = 0;
  for (const thread of items) {
    const messages = await readMessages(scope.domain, thread.threadId);
    if (!messages) continue;
    whole.push({ ...thread, messages, ratings: await listRatings(thread.threadId) });
    for (const { content, parts } of messages) bytes += Buffer.byteLength(content) + JSON.stringify(parts).length;
    if (bytes >= WHOLE_PAGE_BYTES && thread !== items.at(-1))
      return { items: whole, nextCursor: writeCursor([Date.parse(thread.updatedAt), thread.threadId]) };
  }
  return { items: whole, nextCursor };
}

/** Returns all messages of a thread, of which there are at most 1,000; undefined for one that is gone. */
async function readMessages(domain: string, threadId: string): Promise<StoredMessage[] | undefined> {
  try {
    const messages: StoredMessage[] = [];
    for (let cursor: string | undefined; ; ) {
      const { items, nextCursor } = await readThread(domain, threadId, cursor);
      messages.push(...items);
      if (nextCursor === null) return messages;
      cursor = nextCursor;
    }
  } catch (cause) {
    if (cause instanceof ServiceError && cause.code === "not_found") return undefined;
    throw cause;
  }
}

/** Deletes a thread with its messages and feedback, and its questions in the insights. @throws ServiceError `not_found`. */
export async function deleteThread(domain: string, threadId: string): Promise<void> {
  const database = await getDatabase();
  const ids = database.selectFrom("threads").select("id").where("id", "=", threadId).where("domain", "=", domain);
  await database.deleteFrom("insight_texts").where("thread_id", "in", ids).execute();
  const deletion = database.deleteFrom("threads").where("id", "=", threadId).where("domain", "=", domain);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  if (numDeletedRows === 0n) throw noThread();
}

/** Deletes all that is stored of one reader, questions in the insights included; nothing stored is not a fault. */
export async function deleteThreadsOf({ domain, fp }: ThreadOwner): Promise<void> {
  const database = await getDatabase();
  const ids = database.selectFrom("threads").select("id").where("domain", "=", domain).where("fp", "=", fp);
  await database.deleteFrom("insight_texts").where("thread_id", "in", ids).execute();
  await database.deleteFrom("threads").where("domain", "=", domain).where("fp", "=", fp).execute();
}

export interface Feedback {
  readonly threadId: string;
  readonly messageId: string;
  readonly rating: "up" | "down";
  readonly reason?: string | undefined;
}

/**
 * Stores what a reader thinks of an answer; a second opinion replaces the first. `fp` is given where the caller may only
 * speak for one reader. @throws ServiceError `not_found`.
 */
export async function saveFeedback(
  owner: { domain: string; fp: string | undefined },
  feedback: Feedback,
  now = Date.now(),
): Promise<void> {
  const { threadId, messageId, rating, reason = null } = feedback;
  const database = await getDatabase();
  const { fp } = await requireOwner(database, owner.domain, threadId);
  if (owner.fp !== undefined && owner.fp !== fp) throw noThread();
  const message = await database
    .selectFrom("messages")
    .select("role")
    .where("thread_id", "=", threadId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (message?.role !== "assistant") throw noAnswer();
  await database
    .insertInto("feedback")
    .values({ thread_id: threadId, message_id: messageId, rating, reason, created_at: now })
    .onConflict((conflict) => conflict.columns(["thread_id", "message_id"]).doUpdateSet({ rating, reason, created_at: now }))
    .execute();
}

/** A question, and what its answer cites. */
export interface Answered {
  readonly question: string;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly sources: readonly { readonly title: string; readonly url: string }[];
}

/**
 * Returns the question that an answer of a thread is for, and the sources of the answer. `fp` is given where the caller may only speak
 * for one reader. @throws ServiceError `not_found`.
 */
export async function readAnswered(
  owner: { domain: string; fp: string | undefined },
  { threadId, messageId }: { threadId: string; messageId: string },
): Promise<Answered> {
  const database = await getDatabase();
  const { fp } = await requireOwner(database, owner.domain, threadId);
  if (owner.fp !== undefined && owner.fp !== fp) throw noThread();
  const messages = database
    .selectFrom("messages")
    .select(["position", "id", "role", "status", "text", "content"])
    .where("thread_id", "=", threadId);
  const answer = await messages.where("id", "=", messageId).where("role", "=", "assistant").executeTakeFirst();
  const question =
    answer &&
    (await messages
      .where("role", "=", "user")
      .where("position", "<", answer.position)
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst());
  if (!answer || !question) throw noAnswer();
  const { content, createdAt } = toStoredMessage(question);
  return { question: content, askedAt: createdAt, sources: toStoredMessage(answer).parts.flatMap(toSource) };
}

const StoredSource = z.object({ type: z.literal("source"), source: z.object({ url: z.string(), title: z.string() }) });

function toSource(part: unknown): Answered["sources"][number][] {
  const { data } = StoredSource.safeParse(part);
  return data ? [{ title: data.source.title, url: data.source.url }] : [];
}

/** A reader's opinion of an answer. */
export interface Rating {
  readonly messageId: string;
  readonly rating: string;
  readonly reason: string | null;
}

/** Lists the ratings of a thread's answers. */
export async function listRatings(threadId: string): Promise<Rating[]> {
  const ratings = (await getDatabase()).selectFrom("feedback").where("thread_id", "=", threadId);
  return ratings.select(["message_id as messageId", "rating", "reason"]).orderBy("created_at").execute();
}

function findOwner(database: Kysely<StoreTables>, threadId: string): Promise<ThreadOwner | undefined> {
  return database.selectFrom("threads").select(["domain", "fp"]).where("id", "=", threadId).executeTakeFirst();
}

async function requireOwner(database: Kysely<StoreTables>, domain: string, threadId: string): Promise<ThreadOwner> {
  const owner = await findOwner(database, threadId);
  if (owner?.domain !== domain) throw noThread();
  return owner;
}

function noThread(): ServiceError {
  return new ServiceError("not_found", "There is no such thread; leave threadId out to begin a new one.");
}

function noAnswer(): ServiceError {
  return new ServiceError("not_found", "The thread has no answer with this messageId; take the id of the answer's message.");
}

/** A database refuses numbers that its column cannot hold. */
const ThreadCursor = z.tuple([z.int().min(0), z.string()]);
const MessageCursor = z.int32().min(0);

function writeCursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function readCursor<T>(cursor: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch (cause) {
    throw new ServiceError("invalid_request", "cursor: is not one that this service gave out; start without it.", {
      errors: [{ path: "cursor", message: "is not one that this service gave out; start without it" }],
      cause,
    });
  }
}

/** Whom a thread belongs to. */
export interface ThreadOwner {
  readonly domain: string;
  readonly fp: string;
}

const RANDOM_BYTES = 16;
const MAC_BYTES = 16;
const FORM = /^th_([\w-]{22})([\w-]{22})$/;

/** Creates the id of a new thread: `th_`, 128 random bits, and a proof that it was given to this owner. */
export function createThreadId(owner: ThreadOwner): string {
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  return `th_${random}${prove(random, owner).toString("base64url")}`;
}

/** Returns true for an id that this deployment gave to this owner. */
export function isThreadOf(threadId: string, owner: ThreadOwner): boolean {
  const [, random, mac] = FORM.exec(threadId) ?? [];
  if (random === undefined || mac === undefined) return false;
  const given = Buffer.from(mac, "base64url");
  return given.length === MAC_BYTES && timingSafeEqual(given, prove(random, owner));
}

function prove(random: string, { domain, fp }: ThreadOwner): Buffer {
  return createHmac("sha256", getSecret("docent-thread"))
    .update(JSON.stringify([random, domain, fp]))
    .digest()
    .subarray(0, MAC_BYTES);
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_MESSAGES = 20_000;

/**
 * Questions of the last days whose answer cited nothing although something was looked up. An answer that its reader stopped, or that
 * failed, says nothing of the docs, as in the insights. Without a domain, of all sites.
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
    const isAnswer = message.role === "user" && next?.thread === thread && next.message.status === "complete";
    return isAnswer && next.message.answered === false ? [message.content] : [];
  });
}

const CLEAN_EVERY_MS = 60 * 60 * 1_000;
/** Threads that one statement deletes: others write between two of them. */
const BATCH = 200;

/** Deletes old threads once an hour. For work after an answer: it never rejects. */
export async function cleanThreadsSometimes(now = Date.now()): Promise<void> {
  if (!isCleaningDue("threads", CLEAN_EVERY_MS, now)) return;
  try {
    await deleteOldThreads(now);
  } catch (cause) {
    log("warn", "old threads could not be deleted; they are tried again in an hour", toLogFields(cause));
  }
}

/** Deletes threads that nobody has used for longer than the configuration keeps them. */
export async function deleteOldThreads(now = Date.now()): Promise<void> {
  const before = now - getConfig().assistant.retentionDays * DAY_MS;
  const store = await getStore();
  while ((await deleteSome(store, before)) === BATCH) await takeTurn();
}

async function deleteSome({ database }: Store, before: number): Promise<number> {
  const old = database.selectFrom("threads").select("id").where("updated_at", "<", before).limit(BATCH);
  const { numDeletedRows } = await database.deleteFrom("threads").where("id", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}

const threadId = z
  .string({ error: "must be a threadId that an answer gave" })
  .min(1, "must be a threadId that an answer gave")
  .max(256);
const fp = z
  .string({ error: "must name the reader: the fp that was sent with the messages" })
  .min(1, "must name the reader: the fp that was sent with the messages")
  .max(256, "must be at most 256 characters");
const cursor = z.string().max(1_000, "must be a nextCursor of an earlier answer").optional();

/** Body of `POST /v1/assistant/{domain}/feedback`. */
export const FeedbackRequest = z.object({
  threadId,
  messageId: z
    .string({ error: "must be the id of the answer's message" })
    .min(1, "must be the id of the answer's message")
    .max(256, "must be at most 256 characters"),
  rating: z.enum(["up", "down"], { error: "must be up or down" }),
  reason: z.string().max(2_000, "must be at most 2,000 characters").nullish().describe("In the reader's words."),
  fp: fp.nullish().describe("The reader who rates. When it is given, the thread must be this reader's."),
});

/** Query of `GET /v1/assistant/{domain}/threads`. */
export const ThreadsQuery = z.object({
  fp: fp.optional().describe("Only the threads of this reader. Left out: those of all."),
  since: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: "must be a day or a time, such as 2026-11-01 or 2026-11-01T09:00:00Z",
    })
    .optional()
    .describe("Only threads used since then."),
  include: z
    .enum(["messages"], { error: "must be messages, or be left out" })
    .optional()
    .describe(
      "Lists each thread with its messages and ratings, as a back-up or an export needs them: fewer a page where they are long.",
    ),
  cursor,
});
/** Query of `DELETE /v1/assistant/{domain}/threads`. */
export const ReaderQuery = z.object({ fp });
/** Query of `GET /v1/assistant/{domain}/threads/{threadId}`. */
export const ThreadQuery = z.object({ cursor });

/** Answer of `GET /v1/assistant/{domain}/threads`. */
export const ThreadList = z.object({
  threads: z.array(
    z.object({
      threadId: z.string(),
      fp: z.string(),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      messageCount: z.int(),
      messages: z.array(StoredMessage).optional().describe("With include=messages: oldest first."),
      ratings: z
        .array(z.object({ messageId: z.string(), rating: z.string(), reason: z.string().nullable() }))
        .optional()
        .describe("With include=messages."),
    }),
  ),
  nextCursor: z.string().nullable().describe("For the next page; null at the end."),
});
export type ThreadList = z.infer<typeof ThreadList>;

/** Answer of `GET /v1/assistant/{domain}/threads/{threadId}`. */
export const ThreadMessages = z.object({
  threadId: z.string(),
  fp: z.string(),
  messages: z.array(StoredMessage).describe("Oldest first."),
  nextCursor: z.string().nullable().describe("For the next page; null at the end."),
});
export type ThreadMessages = z.infer<typeof ThreadMessages>;
