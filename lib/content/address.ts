// Tested in bound-marks.test.ts.
import { z } from "zod";

/** An address that a reader may be led to: a path, an anchor, or one of these schemes. */
export const address = z
  .string("must be an address")
  .trim()
  .min(1, "must not be empty")
  .max(2_000, "must be at most 2000 characters")
  .regex(/^(?:https?:\/\/|mailto:|tel:|[/#?.]|[\w%-][^:\\]*$)/i, "must be a path or begin with https:, http:, mailto: or tel:");
