import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toToken } from "@/lib/auth/credential.ts";
import { createKey } from "@/lib/auth/keys.ts";
import { replaceSettings } from "@/lib/config/testing.ts";
import { replaceStore } from "@/lib/db/client.ts";
import { openTestSqlite } from "@/lib/db/testing.ts";
import { callRoute, readProblem } from "@/lib/http/testing.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { arbitraryBodies } from "./bodies.testing.ts";
import { endpoints } from "./endpoints.testing.ts";

const undo: (() => unknown)[] = [];
const log: string[] = [];
let token = "";
/** For each endpoint; `npm run bench -- service` asks for more. */
const runs = Number(process.env.DOCENT_BODIES ?? 150);

beforeAll(async () => {
  const { folder, store, remove } = await openTestSqlite();
  const content = path.join(folder, "content");
  await mkdir(content);
  await writeFile(path.join(content, "index.mdx"), "---\ntitle: Install\n---\n\nInstall it with npm.\n");
  const project = { id: "docs", domain: "docs", name: "Docs", content };
  const organisation = { id: "acme", name: "Acme" };
  undo.push(
    replaceSettings({ organisation, projects: [project] }, { DOCENT_DATA_DIR: folder }),
    replaceStore(store),
    replaceLogSink((line) => log.push(line)),
    async () => {
      await store.close();
      await remove();
    },
  );
  const bounds = { name: "", addresses: [], origins: [], expiresAt: null };
  token = toToken(await createKey({ ...bounds, kind: "assistant", organisation: "acme", project: "docs" }));
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

test.each(endpoints.filter(({ body, scope }) => body && scope === "assistant"))(
  "$name answers every body with a result or with a refusal that names fields",
  async ({ name, route, method, address }) => {
    let [accepted, refused] = [0, 0];
    const answer = async (body: unknown) => {
      const response = await callRoute(route, { method, ...address("docs"), token, body: JSON.stringify(body) });
      if (response.status < 400) {
        accepted += 1;
        await response.body?.cancel();
        return;
      }
      refused += 1;
      const problem = await readProblem(response);
      expect(problem.status, JSON.stringify({ problem, log: log.at(-2) })).toBeLessThan(500);
      if (problem.code === "invalid_request") expect(problem.errors?.length).toBeGreaterThan(0);
    };
    await fc.assert(fc.asyncProperty(arbitraryBodies(name), answer), { numRuns: runs });
    expect(refused).toBeGreaterThan(10);
    expect(accepted + refused).toBe(runs);
  },
  30_000 + runs * 100,
);
