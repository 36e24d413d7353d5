import { z } from "zod";
import { reportNames } from "./dashboard.ts";
import { PeriodQuery } from "./period.ts";

const locale = { language: z.string().max(32).nullish(), version: z.string().max(32).nullish() };

/** Sent by the search box when a result is opened. */
export const OpenedResult = z.object({
  query: z.string().trim().min(1).max(1_000),
  /** Path of the page, without base path. */
  page: z.string().startsWith("/").max(500),
  ...locale,
});
export type OpenedResult = z.infer<typeof OpenedResult>;

/** Reasons why a page did not help. */
const feedbackReasons = ["incorrect", "incomplete", "unclear", "other"] as const;

/** A reader's rating of a page. */
export const PageFeedbackRequest = z.object({
  /** Path of the page, without base path. */
  page: z.string().startsWith("/").max(500),
  rating: z.enum(["up", "down"]),
  reason: z.enum(feedbackReasons).nullish(),
  /** True for words after a rating that was sent before, which is not counted again. */
  comment: z.boolean().default(false),
  text: z.string().trim().max(1_000, "is too long; send at most 1,000 characters").nullish(),
});
export type PageFeedbackRequest = z.infer<typeof PageFeedbackRequest>;

/** Query of `GET /v1/insights/{projectId}/{report}`. */
export const ReportQuery = PeriodQuery.extend({
  language: z.string().max(32).optional().describe("Only this language."),
  version: z.string().max(32).optional().describe("Only this version."),
  limit: z.coerce
    .number("must be a whole number")
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe("The most rows to give, 1 to 1,000."),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, "is not one that this service gave out; start without it")
    .optional()
    .describe("`nextCursor` of the page before."),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

/** Answer of `GET /v1/insights/{projectId}/{report}`. */
export const InsightsReport = z.object({
  project: z.string(),
  report: z.enum(reportNames),
  from: z.iso.date().describe("First day, UTC."),
  to: z.iso.date().describe("Last day, UTC."),
  rows: z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))
    .describe("Their columns depend on the report."),
  nextCursor: z.string().nullable().describe("For the next page; null at the end."),
});
export type InsightsReport = z.infer<typeof InsightsReport>;
