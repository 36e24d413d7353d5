import { z } from "zod";

const locale = { language: z.string().max(32).nullish(), version: z.string().max(32).nullish() };

/** What the search box tells when a result is opened. */
export const OpenedResult = z.object({
  query: z.string().trim().min(1).max(1_000),
  /** Path of the page, without base path. */
  page: z.string().startsWith("/").max(500),
  ...locale,
});
export type OpenedResult = z.infer<typeof OpenedResult>;

/** Why a page did not help. */
export const feedbackReasons = ["incorrect", "incomplete", "unclear", "other"] as const;

/** What a reader thinks of a page. */
export const PageFeedback = z.object({
  /** Path of the page, without base path. */
  page: z.string().startsWith("/").max(500),
  rating: z.enum(["up", "down"]),
  reason: z.enum(feedbackReasons).nullish(),
  text: z.string().trim().max(1_000, "is too long; send at most 1,000 characters").nullish(),
});
export type PageFeedback = z.infer<typeof PageFeedback>;
