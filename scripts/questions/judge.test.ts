import { expect, test } from "vitest";
import { listQuoteMessages } from "../../lib/i18n/quote-messages.ts";
import { warns } from "./judge.ts";

test("takes quotes and the owner's own answer as sure in every language, and nothing else", () => {
  for (const { lead, own, doubt } of listQuoteMessages())
    expect([warns(`${lead}\n\nText`), warns(`${own}\n\nText`), warns(`${doubt}\n\nText`)], lead).toEqual([false, false, true]);
});
