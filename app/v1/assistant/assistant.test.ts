import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requireV4 } from "@/internal/testing/assistant.ts";
import { replaceSettings } from "@/internal/testing/config.ts";
import { eachStore } from "@/internal/testing/db.ts";
import { makeFolder } from "@/internal/testing/folder.ts";
import { callRoute, readProblem, type TestRequest } from "@/internal/testing/http.ts";
import { listen } from "@/internal/testing/http-server.ts";
import type { StoredMessage } from "@/lib/assistant/threads/stored-message.ts";
import { createSiteToken } from "@/lib/auth/session.ts";
import { getCounters } from "@/lib/db/db.ts";
import { clearFullBuckets } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { makeKey, writePages } from "../../../internal/testing/v1-service.ts";
import * as messageV2 from "../../v2/assistant/[domain]/message/route.ts";
import * as feedback from "./[domain]/feedback/route.ts";
import * as message from "./[domain]/message/route.ts";
import * as support from "./[domain]/support/route.ts";
import * as thread from "./[domain]/threads/[threadId]/route.ts";
import * as threads from "./[domain]/threads/route.ts";

const { processDataStream } = requireV4("ai") as {
  processDataStream(options: object): Promise<void>;
};

const undo: (() => unknown)[] = [];
/** Cases that the owner's support was sent. */
const hooked: unknown[] = [];

