import { describe, expect, test } from "vitest";
import { createFiles, createLargeProject } from "../../internal/testing/content.ts";
import { CATASTROPHIC_PATTERNS } from "../../internal/testing/patterns.ts";
import { buildSite } from "../content/content.ts";
import { FindInput, findText, toFindText } from "./find-text.ts";

const long = `${"word ".repeat(300)}NEEDLE${" word".repeat(300)}`;
const site = await buildSite(
  createLargeProject(),
  createFiles({
    "en/v2/index.mdx": "# Home\n\nStart here.",
    "en/v2/errors.mdx": "# Errors\n\nBefore.\n\n`E_TIMEOUT (30s)` ends a call.\n\nAfter.",
    "en/v2/errors/codes.mdx": "# Codes\n\nE_TIMEOUT, e_timeout and E_LOST.",
    "en/v2/long.mdx": `# Long\n\n${long}`,
    "en/v2/hostile.mdx": `# Hostile\n\n${"a".repeat(1_500)}\n\n${"ab ".repeat(500)}`,
    "en/v1/errors.mdx": "# Errors\n\nE_TIMEOUT in v1.",
  }),
);
const find = (input: Partial<FindInput>) => findText(site, FindInput.parse(input));
const places = async (input: Partial<FindInput>) => (await find(input)).matches.map(({ path, line }) => `${path}:${line}`);

describe("find_text", () => {
  test("gives page, line of the Markdown and the lines around it", async () => {
    const { matches, complete } = await find({ text: "E_TIMEOUT (30s)", lines: 2 });
    expect([matches.length, complete]).toEqual([1, true]);
    const [match] = matches;
    expect(match).toMatchObject({ path: "/docs/errors", title: "Errors", text: "`E_TIMEOUT (30s)` ends a call." });
    expect(match?.before).toEqual(["Before.", ""]);
    expect(match?.after).toEqual(["", "After."]);
  });

  test("takes a text as it is written, and a pattern as RE2 does", async () => {
    expect(await places({ text: "(30s)" })).toHaveLength(1);
    expect(await places({ pattern: "E_(TIMEOUT|LOST)\\b", version: "v2" })).toHaveLength(2);
    expect(await places({ text: "e_timeout", ignoreCase: true, version: "v2" })).toHaveLength(2);
    expect(await places({ text: "e_timeout", version: "v2" })).toHaveLength(1);
    expect(toFindText(await find({ text: "nothing has this" }))).toBe("No line of the documentation matches.");
  });

  test("keeps to a page and those below it, to a version and a language", async () => {
    const paths = async (input: Partial<FindInput>) =>
      (await find({ text: "E_TIMEOUT", ...input })).matches.map(({ path }) => path);
    expect(await paths({})).toEqual(expect.arrayContaining(["/docs/errors", "/docs/errors/codes", "/docs/v1/errors"]));
    expect(await paths({ path: "/docs/errors/" })).toEqual(["/docs/errors", "/docs/errors/codes"]);
    expect(await paths({ path: "/docs/err" })).toEqual([]);
    expect(await paths({ version: "v1" })).toEqual(["/docs/v1/errors"]);
    expect(await paths({ language: "xx" })).toEqual([]);
  });

  test("cuts a long line around the match, and says when there is more", async () => {
    const { matches } = await find({ text: "NEEDLE" });
    expect(matches[0]?.text).toMatch(/^….{1,400}…$/);
    expect(matches[0]?.text).toContain("NEEDLE");
    const some = await find({ text: "E_TIMEOUT", limit: 1 });
    expect([some.matches.length, some.complete]).toEqual([1, false]);
    expect(toFindText(some)).toContain("There may be more");
  });

  test.each(["(?=a)", "(a)\\1", "(", "a{1001}", "[z-a]"])(
    "refuses %s, which RE2 does not take, and names the field",
    async (pattern) => {
      await expect(find({ pattern })).rejects.toThrow(/^pattern: is no pattern of RE2/);
    },
  );

  test.each(CATASTROPHIC_PATTERNS)("answers %s or refuses it for its size", async (pattern) => {
    const outcome = await find({ pattern }).then(
      ({ pages }) => pages,
      (thrown: Error) => thrown.message,
    );
    expect([site.pages.length, "pattern: is too large; repeat less, or nest repeats less deeply"]).toContain(outcome);
  });

  test.each([
    {},
    { text: "a", pattern: "a" },
    { text: "" },
    { text: "x".repeat(501) },
    { pattern: "x".repeat(201) },
    { text: "a", limit: 51 },
    { text: "a", lines: 4 },
  ])("refuses %j", (input) => expect(FindInput.safeParse(input).success).toBe(false));
});
