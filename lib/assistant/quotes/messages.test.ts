import { expect, test } from "vitest";
import { quoteMessages } from "./messages.ts";

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
