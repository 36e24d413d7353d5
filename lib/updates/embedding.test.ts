import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openTestSqlite } from "../../internal/testing/db.ts";
import { type LocalServer, listen } from "../../internal/testing/http-server.ts";
import { createTestProject, type TestProject } from "../../internal/testing/updates.ts";
import { replaceStore } from "../db/db.ts";
import { searchPassages } from "../search/search.ts";
import { followStore, runExclusive } from "../site/made/follow.ts";
import { currentSite } from "../site/served/current.ts";

const GUIDES = 20;
const guide = (page: number, text = "as always") =>
  `# Guide ${page}\n\n## First\n\nStep one of ${page}, ${text}.\n\n## Second\n\nStep two of ${page}.\n`;

let sqlite: Awaited<ReturnType<typeof openTestSqlite>>;
let restoreStore: () => void;
let project: TestProject;
let provider: LocalServer;
let embedded: string[];

beforeEach(async () => {
  embedded = [];
  provider = await listen(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { input } = z.object({ input: z.array(z.string()) }).parse(JSON.parse(body));
    embedded.push(...input);
    const data = input.map((text, index) => ({ object: "embedding", index, embedding: toVector(text) }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data, model: "test", usage: { prompt_tokens: 1, total_tokens: 1 } }));
  });
  sqlite = await openTestSqlite();
  restoreStore = replaceStore(sqlite.store);
  project = await createTestProject({
    files: Object.fromEntries(Array.from({ length: GUIDES }, (_, page) => [`guide-${page}.mdx`, guide(page)])),
    variables: {
      EMBEDDING_MODEL: "test",
      OPENAI_BASE_URL: `http://${provider.host}/v1`,
      DOCENT_DATA_DIR: sqlite.folder,
    },
  });
});
afterEach(async () => {
  restoreStore();
  await project.remove();
  await sqlite.store.close();
  await sqlite.remove();
  await provider.close();
});

/** Counts of letters: enough for a text to be nearest to itself. */
function toVector(text: string): number[] {
  const vector = Array(26).fill(0);
  for (const letter of text.toLowerCase()) {
    const index = letter.charCodeAt(0) - 97;
    if (index >= 0 && index < 26) vector[index] += 1;
  }
  return vector;
}

test("an update asks the embedding model for what has changed only, and other instances ask for nothing", async () => {
  await project.titleOf("");
  await project.write({ "new.mdx": "# New\n" });
  await project.update();
  const { passages } = await currentSite("pets");
  expect(embedded).toHaveLength(passages.length);

  embedded = [];
  await project.write({ "guide-7.mdx": guide(7, "but otherwise now") });
  expect(await project.update()).toMatchObject({
    status: "success",
    changes: { added: [], modified: ["/docs/guide-7"], removed: [] },
  });
  expect(embedded).toEqual([expect.stringContaining("but otherwise now")]);

  embedded = [];
  await project.write({ "guide-7.mdx": guide(7), "new.mdx": null });
  await rm(path.join(sqlite.folder, "embeddings"), { recursive: true });
  project.restart();
  await runExclusive(() => followStore());
  const site = await currentSite("pets");
  const [first] = await searchPassages(site, { query: "otherwise now", limit: 1 });
  expect(first?.passage.path).toBe("/docs/guide-7");
  expect(embedded).toEqual(["otherwise now"]);
});
