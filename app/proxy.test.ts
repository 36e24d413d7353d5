import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { proxy } from "@/proxy.ts";

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
