import { describe, expect, test } from "vitest";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import { replaceSettings } from "../../lib/config/testing.ts";
import { createFiles } from "../../lib/content/fixtures/project.ts";
import { buildSite } from "../../lib/content/site.ts";
import { starterQuestionsOf } from "../../lib/site/look.ts";
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
