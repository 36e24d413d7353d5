import { type AssistantTriggerMessages, assistantTrigger } from "./en/assistant-trigger.ts";
import { catalogue } from "./i18n.ts";
import "./all-translations.ts";

export type { AssistantTriggerMessages };

/** The few messages that every page carries for the assistant; the rest loads with its panel. */
export const assistantTriggerMessages = catalogue("assistantTrigger", assistantTrigger);
