// Tested in components/assistant/answer-text.test.tsx.
import { catalogue } from "./catalogue.ts";
import { assistant as en } from "./en/assistant.ts";
import { assistant as es } from "./es/assistant.ts";

/** Messages of the assistant's panel. */
export type AssistantMessages = typeof en;
export const assistantMessages = catalogue<AssistantMessages>("assistant", en, { es });
