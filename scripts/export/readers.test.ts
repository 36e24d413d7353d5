import { expect, test } from "vitest";
import { Access } from "../../lib/config/schema.ts";
import { chooseAudience, withReader } from "./readers.ts";

const access = Access.parse({ groups: { staff: [], beta: [] }, signIn: { password: {} } });

test("a copy is for everyone, unless it names groups, with or without access", () => {
  expect(chooseAudience(undefined, undefined)).toEqual({ isSignedIn: false, groups: [] });
  expect(chooseAudience(undefined, access)).toEqual({ isSignedIn: false, groups: [] });
  expect(chooseAudience("staff, beta", access)).toEqual({ isSignedIn: true, groups: ["beta", "staff"] });
  expect(chooseAudience("", access)).toEqual({ isSignedIn: true, groups: [] });
});

test("groups that nobody has, and groups of a site that everyone reads, are refused with the remedy", () => {
  expect(() => chooseAudience("crew", access)).toThrow('--groups must be of: staff, beta; there is no "crew".');
  expect(() => chooseAudience("staff", undefined)).toThrow("--groups needs `access` in docent.config.ts.");
});

test("a server of what everyone may read gets no reader and no other settings", async () => {
  await withReader({ isSignedIn: false, groups: [] }, async ({ headers, variables }) => {
    expect([headers, variables]).toEqual([{}, {}]);
  });
});
