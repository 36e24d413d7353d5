import { bundledThemes } from "shiki";
import { describe, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { createFiles } from "../../internal/testing/content.ts";
import { getConfig, getMainProject } from "../../lib/config/config.ts";
import { buildSite } from "../../lib/content/content.ts";
import { codeColours, codeStyle } from "../../lib/site/served/code-colours.ts";
import { contrastOf, lookOf, PAPER, starterQuestionsOf } from "../../lib/site/served/look.ts";
import { themeScript, themeStyle } from "./theme.ts";

describe("themeStyle", () => {
  test("puts white on a dark accent and near-black on a light one", () => {
    const style = themeStyle({ accent: { light: "#0f5f4c", dark: "#7ddcbf" } });
    expect(style).toBe(":root{--accent:#0f5f4c;--on-accent:#ffffff}.dark{--accent:#7ddcbf;--on-accent:#0d0f0d}");
  });

  test("takes over the background of the content", () => {
    const accent = { light: "#0f5f4c", dark: "#7ddcbf" };
    const style = themeStyle({ accent, background: { dark: "#09090b" } });
    expect(style).toContain(";--dark-paper:#09090b;");
    expect(style).toContain(";--dark-line:color-mix(in srgb,#e9e7e1 11%,#09090b)");
    expect(style).not.toContain("--light-");
  });

  test("names the fonts of the content before the site's own, and loads those that the folder has", () => {
    const accent = { light: "#0f5f4c", dark: "#7ddcbf" };
    const text = { family: "Inter", weight: undefined, file: undefined };
    const heading = { family: "Satoshi", weight: 600, file: "/docs/fonts/Satoshi-Variable.woff2" };
    const style = themeStyle({ accent, fonts: { text, heading } });
    expect(style).toContain(';--text-font:"Inter",;--heading-font:"Satoshi",;--heading-weight:600}');
    expect(style).toMatch(
      /^@font-face\{font-family:"Satoshi";src:url\("\/docs\/fonts\/Satoshi-Variable\.woff2"\);font-weight:100 900;font-display:swap\}:root/,
    );
    expect(themeStyle({ accent, fonts: { text, heading: text } })).not.toContain("@font-face");
  });
});

describe("codeStyle", () => {
  test("gives code the colours of Shiki's themes, in light and in dark, each one readable", async () => {
    const style = await codeStyle({ light: "github-light", dark: "nord" });
    expect(style).toMatch(
      /^html:root:not\(\.dark\)\{--code-foreground:#24292e;.*--code-token-string:#032f62;.*\}html\.dark\{.*\}$/,
    );
    const [, light = "", dark = ""] = /root:not\(\.dark\)\{(.*)\}html\.dark\{(.*)\}/.exec(style) ?? [];
    const contrasts = (text: string, paper: string) => (text.match(/#\w{6}/g) ?? []).map((colour) => contrastOf(colour, paper));
    expect(Math.min(...contrasts(light, PAPER.light), ...contrasts(dark, PAPER.dark))).toBeGreaterThanOrEqual(4.5);
    expect(await codeStyle(undefined)).toBe("");
  });

  test("keeps the ground of a theme of the other scheme, for blocks of code alone", async () => {
    const style = await codeStyle({ light: "night-owl", dark: "night-owl" });
    expect(style).toMatch(
      /^html:root:not\(\.dark\) \.code\{--sunk:#011627;--card:#011627;--ink:#ffffff;color:#ffffff;.*\}html\.dark\{--code-foreground/,
    );
    const [, light = ""] = /\.code\{(.*)\}html/.exec(style) ?? [];
    const colours = (light.match(/--(?:code|tone)-[a-z-]+:#\w{6}/g) ?? []).map((each) => each.slice(-7));
    expect(colours).toHaveLength(11);
    expect(light).toContain("--accent:#ffffff;");
    expect(Math.min(...colours.map((colour) => contrastOf(colour, "#011627")))).toBeGreaterThanOrEqual(4.5);
  });

  test("finds a colour for each kind of token in every theme", async () => {
    for (const theme of Object.keys(bundledThemes)) {
      const colours = (await codeColours(theme, "light")).match(/--code-[a-z-]+:#[0-9a-f]{6}/gi);
      expect([theme, colours?.length]).toEqual([theme, 8]);
    }
  });

  test("reports an unknown theme", async () => {
    await expect(codeStyle({ light: "githb-light", dark: "nord" })).rejects.toThrow('Did you mean "github-light"?');
    await expect(codeStyle({ light: "github-light", dark: "nrod" })).rejects.toThrow(
      'theme.code.dark: "nrod" is not a theme of Shiki. Choose one of: andromeeda,',
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

test("links of the configuration have their text and address in the language of the reader", async () => {
  const project = { id: "docs", domain: "docs", name: "Docs", languages: ["en", "de"].map((id) => ({ id, label: id })) };
  const pricing = { text: { en: "Pricing", de: "Preise" }, url: { en: "/pricing", de: "/de/pricing" } };
  const start = { text: "Start", url: "/docs/start?a=b#c" };
  const elsewhere = { text: { de: "Firma" }, url: "https://acme.example" };
  const restore = replaceSettings({
    ...{ organisation: { id: "acme", name: "Acme" }, projects: [project] },
    ...{ navigation: { links: [pricing, start] }, footer: { links: [elsewhere] } },
  });
  try {
    const site = await buildSite(getMainProject(), createFiles({ "en/start.mdx": "# Start" }));
    const [english, german] = ["en", "de"].map((language) => lookOf(getConfig(), site, language));
    expect(english?.links).toEqual([{ text: "Pricing", url: "/pricing" }, start]);
    expect(german?.links).toEqual([
      { text: "Preise", url: "/de/pricing" },
      { text: "Start", url: "/de/docs/start?a=b#c" },
    ]);
    expect([english, german].map((look) => look?.footerLinks[0]?.text)).toEqual(["Firma", "Firma"]);
  } finally {
    restore();
  }
});

test("links of the footer to other networks have their names, also where the site's own address leads there", async () => {
  const socials = { discord: "https://docs.example/chat", x: "https://x.com/a", website: "https://docs.example" };
  const files = createFiles({
    "docs.json": JSON.stringify({ navigation: { pages: ["a"] }, footer: { socials } }),
    "a.mdx": "# A",
  });
  const look = lookOf(getConfig(), await buildSite({ ...getMainProject(), isReplaced: true }, files));
  expect(look.socials.map(({ text }) => text)).toEqual(["Discord", "X", "docs.example"]);
});

test("fonts and the theme of code are those of docs.json, a font with the file that the folder has", async () => {
  const look = async (settings: object) => {
    const files = createFiles({ "docs.json": JSON.stringify({ navigation: { pages: ["a"] }, ...settings }), "a.mdx": "# A" });
    return lookOf(getConfig(), await buildSite(getMainProject(), { ...files, assets: ["fonts/Own.woff2"] }));
  };
  const own = { family: "Own", source: "/fonts/Own.woff2" };
  const { fonts, code } = await look({ fonts: { family: "Inter", heading: own }, styling: { codeblocks: { theme: "nord" } } });
  expect(fonts).toEqual({
    text: { family: "Inter", weight: undefined, file: undefined },
    heading: { family: "Own", weight: undefined, file: "/docs/fonts/Own.woff2" },
  });
  expect(code).toEqual({ light: "nord", dark: "nord" });
  const other = await look({ fonts: { body: { family: 'x"; } *' } }, styling: { codeblocks: { theme: "css-variables" } } });
  expect([other.fonts, other.code]).toEqual([{ text: undefined, heading: undefined }, undefined]);
  expect((await look({ styling: { codeblocks: "system" } })).code).toBeUndefined();
});
