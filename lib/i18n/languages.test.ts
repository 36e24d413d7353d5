import { describe, expect, test } from "vitest";
import { assistantMessages } from "./assistant.ts";
import { assistantTriggerMessages } from "./assistant-trigger.ts";
import { docsMessages } from "./docs.ts";
import { errorsMessages } from "./errors.ts";
import { directionOf, languageOf } from "./i18n.ts";
import { insightsMessages } from "./insights.ts";
import { playgroundMessages } from "./playground.ts";
import { searchMessages } from "./search.ts";
import { searchTriggerMessages } from "./search-trigger.ts";

const LANGUAGES = ["es", "fr", "de", "it", "pt-BR", "zh-CN", "zh-TW", "ja", "ko", "ru", "pl", "tr", "ar"];
const parts: Readonly<Record<string, (language: string) => object>> = {
  docs: docsMessages,
  search: searchMessages,
  "search trigger": searchTriggerMessages,
  assistant: assistantMessages,
  "assistant trigger": assistantTriggerMessages,
  playground: playgroundMessages,
  errors: errorsMessages,
  insights: insightsMessages,
};

describe.each(LANGUAGES)("the interface in %s", (language) => {
  test.each(Object.keys(parts))("has every message of %s", (part) => {
    const messages = parts[part]?.(language) ?? {};
    const english = (parts[part]?.("en") ?? {}) as Record<string, unknown>;
    expect(Object.keys(english).filter((key) => languageOf(messages, key as never) === "en")).toEqual([]);
    for (const [key, value] of Object.entries(messages)) expect([key, typeof value]).toEqual([key, typeof english[key]]);
  });

  test("says what happened and what helps, with the time in its own words", () => {
    for (const kind of ["offline", "limited", "server", "broken", "empty"] as const) {
      const { title, howToFix } = assistantMessages(language).failure({ kind, seconds: 300 });
      expect(title.length * howToFix.length).toBeGreaterThan(0);
      expect(howToFix).not.toMatch(/[{}]|undefined/);
    }
  });
});

test("a language without a region has the messages of its commonest one", () => {
  expect(docsMessages("zh").skip).toBe(docsMessages("zh-CN").skip);
  expect(docsMessages("pt").skip).toBe(docsMessages("pt-BR").skip);
  expect(docsMessages("zh-TW").skip).not.toBe(docsMessages("zh-CN").skip);
});

test("Arabic is written from right to left", () => {
  expect(directionOf("ar")).toBe("rtl");
});
