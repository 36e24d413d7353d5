import { assistantTrigger } from "./en/assistant.ts";
import { type DocsMessages, docs } from "./en/docs.ts";
import { errors } from "./en/errors.ts";
import { type InsightsMessages, insights } from "./en/insights.ts";
import { searchTrigger } from "./en/search.ts";
import { addTranslation, catalogue } from "./i18n.ts";
import type { PageTranslation } from "./own-messages.ts";
import ar from "./translations/ar.json" with { type: "json" };
import de from "./translations/de.json" with { type: "json" };
import es from "./translations/es.json" with { type: "json" };
import fr from "./translations/fr.json" with { type: "json" };
import it from "./translations/it.json" with { type: "json" };
import ja from "./translations/ja.json" with { type: "json" };
import ko from "./translations/ko.json" with { type: "json" };
import pl from "./translations/pl.json" with { type: "json" };
import ptBR from "./translations/pt-BR.json" with { type: "json" };
import ru from "./translations/ru.json" with { type: "json" };
import tr from "./translations/tr.json" with { type: "json" };
import zhCN from "./translations/zh-CN.json" with { type: "json" };
import zhTW from "./translations/zh-TW.json" with { type: "json" };

export type { AssistantTriggerMessages } from "./en/assistant.ts";
export type { SearchTriggerMessages } from "./en/search.ts";
export type { DocsMessages, InsightsMessages };

/* Messages of what a server renders, with every translation. `browser-messages.ts` has those of what a browser renders. */

/** Messages of the pages, whatever does not come from the content. */
export const docsMessages = catalogue("docs", docs);

/** The few messages that every page carries for the search box; the rest loads with it. */
export const searchTriggerMessages = catalogue("searchTrigger", searchTrigger);

/** The few messages that every page carries for the assistant; the rest loads with its panel. */
export const assistantTriggerMessages = catalogue("assistantTrigger", assistantTrigger);

/** Messages of the pages that explain the error codes of the API. */
export const errorsMessages = catalogue("errors", errors);

/** Messages of the insights, which the owner of the site reads. */
export const insightsMessages = catalogue("insights", insights);

const translations: Readonly<Record<string, PageTranslation>> = {
  ar,
  de,
  es,
  fr,
  it,
  ja,
  ko,
  pl,
  "pt-BR": ptBR,
  ru,
  tr,
  "zh-CN": zhCN,
  "zh-TW": zhTW,
};

for (const [tag, translation] of Object.entries(translations)) addTranslation(tag, translation);
