import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { isSameOrigin } from "./request-context.ts";

let restore: () => void;
beforeAll(() => {
  const project = { id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: "content" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] });
});
afterAll(() => restore());

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
  expect(isSameOrigin(new Request("https://docs.test/v1", { method: "POST", headers }))).toBe(expected),
);
