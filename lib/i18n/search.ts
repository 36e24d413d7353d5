// Tested in catalogue.test.ts.
import { catalogue } from "./catalogue.ts";
import { search as en } from "./en/search.ts";
import { search as es } from "./es/search.ts";

/** Messages of the search box. */
export type SearchMessages = typeof en;
export const searchMessages = catalogue<SearchMessages>("search", en, { es });
