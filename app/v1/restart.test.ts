import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { findPostgres, startPostgres } from "@/internal/testing/db-server.ts";
import { makeFolder } from "@/internal/testing/folder.ts";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { closeStore, getDatabase } from "@/lib/db/db.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { makeKey, writePages } from "../../internal/testing/v1-service.ts";
import * as message from "./assistant/[domain]/message/route.ts";

const programs = findPostgres();
const everything = 1_000_000_000;

describe.runIf(programs)("on a separate Postgres server (needs Debian's postgresql)", () => {
  test("a restart in the middle of requests refuses them with 503, halves none, and the next ones pass", {
    timeout: 120_000,
  }, async () => {
    const server = await startPostgres(programs ?? "");
    const folder = makeFolder();
    const undo = [await useProject(folder, server.url), replaceLogSink(() => {})];
    try {
      const token = await makeKey({ kind: "assistant" });
      const accepted: string[] = [];
      const answered = new EventTarget();
      const until = async (condition: () => boolean) => {
        while (!condition()) await once(answered, "answer");
      };
      let refused = 0;
      let working = true;
      const lanes = Array.from({ length: 8 }, async (_, lane) => {
        for (let count = 0; working; count++) {
          const response = await ask(token, `${lane}-${count}`);
          if (response.status === 200) accepted.push(await readToEnd(response));
          else {
            const { status, code } = await readProblem(response);
            expect([status, code, response.headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
            refused += 1;
            // As a caller pauses before it asks again.
            await pause(20);
          }
          answered.dispatchEvent(new Event("answer"));
        }
      });
      for (let restart = 0; restart < 3; restart++) {
        await until(() => accepted.length >= (restart + 1) * 16);
        const before = refused;
        await server.kill();
        await until(() => refused > before);
        await server.start();
      }
      const before = accepted.length;
      await until(() => accepted.length > before + 16);
      working = false;
      await Promise.all(lanes);

      expect(new Set(accepted).size).toBe(accepted.length);
      const stored = await countMessages();
      expect(accepted.filter((id) => !stored.has(id))).toEqual([]);
      // The question of an accepted request is stored before its answer begins; no thread is without one.
      expect([...stored].filter(([, { questions }]) => questions !== 1)).toEqual([]);
      expect((await ask(token, "last")).status).toBe(200);
    } finally {
      await closeStore();
      for (const step of undo.reverse()) step();
      await server.kill();
      await server.remove();
    }
  });
});

async function useProject(folder: string, url: string): Promise<() => void> {
  const content = await writePages(folder);
  const limits = {
    messagesPerKeyPerMonth: everything,
    requestsPerOrganisationPerHour: everything,
    requestsPerAddressPerDay: everything,
  };
  const projects = [{ id: "docs", domain: "docs", name: "Docs", content }];
  return replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects, limits }, { DATABASE_URL: url });
}

function ask(token: string, id: string): Promise<Response> {
  const messages = [{ id, role: "user", content: "How do I install it?", parts: [] }];
  const body = { fp: "f", messages };
  return callRoute(message, { path: "/v1/assistant/docs/message", params: { domain: "docs" }, token, body });
}

/** The thread of an answer that is read to its end. */
async function readToEnd(response: Response): Promise<string> {
  expect(await response.text()).toContain('"finishReason":"stop"');
  return response.headers.get("x-thread-id") ?? "";
}

/** Questions and answers of every thread. */
async function countMessages(): Promise<Map<string, { questions: number; answers: number }>> {
  const database = await getDatabase();
  const threads = await database.selectFrom("threads").select("id").execute();
  const messages = await database.selectFrom("messages").select(["thread_id", "role"]).execute();
  const of = (id: string, role: string) => messages.filter((stored) => stored.thread_id === id && stored.role === role).length;
  return new Map(threads.map(({ id }) => [id, { questions: of(id, "user"), answers: of(id, "assistant") }]));
}
