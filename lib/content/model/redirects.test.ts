import { expect, test } from "vitest";
import { findRedirect, staysWhereItLeads } from "./redirects.ts";

const redirects = [
  { source: "/old", destination: "/new" },
  { source: "/a/:slug*", destination: "/b/:slug*" },
  { source: "/v1-*", destination: "/v2-*", permanent: false },
  { source: "/blog/:page", destination: "https://blog.example.com/:page" },
  { source: "/self", destination: "/self" },
  { source: "/x/:a*/:b*/:c*", destination: "/y" },
];

test.each([
  ["/old", "/new"],
  ["/a/x/y", "/b/x/y"],
  ["/v1-guide", "/v2-guide"],
  ["/blog/first", "https://blog.example.com/first"],
  ["/blog/first/second", undefined],
  ["/self", undefined],
  ["/older", undefined],
  ["/x/1/2/3", undefined],
])("%s leads to %s", (path, expected) => {
  expect(findRedirect(redirects, path)?.to).toBe(expected);
});

test("a redirect is permanent unless it says otherwise", () => {
  expect(findRedirect(redirects, "/old")?.permanent).toBe(true);
  expect(findRedirect(redirects, "/v1-x")?.permanent).toBe(false);
});

test("a path of many wildcards and slashes is matched in linear time", () => {
  const slow = [{ source: "/*a*", destination: "/" }];
  expect(findRedirect(slow, `/${"b".repeat(1_990)}`)).toBeUndefined();
});

test("a thousand patterns are looked through for thousands of paths that none takes", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ source: `/:a*x:b*y${at}`, destination: "/z" }));
  const path = `/${"x".repeat(490)}`;
  for (let times = 0; times < 1_000; times += 1) expect(findRedirect(many, path)).toBeUndefined();
  expect(findRedirect(many, "/axby7")?.to).toBe("/z");
  expect(findRedirect(many, `/${"x".repeat(3_000)}y7`)).toBeUndefined();
});

test.each([
  [":path*", false],
  ["*", false],
  ["x:path*", false],
  ["https://:path*", false],
  ["https://docs.test:path*", false],
  ["//:path*", true],
  ["/:path*", true],
  ["guides/:path*", true],
  ["https://docs.test/:path*", true],
  ["https://docs.test?q=:path*", true],
  ["https://docs.test", true],
])("a target %s stays where it leads: %s, and no other happens", (destination, stays) => {
  expect(staysWhereItLeads(destination)).toBe(stays);
  const redirects = [{ source: destination.includes("*") ? "/go/:path*" : "/go/a", destination }];
  expect(findRedirect(redirects, "/go/a") !== undefined).toBe(stays);
});
