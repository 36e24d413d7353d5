import { type SearchTriggerMessages, searchTrigger } from "./en/search-trigger.ts";
import { catalogue } from "./i18n.ts";
import "./all-translations.ts";

export type { SearchTriggerMessages };

/** The few messages that every page carries for the search box; the rest loads with it. */
export const searchTriggerMessages = catalogue("searchTrigger", searchTrigger);
