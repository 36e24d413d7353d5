// Tested in catalogue.test.ts.
import { catalogue } from "./catalogue.ts";
import { searchTrigger as en } from "./en/search-trigger.ts";
import { searchTrigger as es } from "./es/search-trigger.ts";

/** The few messages that every page carries for the search box; the rest loads with it. */
export type SearchTriggerMessages = typeof en;
export const searchTriggerMessages = catalogue<SearchTriggerMessages>("searchTrigger", en, { es });
