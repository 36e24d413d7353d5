import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "../auth/auth.ts";
import { replaceSettings } from "../config/testing.ts";
import { allowReading, answerOptions, isPreflight, isSameOrigin, requireAllowedOrigin } from "./request-context.ts";

let restore: () => void;
beforeAll(() => {
  const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] });
});
afterAll(() => restore());

const from = (headers: Record<string, string>, method = "POST") => ({
  request: new Request("https://docs.test/v1", { method, headers }),
  headers: new Map<string, string>(),
});
const key = { kind: "assistant", origins: ["https://app.example"] } as unknown as Caller;
const site = { kind: "site" } as unknown as Caller;

test("a request without an origin is not a browser's, and is let through", () => {
  const context = from({});
  requireAllowedOrigin(context, key);
  allowReading(context);
  expect([...context.headers]).toEqual([]);
});

test("a page whose origin the key lists may read the answer", () => {
  const context = from({ origin: "https://app.example" });
  requireAllowedOrigin(context, key);
  expect(context.headers.get("Access-Control-Allow-Origin")).toBe("https://app.example");
});

test.each([
  ["https://evil.example", key, "--origin https://evil.example"],
  ["https://app.example:8443", key, "--origin https://app.example:8443"],
  ["null", key, "--origin https://your.site"],
  ["https://app.example", site, "site token works on the site's own pages only"],
])("a page of %s is refused with a remedy", (origin, caller, words) => {
  const context = from({ origin, "sec-fetch-site": "cross-site" });
  expect(() => requireAllowedOrigin(context, caller)).toThrow(words);
  expect(context.headers.size).toBe(0);
});

test.each<[Record<string, string>, boolean]>([
  [{ origin: "https://docs.test" }, true],
  [{ origin: "http://localhost:3000", host: "localhost:3000" }, true],
  [{ origin: "https://docs.test", "sec-fetch-site": "same-origin" }, true],
  [{ origin: "https://docs.test", "sec-fetch-site": "cross-site" }, false],
  [{ origin: "https://docs.test", "sec-fetch-site": "same-site" }, false],
  [{ origin: "https://docs.example", "sec-fetch-site": "same-origin", host: "127.0.0.1:3000" }, true],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ origin: "http://docs.example", host: "docs.example" }, true],
  [{ origin: "http://docs.example:8080", host: "docs.example" }, true],
  [{ origin: "http://docs.example:8080", host: "docs.example:3000" }, false],
  [{ origin: "http://docs.example", host: "127.0.0.1:3000" }, false],
  [{ origin: "https://docs.test.evil.example" }, false],
  [{}, false],
])("a request with %o is of the same origin: %s", (headers, expected) =>
  expect(isSameOrigin(from(headers).request)).toBe(expected),
);

test("a preflight of any origin learns the methods and headers; another OPTIONS only what is allowed", () => {
  const asked = from({ origin: "https://any.example", "access-control-request-method": "POST" }, "OPTIONS");
  expect(isPreflight(asked.request)).toBe(true);
  const { headers, status } = answerOptions(asked, { allow: "POST", requestHeaders: ["X-Own"] });
  expect([status, headers.get("allow"), headers.get("access-control-allow-headers")]).toEqual([
    204,
    "POST",
    "Authorization, Content-Type, User-Agent, X-Own",
  ]);
  const plain = answerOptions(from({}, "OPTIONS"), { allow: "GET" });
  expect([plain.headers.get("allow"), plain.headers.get("access-control-allow-methods")]).toEqual(["GET", null]);
});
