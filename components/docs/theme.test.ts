import { bundledThemes } from "shiki";
import { describe, expect, test } from "vitest";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import { replaceSettings } from "../../lib/config/testing.ts";
import { buildSite } from "../../lib/content/content.ts";
import { createFiles } from "../../lib/content/fixtures/project.ts";
import { codeColours, codeStyle } from "../../lib/site/code-colours.ts";
import { contrastOf } from "../../lib/site/contrast.ts";
import { PAPER, starterQuestionsOf } from "../../lib/site/look.ts";
import { themeScript, themeStyle } from "./theme.ts";

describe("themeStyle", () => {
  test("puts white on a dark accent and near-black on a light one", () => {
    const style = themeStyle({ accent: { light: "#0f5f4c", dark: "#7ddcbf" } });
    expect(style).toBe(":root{--accent:#0f5f4c;--on-accent:#ffffff}.dark{--accent:#7ddcbf;--on-accent:#0d0f0d}");
  });

  test("takes over the background of the content", () => {
    const accent = { light: "#0f5f4c", dark: "#7ddcbf" };
    expect(themeStyle({ accent, background: { dark: "#09090b" } })).toContain(
      ".dark{--accent:#7ddcbf;--on-accent:#0d0f0d;--paper:#09090b}",
    );
  });
});

describe("codeStyle", () => {
  test("gives code the colours of Shiki's themes, in light and in dark, each one readable", async () => {
    const style = await codeStyle({ light: "github-light", dark: "nord" });
    expect(style).toMatch(/^html:root\{--code-foreground:#24292e;.*--code-token-string:#032f62;.*\}html\.dark\{.*\}$/);
    const [, light = "", dark = ""] = /root\{(.*)\}html\.dark\{(.*)\}/.exec(style) ?? [];
    const contrasts = (text: string, paper: string) => (text.match(/#\w{6}/g) ?? []).map((colour) => contrastOf(colour, paper));
    expect(Math.min(...contrasts(light, PAPER.light), ...contrasts(dark, PAPER.dark))).toBeGreaterThanOrEqual(4.5);
    expect(await codeStyle(undefined)).toBe("");
  });

  test("finds a colour for each kind of token in every theme", async () => {
    for (const theme of Object.keys(bundledThemes)) {
      const colours = (await codeColours(theme, "light")).match(/--code-[a-z-]+:#[0-9a-f]{6}/gi);
      expect([theme, colours?.length]).toEqual([theme, 8]);
    }
  });

  test("names a theme that is none", async () => {
    await expect(codeStyle({ light: "github-light", dark: "nrod" })).rejects.toThrow('theme.code.dark: "nrod" is none of Shiki');
  });
});

describe("themeScript", () => {
  test("starts from the configured scheme", () => {
    expect(themeScript({ colorScheme: "dark", hasSchemeSwitch: true })).toContain('let s="dark"');
  });

  test("asks for no earlier choice where the site has one scheme alone", () => {
    expect(themeScript({ colorScheme: "dark", hasSchemeSwitch: false })).not.toContain("localStorage");
  });
});

test("starter questions are those of the configuration, and none beside a docs.json of another folder than it names", async () => {
  const en = ["How do I add a page?"];
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const restore = replaceSettings({
    ...{ organisation: { id: "acme", name: "Acme" }, projects: [project] },
    assistant: { starterQuestions: { en } },
  });
  try {
    const files = createFiles({ "index.mdx": "# Home", "docs.json": JSON.stringify({ navigation: { pages: ["index"] } }) });
    const site = await buildSite(getMainProject(), files);
    const other = await buildSite({ ...getMainProject(), isReplaced: true }, files);
    expect([site, other].map((each) => starterQuestionsOf(each, getConfig()))).toEqual([{ en }, {}]);
  } finally {
    restore();
  }
});
