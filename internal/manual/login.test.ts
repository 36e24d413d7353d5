import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENGINE_ROUTES } from "../../lib/engine-paths.ts";

test("the manual's login lets nothing through but the API and MCP, which ask for a key or a token themselves", () => {
  const text = readFileSync("content/en/v2/security.mdx", "utf8");
  const [, pattern = "$."] = /location ~ (\S+) \{\n\s+auth_basic off;/.exec(text) ?? [];
  const isOpen = (route: string) => new RegExp(pattern).test(route);
  const routes = Object.values(ENGINE_ROUTES).flat();
  expect(routes.filter((route) => isOpen(route))).toEqual(routes.filter((route) => /^\/(?:mcp$|v\d+\/)/.test(route)));
  expect(["/docs", "/docs.md", "/llms.txt", "/v1", "/v1x", "/mcp/x", "/docs/v1/x"].filter(isOpen)).toEqual([]);
});
