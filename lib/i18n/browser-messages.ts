/* Messages of what loads in a browser when it is used, each in English until `loadTranslation` has brought its language. */

import { type AssistantMessages, assistant } from "./en/assistant.ts";
import { docs } from "./en/docs.ts";
import { type PlaygroundMessages, playground } from "./en/playground.ts";
import { type SearchMessages, search } from "./en/search.ts";
import { catalogue } from "./i18n.ts";

export type { AssistantMessages, PlaygroundMessages, SearchMessages };

/** Messages of the assistant's panel. */
export const assistantMessages = /* @__PURE__ */ catalogue("assistant", assistant);

/** Messages of the search box. */
export const searchMessages = /* @__PURE__ */ catalogue("search", search);

/** Messages of the form that calls an operation. */
export const playgroundMessages = /* @__PURE__ */ catalogue("playground", playground);

/** Messages of the pages, for what an answer draws as a page does. */
export const pageMessages = /* @__PURE__ */ catalogue("docs", docs);
