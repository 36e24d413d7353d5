import { AsyncLocalStorage } from "node:async_hooks";
import { NextRequest } from "next/server";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { ENGINE_ROUTES } from "@/lib/engine-paths.ts";
import * as routing from "@/lib/routing/routing.ts";
import { config, proxy } from "@/proxy.ts";
import LanguageDocs, { generateMetadata as docsMetadata } from "./[lang]/~/docs/[[...slug]]/page.tsx";
import LanguageLanding, { generateMetadata as landingMetadata } from "./[lang]/~/page.tsx";
import LanguageLayout from "./[lang]/layout.tsx";

// The bundler makes fonts of these calls.
vi.mock("next/font/local", () => ({ default: () => ({ variable: "" }) }));
afterEach(() => vi.restoreAllMocks());

describe("the proxy", () => {
  let isAsked: (url: string) => boolean;
  beforeAll(async () => {
    // As in a server of Next, whose module looks for it among the globals.
    vi.stubGlobal("AsyncLocalStorage", AsyncLocalStorage);
    const { unstable_doesMiddlewareMatch } = await import("next/experimental/testing/server.js");
    isAsked = (url) => unstable_doesMiddlewareMatch({ config, url, nextConfig: {} });
  });
  const example = (pattern: string) =>
    pattern
      .replace("[[...path]]", "a/b")
      .replace(/\[\.\.\.\w+\]/, "a/b")
      .replace(/\[\w+\]/g, "a");
  const { endpoints, refusals, content, pages, files, documents } = ENGINE_ROUTES;

  test.each([...endpoints, ...refusals, "/_next/static/a.js", "/_next/image"].map(example))(
    "is not asked about the endpoint %s",
    (path) => expect(isAsked(path)).toBe(false),
  );

  test.each([
    ...[...content, ...pages, ...files, ...documents].map((route) => example(route.replace("[[...slug]]", "a"))),
    ...["/api/docs", "/api/docs/quickstart", "/_next/docs/quickstart", "/api/nowhere", "/_next/x", "/api/icon/docs/x"],
    ...["/v1x", "/mcp/docs/x", "/_next/imagex", "/_next/image/docs", "/api/card", "/_next/data/x/docs/y.json", "/api"],
  ])("is asked about %s", (path) => expect(isAsked(path)).toBe(true));
});

test.each(["api", "_next", "en", "v1", "xx"])(
  "a path that begins with %s, which is no other language, has no pages",
  async (lang) => {
    const none = expect.objectContaining({ digest: "NEXT_HTTP_ERROR_FALLBACK;404" });
    const params = Promise.resolve({ lang, slug: ["quickstart"] });
    await expect(LanguageLayout({ children: null, params })).rejects.toEqual(none);
    for (const part of [LanguageDocs, docsMetadata, LanguageLanding, landingMetadata])
      await expect(part({ params })).rejects.toEqual(none);
  },
);

test.each([
  ["a form", "POST", { "content-type": "application/x-www-form-urlencoded" }],
  ["a server action", "POST", { "next-action": "0".repeat(42) }],
  ["a file", "PUT", {}],
  ["a deletion", "DELETE", {}],
])("a page refuses %s before anything reads its body", async (_, method, headers) => {
  const body = new ReadableStream({ pull: () => Promise.reject(new Error("The body was read.")) });
  const request = new NextRequest("http://docs.test/docs", { method, headers, body, duplex: "half" });
  const response = await proxy(request);
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(request.bodyUsed).toBe(false);
});

test.each(["//evil.example/x", "/\\evil.example", "///evil.example", "\\\\evil.example"])(
  "a redirect to %j stays on this host, also in an answer that leaves the host out",
  async (to) => {
    vi.spyOn(routing, "routePath").mockReturnValue({ kind: "redirect", to, permanent: false });
    const response = await proxy(new NextRequest("http://docs.test/old/x"));
    const { host, pathname } = new URL(response.headers.get("location") ?? "");
    expect([host, pathname]).toEqual(["docs.test", expect.stringMatching(/^\/evil\.example/)]);
  },
);
