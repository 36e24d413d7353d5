import { expect, test } from "vitest";
import { formatDuration } from "./failure.ts";

test.each([
  [1, "1 second"],
  [40, "40 seconds"],
  [300, "5 minutes"],
  [7_200, "2 hours"],
  [1_036_800, "12 days"],
])("says %i seconds as %s", (seconds, words) => expect(formatDuration(seconds, "en")).toBe(words));
