import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { listen } from "@/internal/testing/http-server.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { sendToSupport } from "./support.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const config = {
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" }],
};
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a webhook that answers with these statuses, one a request and the last one from then on; `never` answers nothing. */
async function startHook(...answers: readonly (number | "never" | "cut")[]) {
  const received: Received[] = [];
  const { host, close } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = answers[Math.min(received.length, answers.length - 1)];
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    if (answer === "cut") request.socket.destroy();
    else if (answer !== "never")
      response.writeHead(Number(answer), { Location: "/elsewhere" }).end("what a webhook says is not read");
  });
  undo.push(close);
  const url = `http://${host}/hook-with-its-own-secret`;
  const lines: string[] = [];
  undo.push(
    replaceSettings(config, { SUPPORT_WEBHOOK_URL: url, SUPPORT_WEBHOOK_SECRET: secret }),
    replaceLogSink((line) => lines.push(line)),
  );
  return { received, lines };
}

const request = {
  domain: "docs",
  threadId: "th_1",
  messageId: "msg_1",
  answered: {
    question: "Wie drucke ich einen Bericht? 🖨️",
    askedAt: "2026-11-29T00:00:00.000Z",
    sources: [{ title: "Reports", url: "https://docs.test/docs/reports" }],
  },
  page: "https://docs.test/docs/reports",
  email: "ada@example.com",
};
const pace = { waitsMs: [1, 1], tryMs: 2_000 };

test("a case arrives signed, as the library of Standard Webhooks reads it, and is in the log by its id alone", async () => {
  const { received, lines } = await startHook(204);
  await sendToSupport(request, pace);
  expect(received).toHaveLength(1);
  const [{ headers, body }] = received as [Received];
  const text =
    "Wie drucke ich einen Bericht? 🖨️\n\nada@example.com\nhttps://docs.test/docs/reports\n- https://docs.test/docs/reports\nth_1";
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
    type: "support.requested",
    timestamp: expect.stringMatching(/^\d{4}-/),
    data: {
      ...{ domain: "docs", threadId: "th_1", messageId: "msg_1", page: request.page, email: request.email, text },
      ...request.answered,
    },
  });
  const altered = body.replace("ada@example.com", "eve@example.com");
  expect(() => new Webhook(secret).verify(altered, headers as Record<string, string>)).toThrow();
  const log = lines.join("\n");
  expect(log).toContain(String(headers["webhook-id"]));
  for (const hidden of ["Bericht", "ada@", "th_1", "hook-with", "whsec"]) expect(log).not.toContain(hidden);
});

test.each([
  ["answers 500 and then takes it", [500, 204], 2],
  ["answers 429 twice and then takes it", [429, 429, 200], 3],
  ["breaks the connection and then takes it", ["cut", 200], 2],
  ["answers nothing in time and then takes it", ["never", 200], 2],
] as const)("a webhook that %s gets the same case under the same id", async (_, answers, tries) => {
  const { received } = await startHook(...answers);
  await sendToSupport(request, { ...pace, tryMs: answers[0] === "never" ? 1_000 : 2_000 });
  expect(received).toHaveLength(tries);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

test.each([
  ["answers 500", [500], 3],
  ["answers 400", [400], 1],
  ["redirects", [302], 1],
  ["answers nothing", ["never"], 3],
] as const)("a webhook that %s always gets no more than three tries, and the reader hears of it", async (_, answers, tries) => {
  const { received, lines } = await startHook(...answers);
  const sent = sendToSupport(request, { ...pace, tryMs: answers[0] === "never" ? 1_000 : 2_000 });
  await expect(sent).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "60" } });
  expect(received).toHaveLength(tries);
  const log = lines.join("\n");
  expect(log).toContain("SUPPORT_WEBHOOK_URL did not take a question");
  for (const hidden of ["Bericht", "ada@", "hook-with", "what a webhook says"]) expect(log).not.toContain(hidden);
});

test("a webhook that nobody listens at is tried three times", async () => {
  const { lines } = await startHook(200);
  await undo.shift()?.();
  await expect(sendToSupport(request, pace)).rejects.toMatchObject({ code: "unavailable" });
  expect(lines.join("\n")).toContain("ECONNREFUSED");
});

test("a slow webhook holds at most 20 requests of a process; the next one is refused at once", async () => {
  const { received } = await startHook("never");
  const open = Array.from({ length: 20 }, () => sendToSupport(request, { waitsMs: [], tryMs: 2_000 }).catch((cause) => cause));
  await expect(sendToSupport(request, pace)).rejects.toMatchObject({ code: "unavailable" });
  await Promise.all(open);
  expect(received).toHaveLength(20);
});

test("without a webhook there is nothing at this address", async () => {
  undo.push(replaceSettings(config, {}));
  await expect(sendToSupport(request)).rejects.toMatchObject({ code: "not_found" });
});
