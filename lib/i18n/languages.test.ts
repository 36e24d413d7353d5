import { expect, test } from "vitest";
import { directionOf, translationTag } from "./languages.ts";

test.each([
  ["es", "es"],
  ["es-MX", "es"],
  ["pt", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["zh", "zh-CN"],
  ["zh-TW", "zh-TW"],
  ["en", undefined],
  ["constructor", undefined],
])("%s reads the translation %s", (language, tag) => expect(translationTag(language)).toBe(tag));

test.each([
  ["ar-EG", "rtl"],
  ["he", "rtl"],
  ["en", "ltr"],
])("%s is written %s", (language, direction) => expect(directionOf(language)).toBe(direction));
