import type { OwnMessages } from "../../lib/i18n/own-messages.ts";

/** Messages in your own words, such as `docs: { startReading: "Read the docs" }`. A file for another language goes beside. */
export const en: OwnMessages = {};
