import { type DocsMessages, docs } from "./en/docs.ts";
import { catalogue } from "./i18n.ts";
import "./all-translations.ts";

export type { DocsMessages };

/** Messages of the pages, whatever does not come from the content. */
export const docsMessages = catalogue("docs", docs);
