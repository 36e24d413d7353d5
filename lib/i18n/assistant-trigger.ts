// Tested in catalogue.test.ts.
import { catalogue } from "./catalogue.ts";
import { assistantTrigger as en } from "./en/assistant-trigger.ts";
import { assistantTrigger as es } from "./es/assistant-trigger.ts";

/** The few messages that every page carries for the assistant; the rest loads with its panel. */
export type AssistantTriggerMessages = typeof en;
export const assistantTriggerMessages = catalogue<AssistantTriggerMessages>("assistantTrigger", en, { es });
