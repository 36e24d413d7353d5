import { afterAll, beforeEach, expect, test } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { eachStore } from "@/internal/testing/db.ts";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { createSiteToken } from "@/lib/auth/session.ts";
import { getCounters } from "@/lib/db/db.ts";
import { openAnswers } from "@/lib/http/stream-response.ts";
import { clearFullBuckets, listCounts } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { makeKey } from "../../../internal/testing/v1-service.ts";
import * as message from "./[domain]/message/route.ts";

const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" };
const undo = [
  replaceSettings(
    {
      organisation: { id: "acme", name: "Acme" },
      projects: [project],
      limits: { openAnswersPerKey: 2, openAnswersPerAddress: 1, messagesPerKeyPerMonth: 4 },
    },
    {},
  ),
  replaceLogSink(() => {}),
];
afterAll(() => {
  for (const step of undo) step();
});

const ask = (token: string) =>
  callRoute(message, {
    token,
    path: "/v1/assistant/docs/message",
    params: { domain: "docs" },
    body: { fp: "reader", messages: [{ id: "1", role: "user", content: "How do I create a key?", parts: [] }] },
  });

eachStore(() => {
  beforeEach(async () => {
    clearFullBuckets();
    // Other tests of the process leave answers unread.
    openAnswers.clear();
    await (await getCounters()).deleteFrom("counters").execute();
  });

  test("a key has a limited number of open answers; one more is refused, charges nothing, and is accepted when one has ended", async () => {
    const token = await makeKey({});
    const open = [await ask(token), await ask(token)];
    const refused = await ask(token);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await readProblem(refused)).toMatchObject({
      code: "limit_exceeded",
      detail: expect.stringContaining("The key has reached its limit of open answers (2)"),
    });
    expect((await listCounts()).filter(({ bucket }) => bucket.startsWith("key:")).map(({ count }) => count)).toEqual([2]);
    await open[0]?.text();
    open.push(await ask(token));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all(open.slice(1).map((answer) => answer.text()));
  });

  test("a slot is free again when the reader leaves, and when a limit refuses the message", async () => {
    const token = await makeKey({});
    for (let message = 0; message < 4; message += 1) {
      await (await ask(token)).body?.cancel();
      // The answer ends a little after its reader has gone.
      await expect.poll(() => openAnswers.size).toBe(0);
    }
    for (let message = 0; message < 3; message += 1) {
      const refused = await readProblem(await ask(token));
      expect(refused.detail).toContain("Used up: key");
    }
  });

  test("readers of the site have their places by address", async () => {
    const { token } = await createSiteToken({ domain: "docs", fp: "reader" });
    const open = await ask(token);
    expect((await readProblem(await ask(token))).detail).toContain("Your address has reached its limit of open answers (1)");
    await open.text();
    const next = await ask(token);
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining("finish")]);
  });
});