beforeAll(async () => {
  const folder = makeFolder();
  const page = (title: string, text: string) => `---\ntitle: ${title}\ndescription: About it.\n---\n\n${text}\n`;
  const content = await writePages(folder, {
    "keys.mdx": page(
      "API keys",
      "## Create a key\n\nRun `npm run keys` to create an API key.\n\n```sh\nnpm run keys -- create\n```",
    ),
    "deploy.mdx": page(
      "Deploy",
      "## To a server\n\nCopy the build to the server and start it.\n\n## To Vercel\n\nPush the repository.",
    ),
  });
  const hook = await listen(async (request, response) => {
    hooked.push(((await json(request)) as { data: unknown }).data);
    response.writeHead(204).end();
  });
  const project = (id: string) => ({ id, domain: id, name: id, siteUrl: "https://docs.test", content });
  undo.push(
    replaceSettings(
      { organisation: { id: "acme", name: "Acme" }, projects: [project("docs"), project("other")] },
      {
        DOCENT_DATA_DIR: folder,
        SUPPORT_WEBHOOK_URL: `http://${hook.host}/`,
        SUPPORT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`,
      },
    ),
    hook.close,
    replaceLogSink(() => {}),
  );
});

afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

const user = (text: string, id = `u-${text}`) => ({ id, role: "user", content: text, parts: [{ type: "text", text }] });
const wires = [
  { name: "v1", route: message, messages: (text: string) => [user(text)] },
  {
    name: "v2",
    route: messageV2,
    messages: (text: string) => [{ id: `u-${text}`, role: "user", parts: [{ type: "text", text }] }],
  },
] as const;

eachStore(() => {
  const token = { assistant: "", account: "" };

  beforeAll(async () => {
    clearFullBuckets();
    token.assistant = await makeKey({ kind: "assistant" });
    token.account = await makeKey({ kind: "account", project: null });
  });

  const ask = (body: object, request: Partial<TestRequest> = {}) =>
    callRoute(message, {
      path: "/v1/assistant/docs/message",
      params: { domain: "docs" },
      token: token.assistant,
      body,
      ...request,
    });
  const admin = (route: typeof threads | typeof thread, method: string, search: string, threadId?: string) =>
    callRoute(route, {
      method,
      path: `/v1/assistant/docs/threads${threadId ? `/${threadId}` : ""}${search}`,
      params: { domain: "docs", ...(threadId ? { threadId } : {}) },
      token: token.account,
    });
  const readMessages = async (threadId: string): Promise<StoredMessage[]> =>
    (await (await admin(thread, "GET", "", threadId)).json()).messages;

  test("answers AI SDK 4's own parser with a cited quote, and gives the thread on the last line", async () => {
    const response = await ask({ fp: "reader", messages: [user("How do I create an API key?")] });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "x-vercel-ai-data-stream": "v1",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "x-thread-id": expect.stringMatching(/^th_[\w-]{44}$/),
      ratelimit: expect.stringContaining('"key";r='),
    });
    const body = await response.text();
    const last = JSON.parse(body.trimEnd().split("\n").at(-1)?.slice(2) ?? "");
    expect(last).toMatchObject({ type: "finish", finishReason: "stop", threadId: response.headers.get("x-thread-id") });
    const read = { text: "", sources: [] as unknown[], results: [] as { result: unknown[] }[] };
    await processDataStream({
      stream: new Response(body).body,
      onTextPart: (delta: string) => {
        read.text += delta;
      },
      onSourcePart: (source: unknown) => read.sources.push(source),
      onToolResultPart: (result: { result: unknown[] }) => read.results.push(result),
    });
    expect(read.text).toContain("[1](https://docs.test/docs/keys#create-a-key)\n\nRun `npm run keys` to create an API key.");
    expect(read.text).toContain("```sh\nnpm run keys -- create\n```");
    expect(read.sources).toEqual([
      { sourceType: "url", id: "1", url: "https://docs.test/docs/keys#create-a-key", title: "API keys › Create a key" },
    ]);
    expect(read.results[0]?.result[0]).toMatchObject({
      path: "/docs/keys",
      metadata: { title: "API keys", anchor: "create-a-key" },
    });
  });

  test("speaks the UI message stream on v2, the thread in the metadata of start and finish", async () => {
    const { messages } = wires[1];
    const response = await callRoute(messageV2, {
      path: "/v2/assistant/docs/message",
      params: { domain: "docs" },
      token: token.assistant,
      body: { fp: "reader", messages: messages("How do I create an API key?") },
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    const events = (await response.text()).trimEnd().split("\n\n");
    expect(events.at(-1)).toBe("data: [DONE]");
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice("data: ".length)));
    const threadId = response.headers.get("x-thread-id");
    expect(chunks[0]).toMatchObject({ type: "start", messageMetadata: { threadId } });
    expect(chunks.at(-1)).toEqual({ type: "finish", messageMetadata: { threadId } });
    expect(chunks.map(({ type }) => type)).toContain("source-url");
  });

  describe.each(wires)("a thread over $name", ({ name, route, messages }) => {
    const send = (text: string, threadId?: string | null, fp = "reader-1", extra: Partial<TestRequest> = {}) =>
      callRoute(route, {
        path: `/${name}/assistant/docs/message`,
        params: { domain: "docs" },
        token: token.assistant,
        body: { fp, threadId, messages: messages(text) },
        ...extra,
      });

    test("stores question and answer, and continues with the next question", async () => {
      const first = await send("How do I create an API key?", null);
      await first.text();
      const threadId = first.headers.get("x-thread-id") as string;
      await (await send("And to Vercel?", threadId)).text();
      const stored = await readMessages(threadId);
      expect(stored.map(({ role, status }) => `${role} ${status}`)).toEqual([
        "user complete",
        "assistant complete",
        "user complete",
        "assistant complete",
      ]);
      expect(stored[1]).toMatchObject({ engine: "excerpts", answered: true, content: expect.stringContaining("API key") });
    });

    test("is unknown to another reader, to another site and under a forged id, in the same words", async () => {
      const threadId = (await send("Hello", null)).headers.get("x-thread-id") as string;
      const forged = `${threadId.slice(0, -1)}${threadId.endsWith("A") ? "Q" : "A"}`;
      const { token: foreign } = await createSiteToken({ domain: "other", fp: "reader-1" });
      const answers = [
        await send("Hello", threadId, "reader-2"),
        await send("Hello", forged),
        await send("Hello", "th_"),
        await send("Hello", threadId, "reader-1", { params: { domain: "other" }, token: foreign }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      const details = await Promise.all(answers.map(async (answer) => (await readProblem(answer)).detail));
      expect(new Set(details)).toEqual(new Set(["There is no such thread; leave threadId out to begin a new one."]));
    });

    test("holds the question as soon as the request is accepted", async () => {
      const response = await send("How do I create an API key?", null);
      const stored = await readMessages(response.headers.get("x-thread-id") as string);
      expect(stored.map(({ content }) => content)).toEqual(["How do I create an API key?"]);
      await response.body?.cancel();
    });
  });

  test.each([
    ["the first question of a thread", "q1", ["How do I deploy?", "assistant"]],
    ["its last one", "q2", ["How do I create a key?", "assistant", "How do I deploy?", "assistant"]],
  ])("%s that comes again under its id replaces what followed it", async (_, id, expected) => {
    const first = await ask({ fp: "editor", messages: [user("How do I create a key?", "q1")] });
    await first.text();
    const threadId = first.headers.get("x-thread-id") as string;
    const again = (text: string, as: string) => ask({ fp: "editor", threadId, messages: [user(text, as)] });
    await (await again("And to Vercel?", "q2")).text();
    await (await again("How do I deploy?", id)).text();
    expect((await readMessages(threadId)).map(({ role, content }) => (role === "user" ? content : role))).toEqual(expected);
  });

  test("a thread grows by no second answer when a client asks for its last answer once more", async () => {
    const asked = { fp: "reloader", messages: [user("How do I deploy?", "q1")] };
    const first = await ask(asked);
    await first.text();
    const threadId = first.headers.get("x-thread-id") as string;
    const before = await readMessages(threadId);
    await (await ask({ ...asked, threadId })).text();
    const after = await readMessages(threadId);
    expect(after.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(after[1]?.id).not.toBe(before[1]?.id);
  });

  const uiMessage = (role: string, text: string, metadata?: object) => ({
    id: `${role}-${text}`,
    role,
    parts: [{ type: "text", text }],
    ...(metadata && { metadata }),
  });
  const askV2 = (body: object) =>
    callRoute(messageV2, {
      path: "/v2/assistant/docs/message",
      params: { domain: "docs" },
      token: token.assistant,
      body: { fp: "ui", ...body },
    });

  test("a deleted thread that an earlier answer's metadata names is replaced by a new one on v2; one in the body stays unknown", async () => {
    const gone = `th_${"x".repeat(60)}`;
    const messages = [
      uiMessage("user", "Hi"),
      uiMessage("assistant", "Hello.", { threadId: gone }),
      uiMessage("user", "How do I deploy?"),
    ];
    const answer = await askV2({ messages });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"type":"finish"')]);
    expect(answer.headers.get("x-thread-id")).not.toBe(gone);
    expect((await askV2({ messages, threadId: gone })).status).toBe(404);
  });

  test("an answer that is made again on v2 replaces the last one of its thread, and no earlier one", async () => {
    const first = await askV2({ messages: [uiMessage("user", "How do I create an API key?")] });
    await first.text();
    const threadId = first.headers.get("x-thread-id") as string;
    await (await askV2({ threadId, messages: [uiMessage("user", "How do I deploy?")] })).text();
    const before = await readMessages(threadId);
    await (await askV2({ threadId, trigger: "regenerate-message", messages: [uiMessage("user", "How do I deploy?")] })).text();
    const after = await readMessages(threadId);
    expect(after.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(after.slice(0, 3).map(({ id }) => id)).toEqual(before.slice(0, 3).map(({ id }) => id));
    expect(after[3]?.id).not.toBe(before[3]?.id);
  });

  test("stores nothing of the history, the unknown fields and the attachments' bytes that a client sends", async () => {
    const question = user("What is in this file about deploying?");
    const attachment = { name: "a.png", contentType: "image/png", url: "data:image/png;base64,c2VjcmV0" };
    const response = await ask({
      fp: "private",
      extra: "leak-1",
      messages: [user("leak-2"), { ...question, secret: "leak-3", experimental_attachments: [attachment] }],
    });
    expect(await response.text()).toContain("Attached files are not read");
    const stored = await readMessages(response.headers.get("x-thread-id") as string);
    expect(JSON.stringify(stored)).not.toMatch(/leak|c2VjcmV0/);
    expect(stored[0]?.experimental_attachments).toEqual([{ name: "a.png", contentType: "image/png" }]);
  });

  test("lists a reader's threads, the last used first, and deletes one or all of them", async () => {
    const started: string[] = [];
    for (const text of ["one", "two", "three"]) {
      const response = await ask({ fp: "lister", messages: [user(text)] });
      await response.text();
      started.push(response.headers.get("x-thread-id") as string);
    }
    const list = async () => (await (await admin(threads, "GET", "?fp=lister")).json()) as { threads: { threadId: string }[] };
    expect(new Set((await list()).threads.map(({ threadId }) => threadId))).toEqual(new Set(started));
    expect((await list()).threads[0]).toMatchObject({ messageCount: 2, createdAt: expect.stringMatching(/Z$/) });
    expect((await admin(thread, "DELETE", "", started[0])).status).toBe(204);
    expect((await admin(thread, "GET", "", started[0])).status).toBe(404);
    expect((await admin(threads, "DELETE", "?fp=lister")).status).toBe(204);
    expect((await list()).threads).toEqual([]);
    // A forgotten fp must never delete the threads of all.
    expect((await admin(threads, "DELETE", "")).status).toBe(400);
    for (const wrong of ["?fp=", "?since=soon"]) expect((await admin(threads, "GET", wrong)).status, wrong).toBe(400);
  });

  test("lists the threads of all readers, with the reader of each, and those used since a time", async () => {
    for (const fp of ["first", "second"]) await (await ask({ fp, messages: [user("one")] })).text();
    const list = async (query: string) => {
      const { threads: found } = (await (await admin(threads, "GET", query)).json()) as { threads: { fp: string }[] };
      return found.map(({ fp }) => fp);
    };
    expect(await list("")).toEqual(expect.arrayContaining(["first", "second"]));
    expect(await list("?fp=first")).toEqual(["first"]);
    expect(await list(`?since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  });

  test("takes feedback on an answer of the thread and on nothing else", async () => {
    const response = await ask({ fp: "critic", messages: [user("How do I deploy?", "q1")] });
    await response.text();
    const threadId = response.headers.get("x-thread-id") as string;
    const answer = (await readMessages(threadId))[1]?.id;
    const give = (body: object, tokenOf = token.assistant) =>
      callRoute(feedback, { path: "/v1/assistant/docs/feedback", params: { domain: "docs" }, token: tokenOf, body });
    expect((await give({ threadId, messageId: answer, rating: "up" })).status).toBe(204);
    expect((await give({ threadId, messageId: answer, rating: "down", reason: "wrong page" })).status).toBe(204);
    expect((await give({ threadId, messageId: "q1", rating: "up" })).status).toBe(404);
    expect((await give({ threadId: "th_nobody", messageId: answer, rating: "up" })).status).toBe(404);
    const { token: stranger } = await createSiteToken({ domain: "docs", fp: "stranger" });
    expect((await give({ threadId, messageId: answer, rating: "up" }, stranger)).status).toBe(404);
    expect((await give({ threadId, messageId: answer, rating: "up", fp: "critic" }, stranger)).status).toBe(404);
    const { token: critic } = await createSiteToken({ domain: "docs", fp: "critic" });
    const statusOf = async (fp: unknown, by: string) =>
      (await give({ threadId, messageId: answer, rating: "up", fp }, by)).status;
    for (const by of [token.assistant, critic]) {
      expect([await statusOf("critic", by), await statusOf(null, by), await statusOf("stranger", by)]).toEqual([204, 204, 404]);
      expect([await statusOf("", by), await statusOf(7, by)]).toEqual([400, 400]);
    }
  });

  test("hands a question over to support, made of the thread, for its own reader alone", async () => {
    const response = await ask({ fp: "stuck", messages: [user("How do I deploy?", "q1")] });
    await response.text();
    const threadId = response.headers.get("x-thread-id") as string;
    const messageId = (await readMessages(threadId))[1]?.id;
    const send = (body: object, tokenOf = token.assistant) =>
      callRoute(support, { path: "/v1/assistant/docs/support", params: { domain: "docs" }, token: tokenOf, body });
    const { token: own } = await createSiteToken({ domain: "docs", fp: "stuck" });
    const { token: stranger } = await createSiteToken({ domain: "docs", fp: "stranger" });
    const body = { threadId, messageId, email: "ada@example.com", page: "/docs/deploy", question: "Spam", text: "Spam" };
    hooked.length = 0;
    expect((await send(body, own)).status).toBe(204);
    expect((await send({ ...body, page: "/docs/nowhere", email: null })).status).toBe(204);
    const sources = [expect.objectContaining({ title: "Deploy › To a server" }), expect.anything()];
    const page = "https://docs.test/docs/deploy";
    const shared = { domain: "docs", threadId, messageId, question: "How do I deploy?", sources };
    expect(hooked).toMatchObject([
      { ...shared, page, email: "ada@example.com" },
      { ...shared, page: null, email: null },
    ]);
    expect(JSON.stringify(hooked)).not.toContain("Spam");
    for (const [wrong, by] of [
      [{ threadId, messageId }, stranger],
      [{ threadId, messageId, fp: "stuck" }, stranger],
      [{ threadId, messageId: "q1" }, own],
      [{ threadId: "th_nobody", messageId }, own],
    ] as const)
      expect((await send(wrong, by)).status).toBe(404);
    for (const email of ["ada", "ada@example.com\r\nBcc: eve@example.com", `${"a".repeat(260)}@b.test`]) {
      const refused = await send({ threadId, messageId, email }, own);
      expect([refused.status, (await readProblem(refused)).errors?.[0]?.path]).toEqual([400, "email"]);
    }
    expect(hooked).toHaveLength(2);
    const statuses: number[] = [];
    for (let sent = 0; sent < 10; sent += 1) statuses.push((await send({ threadId, messageId }, own)).status);
    expect(statuses).toEqual([...Array(8).fill(204), 429, 429]);
  });

  test("lists threads with their messages and ratings, by cursor", async () => {
    await (await ask({ fp: "kept", messages: [user("How do I deploy?", "q1")] })).text();
    const { threads: found, nextCursor } = (await (await admin(threads, "GET", "?fp=kept&include=messages")).json()) as {
      threads: { messages: StoredMessage[]; ratings: unknown[] }[];
      nextCursor: string | null;
    };
    expect([found.length, nextCursor, found[0]?.ratings]).toEqual([1, null, []]);
    expect(found[0]?.messages.map(({ role, content }) => [role, content.slice(0, 16)])).toEqual([
      ["user", "How do I deploy?"],
      ["assistant", expect.any(String)],
    ]);
    expect((await admin(threads, "GET", "?include=everything")).status).toBe(400);
  });

  test("a site token speaks for its own reader alone", async () => {
    const { token: site } = await createSiteToken({ domain: "docs", fp: "mine" });
    expect((await ask({ fp: "mine", messages: [user("Hello")] }, { token: site })).status).toBe(200);
    const refused = await ask({ fp: "yours", messages: [user("Hello")] }, { token: site });
    expect([refused.status, (await readProblem(refused)).code]).toEqual([403, "forbidden"]);
  });

  test("charges key, organisation and address for an accepted message, and the address alone for one without its thread", async () => {
    const counters = await getCounters();
    await counters.deleteFrom("counters").execute();
    await (await ask({ fp: "payer", messages: [user("Hello")] }, { peer: "192.0.2.9" })).text();
    await ask({ fp: "payer", threadId: "th_gone", messages: [user("Hello")] }, { peer: "192.0.2.9" });
    const rows = await counters.selectFrom("counters").select(["bucket", "count"]).orderBy("bucket").execute();
    expect(rows.map(({ bucket, count }) => `${bucket.split(":")[0]} ${count}`)).toEqual(["address 2", "key 1", "organisation 1"]);
  });
});
