import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../internal/testing/config.ts";
import { createFiles } from "../internal/testing/content.ts";
import { getMainProject } from "../lib/config/config.ts";
import { buildSite } from "../lib/content/content.ts";
import { checkAgents } from "./check-agents.ts";

let restore: (() => void) | undefined;
afterEach(() => restore?.());

async function check(files: Readonly<Record<string, string>>, config: object = {}) {
  const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.acme.com" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], ...config }, {});
  const { findings, summary } = await checkAgents(await buildSite(getMainProject(), createFiles(files)));
  return { messages: findings.map(({ file, message }) => `${file}: ${message}`), summary };
}

test("says how large pages and lists are, and that every tool answers", async () => {
  const { messages, summary } = await check({
    "index.mdx": "# Home\n\nSee [start](/docs/start).",
    "start.mdx": "# Start\n\n```sh\nls\n```",
  });
  expect(messages).toEqual([]);
  expect(summary).toMatch(
    /^For agents: 2 pages as Markdown, the longest with \d+ characters; llms.txt \d+ and llms-full.txt \d+ characters; every tool answers\.$/,
  );
});

test("names a page that agents cut", async () => {
  const { messages } = await check({ "index.mdx": "# Home", "long.mdx": `# Long\n\n${"word ".repeat(11_000)}` });
  expect(messages).toEqual([
    expect.stringMatching(/long\.mdx: The page has \d+ characters as Markdown; agents cut it after about 50000/),
  ]);
});

test("names a list that agents cut", async () => {
  const pages = Array.from({ length: 400 }, (_, index) => [
    `p${index}.mdx`,
    `---\ntitle: Page ${index}\ndescription: ${"words ".repeat(50)}\n---\nText`,
  ]);
  const { messages } = await check(Object.fromEntries(pages));
  expect(messages).toEqual([expect.stringMatching(/^llms\.txt: llms\.txt of en has \d+ characters/)]);
});

test("leaves out MCP where it is off", async () => {
  expect((await check({ "index.mdx": "# Home" }, { mcp: { enabled: false } })).messages).toEqual([]);
});
