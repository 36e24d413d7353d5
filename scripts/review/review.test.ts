import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeFolder } from "../../internal/testing/folder.ts";

const root = makeFolder();
const at = (name: string) => path.join(root, name);
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", ...args], { cwd: root });
const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
const description = (parameter: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          parameters: [{ name: parameter, in: "query", schema: { type: "integer" } }],
          responses: { 200: { description: "ok" } },
        },
      },
    },
  });

beforeAll(() => {
  mkdirSync(at("content"));
  writeFileSync(
    at("content/pets.mdx"),
    page("List pets", "List pets with `GET /pets?page_size=5`.\n\nSee [keys](/docs/keys).\n\n## Limits\n\nFive."),
  );
  writeFileSync(
    at("content/keys.mdx"),
    page("Make a key", "Open the settings, and press New key.\n\nA key is secret.\n\nKeep it."),
  );
  writeFileSync(at("content/old.mdx"), page("Old things", "Nothing that anyone needs is on this page about rocks."));
  writeFileSync(at("content/questions.yaml"), "- question: How do I make a key?\n  answeredBy: /docs/keys\n");
  writeFileSync(at("openapi.json"), description("page_size"));
  const project = { id: "docs", domain: "docs", name: "Docs", content: at("content"), apiDescription: at("openapi.json") };
  writeFileSync(at("docent.config.json"), JSON.stringify({ organisation: { id: "acme", name: "Acme" }, projects: [project] }));
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  git("checkout", "--quiet", "-b", "change");
});

function review(...args: string[]): Promise<{ code: unknown; text: string }> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    NODE_ENV: "test" as const,
    DOCENT_DATA_DIR: at("data"),
    DOCENT_CONFIG: at("docent.config.json"),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/review.ts", ...args], { env }, (failure, output, errors) =>
      resolve({ code: failure ? failure.code : 0, text: (output + errors).trim() }),
    );
  });
}

test("an unchanged branch is one line, also where the other one has gone on", async () => {
  git("checkout", "--quiet", "main");
  writeFileSync(at("content/new.mdx"), page("New", "A page that the branch does not have."));
  git("add", "--all");
  git("commit", "--quiet", "--message", "main goes on");
  git("checkout", "--quiet", "change");
  const { code, text } = await review("--against", "main");
  expect(text).toMatch(/^No changes for readers of `docs` since `main` \([0-9a-f]{8}\)\.$/);
  expect(code).toBe(0);
});

test("a branch names pages, dead links, questions lost, changes of the API and what still mentions them", async () => {
  git("mv", "content/keys.mdx", "content/tokens.mdx");
  rmSync(at("content/old.mdx"));
  writeFileSync(at("content/fees.mdx"), page("Pay `fees` <b>", "Pay at the desk."));
  writeFileSync(at("openapi.json"), description("limit"));
  git("add", "--all");
  git("commit", "--quiet", "--message", "change");
  const { text } = await review("--against", "main");
  expect(text).toContain("- Added `/docs/fees`: ``  Pay `fees` <b>  ``".replaceAll("``  ", "`` ").replaceAll("  ``", " ``"));
  expect(text).toContain("- Moved `/docs/keys` to `/docs/tokens`. **The old address is a 404: add a redirect**");
  expect(text).toContain("- Removed `/docs/old`. **The old address is a 404: add a redirect**");
  expect(text).toMatch(/\*\*error\*\* `[^`]*pets\.mdx:7:\d+`: `The link \/docs\/keys leads to no page/);
  expect(text).toContain("- **Lost** `");
  expect(text).toContain(
    "- **Breaking** `GET /pets`: ``The query parameter `page_size` is removed.``"
      .replace("``The", "`` The")
      .replace(".``", ". ``"),
  );
  expect(text).toMatch(/pets\.mdx:5` says the parameter `page_size` \(`GET \/pets`\): `` List pets with `GET/);
  const { text: json } = await review("--against", "main", "--json");
  const [{ pages, mentions, questions }] = JSON.parse(json);
  expect([pages.added.length, pages.moved.length, pages.removed.length, mentions.length, questions.lost.length]).toEqual([
    1, 1, 1, 1, 1,
  ]);
}, 60_000);

test("a commit that is none, and a call without one, say what to give", async () => {
  expect((await review()).text).toContain("Say what to compare with: --against main.");
  expect((await review("--against", "nowhere")).text).toContain("--against nowhere is not a commit of the repository");
});
