import { type QuoteMessages, quote } from "./en/quotes.ts";
import { addTranslation, catalogue, hasOwnMessages, ownLanguageTags } from "./i18n.ts";
import { baseOf, translationTag } from "./languages.ts";
import type { Translation } from "./own-messages.ts";
import quotes from "./quotes.json" with { type: "json" };

export type { QuoteMessages };

/* Sentences of answers without a model. Apart from the messages of pages, so that the assistant's functions carry these alone. */

const translations: Readonly<Record<string, Translation["quotes"]>> = quotes;
for (const [tag, translation] of Object.entries(translations)) addTranslation(tag, { quotes: translation });

const messagesOf = catalogue("quotes", quote);

/** Returns the sentences of the first language that has any, in the form of address that a later tag names; English by default. */
export function quoteMessages(...languages: readonly (string | undefined)[]): QuoteMessages {
  for (const language of languages) {
    if (language === undefined) continue;
    const form = languages.find((other) => other?.startsWith(`${baseOf(language)}-`)) ?? language;
    if (baseOf(form) === "en" || translationTag(form) !== undefined || hasOwnMessages(form, "quotes")) return messagesOf(form);
  }
  return messagesOf("en");
}

/** Lists the sentences of every language that the assistant speaks, also those that a site has added. */
export function listQuoteMessages(): QuoteMessages[] {
  return [...new Set(["en", ...Object.keys(translations), ...ownLanguageTags()])].map((language) => messagesOf(language));
}
