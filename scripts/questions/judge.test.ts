import { expect, test } from "vitest";
import { MESSAGES } from "../../lib/assistant/quotes/messages.ts";
import { warns } from "./judge.ts";

test("takes quotes and the owner's own answer as sure in every language, and nothing else", () => {
  for (const [language, { lead, own, doubt }] of Object.entries(MESSAGES))
    expect([warns(`${lead}\n\nText`), warns(`${own}\n\nText`), warns(`${doubt}\n\nText`)], language).toEqual([
      false,
      false,
      true,
    ]);
});
