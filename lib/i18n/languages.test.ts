import { expect, test } from "vitest";
import { languageTag } from "../language-tag.ts";
import { directionOf, translationTag } from "./languages.ts";

test.each([
  ["es", "es"],
  ["es-MX", "es"],
  ["pt", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["zh", "zh-CN"],
  ["zh-TW", "zh-TW"],
  ["zh-Hant", "zh-TW"],
  ["zh-Hans", "zh-CN"],
  ["cn", "zh-CN"],
  ["jp", "ja"],
  ["en", undefined],
  ["constructor", undefined],
])("%s reads the translation %s", (language, tag) => expect(translationTag(language)).toBe(tag));

test.each([
  ["ar-EG", "rtl"],
  ["he", "rtl"],
  ["en", "ltr"],
])("%s is written %s", (language, direction) => expect(directionOf(language)).toBe(direction));

test("a language has a tag that browsers know, whatever its folder is called", () => {
  expect(["cn", "jp", "ua", "zh-TW", "constructor"].map(languageTag)).toEqual(["zh-Hans", "ja", "uk", "zh-TW", "constructor"]);
});
