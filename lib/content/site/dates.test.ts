import { expect, test } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { buildSite, openSite } from "../content.ts";
import { withDates } from "./site.ts";

const COMMITTED = "2026-02-02T00:00:00Z";
const LATER = "2026-03-03T00:00:00Z";
const filesOf = (fields: string) => ({
  ...createFiles({ "a.mdx": `---\ntitle: A\n${fields}\n---\n\nText.` }),
  lastModified: { "a.mdx": COMMITTED },
});

test.each([
  ["icon: x", COMMITTED],
  ["lastUpdated: 2025-05-05", "2025-05-05T00:00:00.000Z"],
  ["lastUpdated: 2025-05-05T10:00:00+02:00", "2025-05-05T08:00:00.000Z"],
  ['lastUpdated: "2025-05-05"', "2025-05-05T00:00:00.000Z"],
  ["lastUpdatedDate: 2025-05-05", "2025-05-05T00:00:00.000Z"],
  ["last_update:\n  date: 2025-05-05\n  author: Ada", "2025-05-05T00:00:00.000Z"],
  ["date: 2025-05-05", "2025-05-05T00:00:00.000Z"],
  ["date: 5 May", COMMITTED],
  ["date: { from: 2025-05-05 }", COMMITTED],
  ["lastUpdated: true", COMMITTED],
  ["lastUpdated: false", null],
])("a page with %s was changed last at %s, by every way to the site", async (fields, expected) => {
  const files = filesOf(fields);
  const built = await buildSite(createProject(), files);
  const listed = await openSite(createProject(), files);
  const dates = [built, listed, await listed.unread?.whole].map((site) => site?.pages[0]?.lastModified);
  expect(dates).toEqual([expected, expected, expected]);
  // An update dates what it has changed.
  const redated = withDates(built, { "a.mdx": LATER }).pages[0]?.lastModified;
  expect(redated).toBe(expected === COMMITTED ? LATER : expected);
});

test("a date that a page states is no change of what it shows", async () => {
  const [first, second] = await Promise.all(
    ["2025-05-05", "2025-06-06"].map((day) => buildSite(createProject(), filesOf(`lastUpdated: ${day}`))),
  );
  expect(first?.pages[0]?.hash).toBe(second?.pages[0]?.hash);
});
