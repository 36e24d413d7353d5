import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replaceSettings } from "../lib/config/testing.ts";
import { SERVICE_ERROR_CODES } from "../lib/service-error.ts";
import { proxy } from "../proxy.ts";

const undo: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-test-"));
  await writeFile(path.join(folder, "index.mdx"), "---\ntitle: Start\n---\n\nHello.\n");
  const config = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs", siteUrl: "https://docs.test", content: folder }],
    redirects: [
      { from: "/plain", to: "/docs" },
      { from: "/tab", to: "/docs/keys?tab=a&x=1#create" },
      { from: "/money", to: "/docs/$&/$1" },
      { from: "/guides/:path*", to: "/docs/:path*" },
      { from: "/all/:path*", to: "/:path*" },
      { from: "/errors/:path*", to: "/docs" },
      { from: "/away/:path*", to: "https://new.example/docs/:path*?from=old" },
    ],
  };
  undo.push(() => rm(folder, { recursive: true }), replaceSettings(config, { DOCENT_DATA_DIR: folder }));
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

describe("a redirect", () => {
  test.each([
    ["/plain", "https://docs.test/docs"],
    ["/plain?q=1&q=2", "https://docs.test/docs?q=1&q=2"],
    ["/tab", "https://docs.test/docs/keys?tab=a&x=1#create"],
    ["/tab?y=2&tab=evil", "https://docs.test/docs/keys?tab=a&x=1&y=2#create"],
    ["/money", "https://docs.test/docs/$&/$1"],
    ["/guides/$&/$1/$$", "https://docs.test/docs/$&/$1/$$"],
    ["/guides/a?b=c", "https://docs.test/docs/a?b=c"],
    ["/away/a/b?c=d", "https://new.example/docs/a/b?from=old&c=d"],
  ])("leads from %s to %s", async (from, to) => {
    const response = await proxy(new NextRequest(`https://docs.test${from}`));
    expect([response.status, response.headers.get("location")]).toEqual([308, to]);
  });

  test.each([
    "/all//evil.example",
    "/all///evil.example/x",
    "/all/\\evil.example",
    "/all/%2F%2Fevil.example",
    "/all/@evil.example",
  ])("with the rest of a path in its target never leads from %s to another host", async (from) => {
    const location = (await proxy(new NextRequest(`https://docs.test${from}`))).headers.get("location");
    expect(new URL(location ?? "", "https://docs.test").host).toBe("docs.test");
  });
});

test("the page of every error code wins over redirects, and no other path below it is one", async () => {
  const answers = async (path: string) => (await proxy(new NextRequest(`https://docs.test${path}`))).headers;
  for (const code of SERVICE_ERROR_CODES) {
    const headers = await answers(`/errors/${code}`);
    expect([code, headers.get("x-middleware-next"), headers.get("location")]).toEqual([code, "1", null]);
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  }
  expect((await answers("/errors")).get("x-middleware-next")).toBe("1");
  for (const path of ["/errors/other", "/errors/internal/x", "/.well-known/x"])
    expect(new URL((await answers(path)).get("x-middleware-rewrite") ?? "").pathname).toBe("/api/missing/page");
});

test.each([
  "/../package.json",
  "/docs/../../package.json",
  "/docs/%2e%2e/%2e%2e/package.json",
  "/..%2f..%2fpackage.json",
  "/docs/..%5c..%5cpackage.json",
  "/docs/%252e%252e/package.json",
  "/docs.md/../../docent.config.ts",
  "/.docent/docent.sqlite",
  "/.env",
  "/docs/%00",
  "/api.json",
])("knows no page at %s", async (path) => {
  const response = await proxy(new NextRequest(`https://docs.test${path}`));
  expect(new URL(response.headers.get("x-middleware-rewrite") ?? "").pathname).toBe("/api/missing/page");
});
