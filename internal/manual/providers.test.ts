import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { answer } from "../../lib/assistant/answer.ts";
import { askFixture, collect } from "../testing/assistant.ts";
import { DIALECTS, startDialectServer } from "../testing/assistant-dialects.ts";
import { siteOf } from "../testing/assistant-site.ts";
import { replaceSettings } from "../testing/config.ts";

/** A row of the manual's table of providers, with the values that a reader would set. */
interface Row {
  readonly name: string;
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly model: string;
}

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

const code = (cell: string) => /^`([^`]+)`/.exec(cell)?.[1];
const rows: Row[] = readFileSync("content/en/v2/models.mdx", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, name = ""]) => name in DIALECTS)
  .map(([, name = "", url = "", key = "", model = ""]) => ({
    name,
    url: code(url)?.replace("<resource>", "acme"),
    key: key.startsWith("leave it out") ? undefined : "a-key",
    model: code(model) ?? "a-model",
  }));

test("the manual names each kind of provider that is tried here", () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(DIALECTS).sort());
});

test.each(rows)("$name searches and answers with the variables of the manual", async ({ name, url, key, model }) => {
  const dialect = DIALECTS[name];
  if (!dialect) throw new Error(`There is no ${name}.`);
  const input = JSON.stringify({ query: "create a key" });
  const server = await startDialectServer(dialect.calls("search", input), dialect.says(["Run it ", "[1", "]."]));
  undo.push(server.close);
  // The address of the manual with this server in the place of the provider's.
  const { pathname } = new URL(url ?? "https://api.openai.com/v1");
  const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" };
  const variables = {
    ASSISTANT_MODEL: model,
    OPENAI_BASE_URL: `${server.origin}${pathname}`,
    ...(key !== undefined && { OPENAI_API_KEY: key }),
  };
  undo.push(replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, variables));
  const site = await siteOf({ keys: ["API keys", "## Create a key\n\nRun `npm run keys` to create an API key."] });
  const signal = new AbortController().signal;
  const { events } = await answer({ site, ask: askFixture("How do I create a key?"), threadId: "th_1", signal });
  const given = await collect(events);
  const text = given.map((event) => (event.type === "text" ? event.delta : "")).join("");
  expect(text).toBe("Run it [1](https://docs.test/docs/keys#create-a-key).");
  expect(given.find(({ type }) => type === "engine")).toMatchObject({ engine: "model" });
  expect(given.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
  expect(server.asked.map(({ path }) => path)).toEqual([`${pathname}/chat/completions`, `${pathname}/chat/completions`]);
  expect(server.asked[0]?.body.model).toBe(model);
  expect(server.asked[0]?.headers.authorization).toBe(key === undefined ? undefined : `Bearer ${key}`);
});

test.each(rows)("the address of $name is one that the start accepts as it is written", ({ url, key, model }) => {
  const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" };
  const variables = {
    ASSISTANT_MODEL: model,
    ...(url !== undefined && { OPENAI_BASE_URL: url }),
    ...(key !== undefined && { OPENAI_API_KEY: key }),
  };
  undo.push(replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, variables));
});
