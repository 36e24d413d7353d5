import { type SearchMessages, search } from "./en/search.ts";
import { catalogue } from "./i18n.ts";

export type { SearchMessages };

/** Messages of the search box. */
export const searchMessages = catalogue("search", search);
