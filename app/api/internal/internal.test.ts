import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceSettings } from "@/lib/config/testing.ts";
import { INTERNAL_SECRET_HEADER } from "@/lib/site/revalidate.ts";
import { GET } from "./changes/route.ts";
import { POST } from "./revalidate/route.ts";

let restore = () => {};
beforeAll(() => {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, { NODE_ENV: "production" });
});
afterAll(() => restore());

test.each([undefined, "", "undefined", "null", "0".repeat(64)])("with the secret %j, revalidation is not there", (secret) => {
  const headers = new Headers(secret === undefined ? {} : { [INTERNAL_SECRET_HEADER]: secret });
  expect(POST(new Request("http://docs.test/api/internal/revalidate", { method: "POST", headers })).status).toBe(404);
});

test("in production, the stream of changes is not there", () => {
  expect(GET(new Request("http://docs.test/api/internal/changes")).status).toBe(404);
});
