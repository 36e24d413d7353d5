import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "@/internal/testing/folder.ts";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { serviceForTests } from "../../internal/testing/v1-service.ts";
import * as v2 from "../v2/[[...path]]/route.ts";
import * as v1 from "./[[...path]]/route.ts";

const content = makeFolder();
for (const [name, text] of Object.entries({
  "docs.json": JSON.stringify({ name: "Acme", navigation: { pages: ["start", "v2/start", "v2/search", "v1/a b"] } }),
  "start.mdx": "# Start",
  "v2/start.mdx": "# Start of v2",
  "v2/search.mdx": "# Search of v2",
  "v1/a b.mdx": "# Blank",
})) {
  mkdirSync(path.dirname(path.join(content, name)), { recursive: true });
  writeFileSync(path.join(content, name), text);
}
serviceForTests({ content });

const get = (address: string, method = "GET") => callRoute(address.startsWith("/v1") ? v1 : v2, { method, path: address });

test.each([
  ["/v2/start", "/docs/v2/start"],
  ["/v2/start?a=1&b=2", "/docs/v2/start?a=1&b=2"],
  ["/v2/start.md", "/docs/v2/start.md"],
  ["/v1/a%20b", "/docs/v1/a%20b"],
])("a page of a version has its address at the root, too: %s leads to %s", async (address, to) => {
  for (const method of ["GET", "HEAD"]) {
    const response = await get(address, method);
    expect([response.status, response.headers.get("location")]).toEqual([308, to]);
  }
});

test.each(["/v2/sta", "/v2", "/v1/start", "/v1/search", "/v2/%E0%A4%A", "/v2//evil.test", "/v2/start/x"])(
  "an address that no page has stays the API's: %s",
  async (address) => {
    const response = await get(address);
    expect([response.status, (await readProblem(response)).code]).toEqual([404, "not_found"]);
  },
);

test("a program that sends to the address of a page is refused in the API's form", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect((await readProblem(await get("/v2/start", method))).code).toBe("not_found");
});
