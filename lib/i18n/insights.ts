import { type InsightsMessages, insights } from "./en/insights.ts";
import { catalogue } from "./i18n.ts";
import "./all-translations.ts";

export type { InsightsMessages };

/** Messages of the insights, which the owner of the site reads. */
export const insightsMessages = catalogue("insights", insights);
