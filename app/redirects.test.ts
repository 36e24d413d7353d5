import { writeFile } from "node:fs/promises";
import path from "node:path";
import { NextRequest } from "next/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { makeFolder } from "@/internal/testing/folder.ts";
import { replaceSettings } from "../internal/testing/config.ts";
import * as routing from "../lib/routing/routing.ts";
import { SERVICE_ERROR_CODES } from "../lib/service-error.ts";
import { proxy } from "../proxy.ts";

const undo: (() => unknown)[] = [];

beforeAll(async () => {
  const folder = makeFolder();
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
  undo.push(replaceSettings(config, { DOCENT_DATA_DIR: folder }));
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

afterEach(() => vi.restoreAllMocks());

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
    expect((await answers(path)).get(PATH_HEADER)).toBe(path);
});

/** The header by which the router's page for missing addresses learns the path; only what no content has gets it. */
const PATH_HEADER = "x-middleware-request-x-docent-path";

test.each([
  ...["/xyz", "/xyz.txt", "/pricing", "/xyz/docs/a", "/es", "/docsx", "/api/docs/x", "/contact"].map((path) => [path, "left"]),
  ...["/docs/xyz", "/docs/a/b.png", "/docs", "/", "/es/~", "/es/~/docs/a", "/~/~", "/es/%7E/docs/a", "/%64ocs/x"].map((path) => [
    path,
    "led past",
  ]),
])("%s, which no content has, is %s to the router's routes, with its policy", async (path, way) => {
  vi.spyOn(routing, "routePath").mockReturnValue({ kind: "missing", language: "en" });
  for (const method of ["GET", "POST"]) {
    const { headers } = await proxy(new NextRequest(`https://docs.test${path}`, { method }));
    expect(headers.get("x-middleware-next")).toBe(way === "left" ? "1" : null);
    expect(headers.get("x-middleware-rewrite")).toBe(way === "left" ? null : "https://docs.test/api/missing/page");
    expect(headers.get(PATH_HEADER)).toBe(path);
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  }
});

test("a click's request for a missing address does not carry the path, whatever the client sends", async () => {
  vi.spyOn(routing, "routePath").mockReturnValue({ kind: "missing", language: "en" });
  const asked = new NextRequest("https://docs.test/xyz?_rsc=1a2b3", { headers: { "x-docent-path": "/forged" } });
  expect((await proxy(asked)).headers.get(PATH_HEADER)).toBeNull();
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
  const request = new NextRequest(`https://docs.test${path}`);
  expect((await proxy(request)).headers.get(PATH_HEADER)).toBe(request.nextUrl.pathname);
});
