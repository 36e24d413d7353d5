import { type PlaygroundMessages, playground } from "./en/playground.ts";
import { catalogue } from "./i18n.ts";

export type { PlaygroundMessages };

/** Messages of the form that calls an operation. */
export const playgroundMessages = catalogue("playground", playground);
