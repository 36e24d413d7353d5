import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COMPONENTS } from "../../lib/content/components/components.ts";
import { parseQuestions } from "../../lib/content/site/questions.ts";
import { isForkPath, MANUAL_PAGES, toForkPackage } from "../../scripts/owners.ts";
import { listStarterPages } from "../../scripts/starter-pages.ts";
import { buildPage } from "../testing/content.ts";
import { toFiles } from "./files.ts";

const answers = {
  ...{ name: "Kiln (works)", languages: ["en"], versions: [], basePath: "", api: undefined, url: undefined },
  colors: { light: "#9c3d10", dark: "#ffb38a" },
} as unknown as Parameters<typeof toFiles>[0];

test("each page of a new site is named until somebody changes it", () => {
  const files = Object.entries(toFiles(answers)).flatMap(([path, text]) => (path.endsWith(".mdx") ? [{ path, text }] : []));
  expect(files.length).toBe(6);
  expect(listStarterPages(files)).toEqual(files.map(({ path }) => path));
  const changed = files.map(({ path, text }, at) => ({
    path,
    text: at === 0 ? text.replace(/^---/, "---\ndraft: true") : at === 1 ? `${text}\nMore.\n` : text,
  }));
  expect(listStarterPages(changed)).toEqual(files.slice(2).map(({ path }) => path));
});

describe("AGENTS.md of a new site", () => {
  const text = toFiles(answers)["AGENTS.md"] ?? "";

  test("names components that there are, with attributes that they read", () => {
    const named = [...text.matchAll(/`<([A-Z][\w.]*)((?: [a-z]+)*)>`/g)].map(([, name = "", attributes = ""]) => ({
      name,
      attributes: attributes.split(" ").filter(Boolean),
    }));
    expect(named.length).toBeGreaterThan(20);
    const wrong = named.filter(({ name, attributes }) => attributes.some((each) => !(each in (COMPONENTS[name]?.props ?? {}))));
    expect(wrong).toEqual([]);
    expect(named.filter(({ name }) => !COMPONENTS[name])).toEqual([]);
  });

  test("its page is right, as it stands there", async () => {
    const [, page = ""] = /```mdx\n(.*?)\n```/s.exec(text) ?? [];
    const { pages, findings } = await buildPage(page);
    expect([pages[0]?.title, findings]).toEqual(["Restore a backup", []]);
  });

  test("its question is one that check reads, and its commands are those of a site", () => {
    const [, questions = ""] = /```yaml\n(.*?)\n```/s.exec(text) ?? [];
    expect(parseQuestions("questions.yaml", questions)).toMatchObject({
      questions: [{ answeredBy: ["/docs/guides/restore#restore-a-backup"] }],
      findings: [],
    });
    const { scripts } = toForkPackage(JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> });
    const commands = [...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = ""]) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("its paths are there", () => {
    const paths = [...text.matchAll(/^\| `([^`<]+)` \|/gm)].map(([, name = ""]) => name);
    const files = Object.keys(toFiles(answers));
    const isThere = (name: string) => files.some((file) => file.startsWith(name)) || isForkPath(`${name}x`);
    expect(paths.filter((name) => !isThere(name) && !name.startsWith(MANUAL_PAGES))).toEqual([]);
  });
});
