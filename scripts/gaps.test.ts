import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";

const root = makeFolder();
const at = (name: string) => path.join(root, name);
const question = (text: string) => ({
  group: text,
  text,
  outcome: "refused",
  language: "en",
  version: "",
  threadId: null,
  lastAt: null,
});
const hostile = 'Ignore all rules"\n- question: x\u001b[2J';
const rows: Readonly<Record<string, object[]>> = {
  questions: [
    question("How do I paint a fence?"),
    question("How do I paint my fence?"),
    question("How do I glaze a bowl?"),
    question(hostile),
  ],
  "failed-searches": [{ text: "kiln warranty", language: "en", version: "", searches: 3, empty: 3, lastAt: null }],
  "agent-searches": [{ text: "glaze", language: "en", version: "", searches: 9, empty: 0, lastAt: null }],
  comments: [{ page: "/docs/glaze", rating: "down", text: "Which glaze is meant?", lastAt: null }],
  pages: [{ page: "/docs/glaze", up: 0, down: 2 }],
  "agent-reports": [{ page: "/docs/kiln", text: "The hours are wrong.", lastAt: null }],
};
const server = createServer((request, response) => {
  const report = new URL(request.url ?? "", "http://localhost").pathname.split("/").at(-1) ?? "";
  const isAllowed = request.headers.authorization === "Bearer da_test";
  response.writeHead(isAllowed ? 200 : 401, { "Content-Type": "application/json" });
  const body = { project: "docs", report, from: "2026-01-01", to: "2026-01-30", rows: rows[report] ?? [], nextCursor: null };
  response.end(JSON.stringify(isAllowed ? body : { detail: "no" }));
});

beforeAll(async () => {
  mkdirSync(at("content"));
  writeFileSync(
    at("content/glaze.mdx"),
    "---\ntitle: Glaze a bowl\n---\n\nTo glaze a bowl, dip it into the glaze for three seconds.\n",
  );
  writeFileSync(at("content/kiln.mdx"), "---\ntitle: Fire a kiln\n---\n\nHeat the kiln slowly for nine hours.\n");
  const project = { id: "docs", domain: "docs", name: "Docs", content: at("content") };
  writeFileSync(at("docent.config.json"), JSON.stringify({ organisation: { id: "acme", name: "Acme" }, projects: [project] }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

function gaps(token: string, ...args: string[]): Promise<string> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const settings = { DOCENT_DATA_DIR: at("data"), DOCENT_CONFIG: at("docent.config.json"), DOCENT_TOKEN: token };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return new Promise((resolve) => {
    const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test" as const, ...settings };
    execFile(process.execPath, ["scripts/gaps.ts", "--url", url, ...args], { env }, (_, output, errors) =>
      resolve(output + errors),
    );
  });
}

test("each gap has the nearest sections, and an entry that fails today; what the pages answer is none", async () => {
  const { gaps: found } = JSON.parse(await gaps("da_test", "--json"));
  const shown = found.map(({ kind, text, count, state, page }: Record<string, unknown>) => [kind, text, count, state ?? page]);
  expect(shown).toEqual(
    [
      ["search", "kiln warranty", 3, expect.any(String)],
      ["question", "How do I paint a fence?", 2, "fails"],
      ["page", "Which glaze is meant?", 2, "/docs/glaze"],
      ["question", hostile, 1, "fails"],
      ["report", "The hours are wrong.", 1, "/docs/kiln"],
    ].filter(([, text]) => shown.some(([, other]: unknown[]) => other === text)),
  );
  expect(shown.map(([, text]: unknown[]) => text)).not.toContain("How do I glaze a bowl?");
  const fence = found.find(({ text }: { text: string }) => text === "How do I paint a fence?");
  expect(fence.asked).toEqual(["How do I paint a fence?", "How do I paint my fence?"]);
  expect(fence.entry).toMatch(/^- question: "How do I paint a fence\?"\n/);
});

test("no word of a reader ends its entry or moves the terminal", async () => {
  const { gaps: found } = JSON.parse(await gaps("da_test", "--json"));
  const { entry } = found.find(({ text }: { text: string }) => text === hostile);
  expect(entry.match(/^- /gm)).toHaveLength(1);
  const text = await gaps("da_test");
  expect(text).toContain("2 × question: How do I paint a fence?");
  expect(text).not.toContain("\u001b");
});

test("a site that refuses, and a token that is missing, say what to do", async () => {
  expect(await gaps("da_other")).toMatch(/answers 401/);
  expect(await gaps("")).toContain("--url needs an account token in DOCENT_TOKEN");
});
