// Tested in catalogue.test.ts.
import { catalogue } from "./catalogue.ts";
import { insights as en } from "./en/insights.ts";
import { insights as es } from "./es/insights.ts";

/** Messages of the insights, which the owner of the site reads. */
export type InsightsMessages = typeof en;
export const insightsMessages = catalogue<InsightsMessages>("insights", en, { es });
