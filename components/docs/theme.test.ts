import { describe, expect, test } from "vitest";
import { themeScript, themeStyle } from "./theme.ts";

describe("themeStyle", () => {
  test("puts white on a dark accent and near-black on a light one", () => {
    const style = themeStyle({ accent: { light: "#0f5f4c", dark: "#7ddcbf" }, colorScheme: "system" });
    expect(style).toBe(":root{--accent:#0f5f4c;--on-accent:#ffffff}.dark{--accent:#7ddcbf;--on-accent:#0d0f0d}");
  });
});

describe("themeScript", () => {
  test("starts from the configured scheme", () => {
    expect(themeScript({ accent: { light: "#000000", dark: "#ffffff" }, colorScheme: "dark" })).toContain('let s="dark"');
  });
});
