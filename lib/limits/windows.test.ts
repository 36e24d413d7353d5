import { expect, test } from "vitest";
import { windowAt } from "./limits.ts";

const at = (text: string) => Date.parse(text);

test.each([
  ["minute", "2027-03-01T10:20:30.400Z", "2027-03-01T10:20:00Z", "2027-03-01T10:21:00Z"],
  ["hour", "2027-03-01T10:20:30.400Z", "2027-03-01T10:00:00Z", "2027-03-01T11:00:00Z"],
  ["day", "2027-03-01T23:59:59.999Z", "2027-03-01T00:00:00Z", "2027-03-02T00:00:00Z"],
  ["day", "2027-03-02T00:00:00.000Z", "2027-03-02T00:00:00Z", "2027-03-03T00:00:00Z"],
  ["month", "2028-02-29T12:00:00Z", "2028-02-01T00:00:00Z", "2028-03-01T00:00:00Z"],
  ["month", "2026-12-31T23:59:59.999Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
] as const)("the %s of %s runs from %s to %s", (window, now, startsAt, endsAt) => {
  expect(windowAt(window, at(now))).toEqual({ startsAt: at(startsAt), endsAt: at(endsAt) });
});
