import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { eachStore } from "../../../internal/testing/db.ts";
import { replaceStore } from "../../db/db.ts";
import { replaceLogSink } from "../../log.ts";
import { toAsk } from "../wire/conversation.ts";
import { MessageRequest } from "../wire/request.ts";
import { saveAnswer, saveQuestion } from "./save-message.ts";
import { type StoredMessage, storedBounds } from "./stored-message.ts";
import {
  cleanThreadsSometimes,
  createThreadId,
  deleteOldThreads,
  deleteThread,
  deleteThreadsOf,
  isThreadOf,
  listThreads,
  listUnanswered,
  listWholeThreads,
  openThread,
  readThread,
  saveFeedback,
  type Thread,
} from "./threads.ts";

const owner = { domain: "docs", fp: "reader" };
const config = {
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs", content: "content" }],
};
let restore: () => void;
beforeAll(() => {
  restore = replaceSettings(config, { SITE_SECRET: "a secret of this test with 32 characters" });
});
afterAll(() => restore());

eachStore((store) => {
  const open = () => openThread(owner, undefined);
  const bytesOf = async ({ threadId }: Thread) => {
    const { rows } = await sql<{ bytes: number }>`
      select sum(octet_length(id) + octet_length(content) + coalesce(octet_length(text), 0)) as bytes
      from messages where thread_id = ${threadId}`.execute(store().database);
    return Number(rows[0]?.bytes);
  };
  const question = (id: string) => ({ id, text: "?", attachments: [] });
  const saveTurn = async (thread: Thread, message: StoredMessage) =>
    saveAnswer(thread, await saveQuestion(thread, question(`q-${message.id}`)), message);
  const readAll = async ({ threadId }: Thread) =>
    (await readThread("docs", threadId)).items.map(({ role, id, content }) => (role === "user" ? `${id}: ${content}` : content));
  const ask = (message: Record<string, unknown>) =>
    toAsk(MessageRequest.parse({ fp: "reader", messages: [{ id: "q", role: "user", content: "", parts: [], ...message }] }));

  test("a cursor holds only what its column can hold, so no store refuses it", async () => {
    const thread = await open();
    await saveQuestion(thread, ask({ content: "How?" }).question);
    const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const value of [2 ** 31, -1, 1.5, 1e300, "0", null])
      await expect(readThread("docs", thread.threadId, cursorOf(value))).rejects.toMatchObject({ code: "invalid_request" });
    for (const time of [1e300, 2 ** 63, -1, 1.5, "0"])
      await expect(listThreads(owner, cursorOf([time, "x"]))).rejects.toMatchObject({ code: "invalid_request" });
    expect((await readThread("docs", thread.threadId, cursorOf(2 ** 31 - 1))).items).toEqual([]);
    expect((await listThreads(owner, cursorOf([0, "x"]))).items).toEqual([]);
  });

  test("a thread is opened for its reader alone, and only if it is stored or the store forgets", async () => {
    const stored = await open();
    await saveQuestion(stored, question("q"));
    expect(await openThread(owner, stored.threadId)).toEqual(stored);
    const unknown = createThreadId(owner);
    for (const [reader, id] of [
      [{ ...owner, fp: "another" }, stored.threadId],
      [owner, "th_1"],
      [owner, unknown],
    ] as const)
      await expect(openThread(reader, id)).rejects.toMatchObject({ code: "not_found" });
    const back = replaceStore({ ...store(), kind: "ephemeral" });
    expect(await openThread(owner, unknown)).toEqual({ ...owner, threadId: unknown });
    back();
  });

  test("a reader's threads are listed by site, the one that was used last first, each once", async () => {
    const reader = { domain: "docs", fp: "many-moments" };
    const at = (updated_at: number, domain = "docs") => ({
      ...{ id: createThreadId({ ...reader, domain }), domain, fp: reader.fp },
      ...{ created_at: 1, updated_at },
    });
    const rows = Array.from({ length: 60 }, (_, index) => at(1_000 + index));
    await store()
      .database.insertInto("threads")
      .values([...rows, at(5_000, "other")])
      .execute();
    const first = await listThreads(reader);
    const second = await listThreads(reader, first.nextCursor ?? "");
    const found = [...first.items, ...second.items].map(({ threadId }) => threadId);
    expect(found).toEqual(rows.map(({ id }) => id).reverse());
    expect([first.items.length, second.nextCursor]).toEqual([50, null]);
  });

  test("threads of one moment follow each other over the batches of a list, each once", async () => {
    const reader = { domain: "docs", fp: "one-moment" };
    const moment = { domain: "docs", fp: reader.fp, created_at: 1_000, updated_at: 1_000 };
    const ids = Array.from({ length: 120 }, () => createThreadId(reader));
    await store()
      .database.insertInto("threads")
      .values(ids.map((id) => ({ id, ...moment })))
      .execute();
    const found: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const batch = await listThreads(reader, cursor);
      found.push(...batch.items.map(({ threadId }) => threadId));
      cursor = batch.nextCursor;
    }
    expect(found).toEqual(ids.toSorted());
  });

  test("messages follow each other over the batches of a thread, each once", async () => {
    const thread = await open();
    for (let index = 0; index < 60; index += 1) await saveTurn(thread, answer(`a-${index}`, "!"));
    const first = await readThread("docs", thread.threadId);
    const second = await readThread("docs", thread.threadId, first.nextCursor ?? "");
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([100, 20, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(120);
  });

  describe("a message is bounded", () => {
    test("a text of control characters is stored once, as long as it is", async () => {
      const thread = await open();
      const content = "\u0001".repeat(32_000);
      await saveQuestion(thread, ask({ content }).question);
      expect(await bytesOf(thread)).toBeLessThan(32_200);
      expect((await readThread("docs", thread.threadId)).items[0]).toMatchObject({
        content,
        parts: [{ type: "text", text: content }],
      });
    });

    test("only the text of a client's message is stored", async () => {
      const thread = await open();
      const large = "x".repeat(400_000);
      const parts = [
        { type: "text", text: "How?" },
        { type: "reasoning", reasoning: large, details: [{ type: "text", text: large }] },
        {
          type: "tool-invocation",
          toolInvocation: { state: "result", toolCallId: "1", toolName: "t", args: large, result: large },
        },
      ];
      await saveQuestion(thread, ask({ content: "How?", parts, annotations: [large] }).question);
      expect(await bytesOf(thread)).toBeLessThan(200);
      expect((await readThread("docs", thread.threadId)).items[0]?.parts).toEqual([{ type: "text", text: "How?" }]);
    });

    test("of attachments name, type and http address are stored, as many as fit, and never a body", async () => {
      const thread = await open();
      const experimental_attachments = [
        { name: "a.png", contentType: "image/png", url: `data:image/png;base64,${"A".repeat(100_000)}` },
        ...Array.from({ length: 19 }, (_, index) => ({
          name: "\u0001".repeat(256),
          url: `https://a.example/${index}${"x".repeat(1_900)}`,
        })),
      ];
      await saveQuestion(thread, ask({ content: "What is this?", experimental_attachments }).question);
      expect(await bytesOf(thread)).toBeLessThan(storedBounds.detailBytes + 300);
      const [message] = (await readThread("docs", thread.threadId)).items;
      expect(message?.experimental_attachments?.[0]).toEqual({ name: "a.png", contentType: "image/png" });
      expect(message?.experimental_attachments?.length).toBeGreaterThan(3);
    });

    test("an endless answer is cut at a whole character", async () => {
      const thread = await open();
      await saveTurn(thread, answer("a", `ab${"€".repeat(100_000)}`));
      const [, message] = (await readThread("docs", thread.threadId)).items;
      expect(message?.content).toBe(`ab${"€".repeat(31_999)}`);
    });
  });

  describe("a thread is bounded", () => {
    test("in bytes: the oldest messages go", async () => {
      const thread = await open();
      const text = "x".repeat(90_000);
      for (let count = 0; count < 30; count++) await saveTurn(thread, answer(`a${count}`, text));
      expect(await bytesOf(thread)).toBeLessThanOrEqual(storedBounds.threadBytes + 30 * 3);
      const ids = (await readThread("docs", thread.threadId)).items.map(({ id }) => id);
      expect([ids.length, ids[0], ids.at(-1)]).toEqual([46, "q-a7", "a29"]);
    });

    test("in messages: the oldest go, and the thread reads on from there", async () => {
      const thread = await open();
      await saveQuestion(thread, question("first"));
      await sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(storedBounds.threadMessages)})
        insert into messages (thread_id, id, position, role, status, text, content, created_at)
        select ${thread.threadId}, 'm' || n, n, 'user', 'complete', 'Hello', '{"createdAt":"2027-01-01T00:00:00Z","parts":[]}', 1
        from numbers`.execute(store().database);
      await saveQuestion(thread, question("last"));
      const count = await sql<{ n: number }>`select count(*) as n from messages where thread_id = ${thread.threadId}`.execute(
        store().database,
      );
      expect(Number(count.rows[0]?.n)).toBe(storedBounds.threadMessages);
      expect((await readThread("docs", thread.threadId)).items[0]?.id).toBe("m2");
    });
  });

  test("an answer is read as it was saved, sources and all", async () => {
    const thread = await open();
    const whole: StoredMessage = {
      ...answer("whole", "See [1]."),
      parts: [
        { type: "text", text: "See [1]." },
        { type: "source", source: { sourceType: "url", id: "1", url: "https://a.example/", title: "A" } },
      ],
      status: "aborted",
      engine: "model",
      answered: true,
    };
    await saveTurn(thread, whole);
    expect((await readThread("docs", thread.threadId)).items[1]).toEqual(whole);
  });

  describe("a thread is in the order of its questions", () => {
    const save = (thread: Thread, id: string, text: string) => saveQuestion(thread, { id, text, attachments: [] });

    test("where an answer is stored after the next question", async () => {
      const thread = await open();
      const [first, second] = [await save(thread, "q1", "One?"), await save(thread, "q2", "Two?")];
      await saveAnswer(thread, second, answer("a2", "Two."));
      await saveAnswer(thread, first, answer("a1", "One."));
      expect(await readAll(thread)).toEqual(["q1: One?", "One.", "q2: Two?", "Two."]);
    });

    test("where the answer to an earlier text comes after that of the later one", async () => {
      const thread = await open();
      const earlier = await saveQuestion(thread, { id: "q1", text: "Earlier?", attachments: [] }, 1);
      const later = await saveQuestion(thread, { id: "q1", text: "Later?", attachments: [] }, 2);
      await saveAnswer(thread, later, answer("a2", "Later."));
      await saveAnswer(thread, earlier, answer("a1", "Earlier."));
      expect(await readAll(thread)).toEqual(["q1: Later?", "Later."]);
    });

    test("where a question is answered twice, with its later answer", async () => {
      const thread = await open();
      const asked = await save(thread, "q1", "One?");
      await saveAnswer(thread, asked, answer("a1", "On"));
      await saveAnswer(thread, asked, answer("a2", "One."));
      expect(await readAll(thread)).toEqual(["q1: One?", "One."]);
    });

    test("where a client names its question as an answer is named", async () => {
      const thread = await open();
      await saveAnswer(thread, await save(thread, "q1", "One?"), answer("a1", "One."));
      await saveAnswer(thread, await save(thread, "a1", "Two?"), answer("a2", "Two."));
      expect(await readAll(thread)).toEqual(["q1: One?", "One.", expect.stringMatching(/: Two\?$/), "Two."]);
    });
  });

  const noteQuestion = ({ threadId }: Thread, id: string) =>
    store()
      .database.insertInto("insight_texts")
      .values({
        ...{ id, project: "docs", kind: "question", day: 1, last_at: 1, agent: "reader", language: "", version: "" },
        ...{ text: "?", page: "", outcome: "refused", thread_id: threadId, count: 1, opened: 0 },
      })
      .execute();
  const listNoted = async () =>
    (await store().database.selectFrom("insight_texts").select("id").orderBy("id").execute()).map(({ id }) => id);

  test("a thread is read and deleted on its own site, with its questions in the insights", async () => {
    const [thread, other] = [await open(), await open()];
    for (const each of [thread, other]) {
      await saveQuestion(each, question("q"));
      await noteQuestion(each, each === thread ? "gone" : "kept");
    }
    for (const attempt of [readThread("other", thread.threadId), deleteThread("other", thread.threadId)])
      await expect(attempt).rejects.toMatchObject({ code: "not_found" });
    expect([await readAll(thread), await listNoted()]).toEqual([["q: ?"], ["gone", "kept"]]);
    await deleteThread("docs", thread.threadId);
    await expect(readThread("docs", thread.threadId)).rejects.toMatchObject({ code: "not_found" });
    expect([await readAll(other), await listNoted()]).toEqual([["q: ?"], ["kept"]]);
  });

  test("all of one reader is deleted, and nothing of another", async () => {
    const thread = await openThread({ domain: "docs", fp: "leaving" }, undefined);
    const other = await open();
    for (const each of [thread, other]) {
      await saveQuestion(each, question("q"));
      await noteQuestion(each, each.fp);
    }
    await deleteThreadsOf(thread);
    expect((await listThreads(thread)).items).toEqual([]);
    expect(await readAll(other)).toEqual(["q: ?"]);
    expect(await listNoted()).toEqual(expect.arrayContaining(["reader"]));
    expect(await listNoted()).not.toContain("leaving");
  });

  test("an answer is rated by its own reader, and a second opinion replaces the first", async () => {
    const thread = await open();
    await saveTurn(thread, answer("a", "!"));
    const { threadId } = thread;
    const rate = (fp: string | undefined, messageId: string, rating: "up" | "down", reason?: string) =>
      saveFeedback({ domain: "docs", fp }, { threadId, messageId, rating, reason }, 1);
    await rate("reader", "a", "down", "Too short.");
    await rate(undefined, "a", "up");
    await expect(rate("another", "a", "down")).rejects.toMatchObject({ code: "not_found" });
    await expect(rate("reader", "q-a", "up")).rejects.toMatchObject({ code: "not_found" });
    const stored = await store().database.selectFrom("feedback").select(["message_id", "rating", "reason"]).execute();
    expect(stored).toEqual([{ message_id: "a", rating: "up", reason: null }]);
  });

  test("questions whose answer cited nothing are listed, of the days and the site that are asked for", async () => {
    const now = 400 * 24 * 60 * 60 * 1_000;
    const saveAt = async (thread: Thread, [text, answered]: readonly [string, boolean | undefined], moment: number) => {
      const asked = await saveQuestion(thread, { id: text, text, attachments: [] }, moment);
      await saveAnswer(thread, asked, { ...answer(`to ${text}`, "."), ...(answered !== undefined && { answered }) }, moment);
    };
    const elsewhere = await openThread({ domain: "other", fp: "reader" }, undefined);
    const thread = await open();
    await saveAt(thread, ["Long ago?", false], now - 2 * 24 * 60 * 60 * 1_000);
    await saveAt(thread, ["Found?", true], now);
    await saveAt(thread, ["Nothing looked up?", undefined], now);
    await saveAt(thread, ["Missing?", false], now);
    await saveAt(elsewhere, ["Missing there?", false], now);
    expect(await listUnanswered({ days: 1, domain: "docs" }, now)).toEqual(["Missing?"]);
    expect((await listUnanswered({ days: 1 }, now)).sort()).toEqual(["Missing there?", "Missing?"]);
    expect((await listUnanswered({ days: 3, domain: "docs" }, now)).sort()).toEqual(["Long ago?", "Missing?"]);
  });

  test("a stopped answer, and a failed one, leave no question unanswered", async () => {
    const now = Date.now();
    for (const status of ["aborted", "incomplete", "failed", "complete"] as const) {
      const thread = await openThread({ domain: "stopped", fp: status }, undefined);
      const asked = await saveQuestion(thread, { id: "q", text: `${status}?`, attachments: [] }, now);
      await saveAnswer(thread, asked, { ...answer("a", "!"), status, answered: false }, now);
    }
    expect(await listUnanswered({ days: 1, domain: "stopped" }, now)).toEqual(["complete?"]);
  });

  test("the threads of a site are listed for all readers, or those used since a time, each once", async () => {
    const at = (fp: string, updated_at: number) => ({
      ...{ id: createThreadId({ domain: "all", fp }), domain: "all", fp, created_at: 1, updated_at },
    });
    const rows = Array.from({ length: 60 }, (_, index) => at(`reader-${index % 3}`, 1_000 + index));
    await store().database.insertInto("threads").values(rows).execute();
    const first = await listThreads({ domain: "all" });
    const second = await listThreads({ domain: "all" }, first.nextCursor ?? "");
    const listed = [...first.items, ...second.items].map(({ threadId, fp }) => [threadId, fp]);
    expect(listed).toEqual(rows.map(({ id, fp }) => [id, fp]).reverse());
    expect((await listThreads({ domain: "all", since: 1_058 })).items.map(({ threadId }) => threadId)).toEqual([
      rows[59]?.id,
      rows[58]?.id,
    ]);
  });

  test("whole threads are listed once each, and a page of them ends where they are long", async () => {
    const text = "x".repeat(90_000);
    const ids: string[] = [];
    for (const fp of ["one", "two", "three", "four"]) {
      const thread = await openThread({ domain: "whole", fp }, undefined);
      ids.push(thread.threadId);
      // Some 3.2 MB of an answer each, which has every text twice.
      for (let turn = 0; turn < 18; turn += 1) await saveTurn(thread, { ...answer(`a${turn}`, text), id: `${fp}-${turn}` });
    }
    await saveFeedback({ domain: "whole", fp: "one" }, { threadId: ids[0] as string, messageId: "one-0", rating: "down" });
    const first = await listWholeThreads({ domain: "whole" });
    const second = await listWholeThreads({ domain: "whole" }, first.nextCursor ?? "");
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 2, null]);
    const all = [...first.items, ...second.items];
    expect(all.map(({ threadId }) => threadId).sort()).toEqual(ids.sort());
    for (const { messages } of all) expect(messages).toHaveLength(36);
    expect(all.flatMap(({ ratings }) => ratings)).toEqual([{ messageId: "one-0", rating: "down", reason: null }]);
  });

  test("a store that cannot delete old threads is reported, once an hour, and stops no answer", async () => {
    const lines: string[] = [];
    const restoreLog = replaceLogSink((line) => lines.push(line));
    const deleteFrom = () => {
      throw new Error("The disk is full.");
    };
    const back = replaceStore({ ...store(), database: { selectFrom: deleteFrom, deleteFrom } as never });
    const hour = 60 * 60 * 1_000;
    for (const now of [10 * hour, 11 * hour - 1, 11 * hour]) await cleanThreadsSometimes(now);
    back();
    restoreLog();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("The disk is full.");
  });

  test("an answer brings no thread back that was deleted meanwhile", async () => {
    const thread = await open();
    const asked = await saveQuestion(thread, question("q"));
    await deleteThread("docs", thread.threadId);
    await saveAnswer(thread, asked, answer("a", "Late."));
    await expect(readThread("docs", thread.threadId)).rejects.toMatchObject({ code: "not_found" });
  });

  test("threads that nobody used for longer than they are kept are deleted, however many there are", async () => {
    const day = 24 * 60 * 60 * 1_000;
    const row = (id: string, updated_at: number) => ({ id, domain: "docs", fp: "old", created_at: 1, updated_at });
    const rows = Array.from({ length: 450 }, (_, index) => row(`th_old${index}`, index));
    await store()
      .database.insertInto("threads")
      .values([...rows, row("th_new", 400 * day)])
      .execute();
    await deleteOldThreads(400 * day);
    const left = await store().database.selectFrom("threads").select("id").where("fp", "=", "old").execute();
    expect(left.map(({ id }) => id)).toEqual(["th_new"]);
  });
});

function answer(id: string, content: string): StoredMessage {
  const parts = [{ type: "text", text: content }];
  return { id, role: "assistant", createdAt: "2027-01-01T00:00:00.000Z", content, parts, status: "complete" };
}

test("a thread's id is proof for its reader and its site alone", () => {
  const id = createThreadId(owner);
  expect(isThreadOf(id, owner)).toBe(true);
  expect(isThreadOf(id, { ...owner, fp: "another" })).toBe(false);
  expect(isThreadOf(id, { ...owner, domain: "other" })).toBe(false);
  const [random, mac] = [id.slice(0, 25), id.slice(25)];
  expect(isThreadOf(random + (mac.startsWith("A") ? "B" : "A") + mac.slice(1), owner)).toBe(false);
});
