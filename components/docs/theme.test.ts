import { describe, expect, test } from "vitest";
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
