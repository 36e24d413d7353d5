import { expect, test } from "vitest";
import { splitLongNames } from "./long-names.ts";

test.each([
  ["AverageD14Retention", ["Average", "D14", "Retention"]],
  ["assistant.retentionDays", ["assistant.", "retention", "Days"]],
  ["Use departure_time_of_all here", ["Use ", "departure_", "time_", "of_", "all ", "here"]],
  ["Internationalization", ["Internationalization"]],
  ["iOS and macOS", ["iOS ", "and ", "macOS"]],
])("%s may break between the parts of its long names", (text, parts) => expect(splitLongNames(text, 14)).toEqual(parts));
