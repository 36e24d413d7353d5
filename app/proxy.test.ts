import { NextRequest } from "next/server";
import { afterEach, expect, test, vi } from "vitest";
import * as routing from "@/components/docs/routing.ts";
import { proxy } from "@/proxy.ts";

afterEach(() => vi.restoreAllMocks());

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
