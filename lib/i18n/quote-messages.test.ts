import { expect, test, vi } from "vitest";
import { quoteMessages } from "./quote-messages.ts";

test("every language of the interface has its own sentences", () => {
  const languages = ["es", "fr", "de", "it", "pt-BR", "zh-CN", "zh-TW", "ja", "ko", "ru", "pl", "tr", "ar"];
  const leads = languages.map((language) => quoteMessages(undefined, language).lead);
  expect(new Set([...leads, quoteMessages("en").lead]).size).toBe(languages.length + 1);
});

test("a question is answered in its own language, as the page writes it; in English where there are no sentences", () => {
  expect(quoteMessages("es", "en").lead).toBe("De la documentación:");
  expect(quoteMessages("zh", "zh-TW").lead).toBe("文件中的內容：");
  expect(quoteMessages("zh", "en").lead).toBe("文档中的内容：");
  expect(quoteMessages("el", "sv")).toBe(quoteMessages("en"));
});

test("a site says them in its own words, and in a language that the engine does not speak", async () => {
  vi.resetModules();
  vi.doMock("../../site/index.ts", () => ({
    default: { messages: { en: { quotes: { lead: "We wrote:" } }, sv: { quotes: { lead: "Från dokumentationen:" } } } },
  }));
  const own = await import("./quote-messages.ts");
  expect(own.quoteMessages("en").lead).toBe("We wrote:");
  expect(own.quoteMessages("sv", "en")).toMatchObject({ lead: "Från dokumentationen:", farewell: "Goodbye!" });
  expect(own.listQuoteMessages().map(({ lead }) => lead)).toContain("Från dokumentationen:");
});
