import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../config/testing.ts";
import { resetProcessState } from "../process-state.ts";
import { INTERNAL_SECRET_HEADER, isInternalSecret, startRevalidation, whenRevalidated } from "./revalidate.ts";

const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

/** Starts a server that notes what it is asked for; the address is that of this process. */
async function listen(host: string): Promise<{ asked: IncomingMessage[]; origin: string }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  undo.push(() => server.close());
  return { asked, origin: `http://${host}:${(server.address() as AddressInfo).port}` };
}

test("a server drops the pages of another build where it listens, be that one address alone", async () => {
  const [own, other] = [await listen("127.0.0.1"), await listen("127.0.0.1")];
  undo.push(resetProcessState("sites", "revalidation", "parsed-pages", "api-parts"));
  const project = { id: "docs", domain: "docs", name: "Docs", content: "e2e/site/content" };
  const variables = { NODE_ENV: "production", PORT: new URL(other.origin).port, __NEXT_PRIVATE_ORIGIN: own.origin };
  undo.push(replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, variables));
  startRevalidation("another build");
  await whenRevalidated();
  expect(other.asked).toEqual([]);
  expect(own.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /api/internal/revalidate"]);
  expect(isInternalSecret(String(own.asked[0]?.headers[INTERNAL_SECRET_HEADER]))).toBe(true);
});
