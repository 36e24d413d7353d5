import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceSettings } from "../config/testing.ts";
import { protectPages } from "./page-policy.ts";

const page = "text/html; charset=utf-8";
const own = "default-src 'none'";
/** The ways to write an answer, each with the policy that it must have. */
const ways: Readonly<Record<string, readonly [write: (response: ServerResponse) => void, policy: RegExp | null]>> = {
  "HTML without a policy": [
    (response) => response.setHeader("Content-Type", page),
    /^default-src 'self'; .*frame-ancestors 'none'$/,
  ],
  "HTML whose headers come with its status": [
    (response) => response.writeHead(500, { "content-type": page }),
    /^default-src 'self'/,
  ],
  "HTML whose headers come as a list": [
    (response) => response.writeHead(405, ["Content-Type", page, "X-A", "b"]),
    /^default-src 'self'/,
  ],
  "HTML with a policy": [
    (response) => response.setHeader("content-type", page).setHeader("Content-Security-Policy", own),
    /^default-src 'none'$/,
  ],
  "HTML whose policy comes with its status": [
    (response) => response.writeHead(200, "Fine", { "Content-Type": page, "Content-Security-Policy": own }),
    /^default-src 'none'$/,
  ],
  JSON: [(response) => response.setHeader("content-type", "application/json"), null],
  "a file with a policy": [
    (response) => response.setHeader("content-type", "image/svg+xml").setHeader("content-security-policy", own),
    /'none'$/,
  ],
  "nothing at all": [(response) => response.writeHead(204), null],
};

let server: Server;
const project = { id: "docs", domain: "docs", name: "Docs" };
const restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, { NODE_ENV: "production" });
beforeAll(async () => {
  protectPages();
  server = createServer(({ url }, response) => {
    ways[decodeURIComponent(url?.slice(1) ?? "")]?.[0](response);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  restore();
  await new Promise((resolve) => server.close(resolve));
});

test.each(Object.entries(ways))("%s leaves with the policy that it should have", async (name, [, policy]) => {
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${encodeURIComponent(name)}`);
  const sent = headers.get("content-security-policy");
  if (policy) expect(sent).toMatch(policy);
  else expect(sent).toBeNull();
});
