import type { AssistantMessages, AssistantTriggerMessages } from "./en/assistant.ts";
import type { DocsMessages } from "./en/docs.ts";
import type { ErrorsMessages } from "./en/errors.ts";
import type { InsightsMessages } from "./en/insights.ts";
import type { PlaygroundMessages } from "./en/playground.ts";
import type { QuoteMessages } from "./en/quotes.ts";
import type { SearchMessages, SearchTriggerMessages } from "./en/search.ts";
import type { Translated } from "./translate.ts";

/** All messages of a language. A whole translation that `satisfies` it lacks none, or is a type error. */
export interface WholeLanguage {
  /** The pages, without their content. */
  readonly docs: DocsMessages;
  readonly searchTrigger: SearchTriggerMessages;
  /** The search box. */
  readonly search: SearchMessages;
  readonly assistantTrigger: AssistantTriggerMessages;
  /** The assistant's panel. */
  readonly assistant: AssistantMessages;
  /** The form that calls an operation. */
  readonly playground: PlaygroundMessages;
  /** The pages that explain the error codes of the API. */
  readonly errors: ErrorsMessages;
  /** The pages of the insights. */
  readonly insights: InsightsMessages;
  /** Answers without a language model. */
  readonly quotes: QuoteMessages;
}

/** Messages of a fork by part. The engine adds those that are left out, in English where it has no translation. */
export type OwnMessages = { readonly [Namespace in keyof WholeLanguage]?: Partial<WholeLanguage[Namespace]> };

/** A language of the engine as its files have it: `translations/`, and quotes.json for the part of that name. */
export type Translation = { readonly [Part in keyof WholeLanguage]: Translated<WholeLanguage[Part]> };

/** A file of `translations/`: all that pages and their parts say. One that lacks a message is a type error. */
export type PageTranslation = Omit<Translation, "quotes">;
