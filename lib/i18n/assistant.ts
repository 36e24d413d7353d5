import { type AssistantMessages, assistant } from "./en/assistant.ts";
import { catalogue } from "./i18n.ts";

export type { AssistantMessages };

/** Messages of the assistant's panel. */
export const assistantMessages = catalogue("assistant", assistant);
