import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createKept, reuseCompressed } from "./compression.ts";

type Middleware = (...args: [request: unknown, response: unknown, next: () => void]) => void;

/** The middleware by which Next compresses. */
const compress = (createRequire(import.meta.url)("next/dist/compiled/compression") as () => Middleware)();

/** Of the same length in each edition. */
const page = (edition: number) => `<p>${`edition ${edition} `.repeat(500)}</p>`;
let [cache, edition, compressed] = [createKept(), 1, 0];
beforeEach(() => {
  [cache, edition, compressed] = [createKept(), 1, 0];
});

const server = createServer((request, response) => {
  reuseCompressed(request, response, cache);
  compress(request, response, () => {});
  const [text, tag] = [page(edition), `"${edition}"`];
  response.setHeader("etag", tag);
  if (request.headers["if-none-match"] === tag && request.url === "/page") return response.writeHead(304).end();
  response.setHeader("content-type", "text/html");
  response.setHeader("content-length", Buffer.byteLength(text));
  if (request.url === "/missing") response.statusCode = 404;
  if (/untagged|click/.test(request.url ?? "")) response.removeHeader("etag");
  if (/click/.test(request.url ?? "")) {
    response.setHeader("cache-control", "s-maxage=60");
    response.removeHeader("content-length");
  }
  if (request.url === "/click") response.flushHeaders();
  const inPieces = request.url === "/pieces" || request.url === "/click";
  if (inPieces) response.write(text.slice(0, 100));
  response.end(inPieces ? text.slice(100) : text);
  if (response.getHeader("content-encoding") === "gzip" && !response.hasHeader("content-length")) compressed += 1;
}).listen(0, "127.0.0.1");
afterAll(() => server.close());

async function ask(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = get({ port, path, agent: false, headers: { "accept-encoding": "gzip, br", ...headers } });
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { "content-encoding": encoding, vary, etag } = response.headers;
  const text = encoding === "gzip" ? gunzipSync(bytes).toString() : bytes.toString();
  return { status: response.statusCode, encoding, vary, etag, text };
}

test.each(["/page", "/pieces"])("%s is compressed once, and the same answer for everybody", async (path) => {
  const answers = [await ask(path), await ask(path), await ask(path)];
  for (const one of answers) expect(one).toMatchObject({ status: 200, encoding: "gzip", vary: "Accept-Encoding", text: page(1) });
  expect(compressed).toBe(1);
});

test("programs that ask for a page in other words share what was compressed for one of them", async () => {
  const accepted: Record<string, string>[] = [{}, { accept: "*/*" }, { accept: "text/html,application/xhtml+xml;q=0.9" }];
  for (const headers of accepted) expect(await ask("/page", headers)).toMatchObject({ encoding: "gzip", text: page(1) });
  expect(compressed).toBe(1);
  await ask("/page", { accept: "text/markdown" });
  expect(cache.size).toBe(2);
});

test("a page that has changed is never answered with what it was", async () => {
  await ask("/page");
  await ask("/page");
  edition = 2;
  const texts = [await ask("/page"), await ask("/page"), await ask("/page")];
  expect(texts.map(({ text }) => text)).toEqual([page(2), page(2), page(2)]);
  expect(texts.map(({ encoding }) => encoding)).toEqual([undefined, "gzip", "gzip"]);
});

test("the addresses of what is kept are counted as it is: a stranger writes them", async () => {
  await ask(`/page?${"x".repeat(9_000)}`);
  expect(cache.calculatedSize).toBeGreaterThan(9_000);
});

test("who refuses gzip gets none, whatever was kept for others", async () => {
  await ask("/page");
  for (const refusal of ["gzip;q=0", "br, gzip; q=0.0", "identity"])
    expect(await ask("/page", { "accept-encoding": refusal })).toMatchObject({ encoding: undefined, text: page(1) });
  expect(await ask("/page", { "accept-encoding": "gzip;q=0.5" })).toMatchObject({ encoding: "gzip", text: page(1) });
});

test("who has the page already is told so, and who takes no gzip gets none", async () => {
  await ask("/page");
  expect(await ask("/page", { "if-none-match": '"1"' })).toMatchObject({ status: 304, text: "" });
  expect(await ask("/page", { "accept-encoding": "identity" })).toMatchObject({ encoding: undefined, text: page(1) });
});

test("the forms of an address are kept apart, and nothing is kept without a tag, of a fault, or for who shows a token", async () => {
  await ask("/page");
  await ask("/page", { rsc: "1" });
  for (const path of ["/untagged", "/missing"]) await ask(path);
  await ask("/page", { accept: "text/html", authorization: "Bearer x" });
  expect(cache.size).toBe(2);
});

test.each(["/click", "/click-at-once"])(
  "%s has no tag of its own, is compressed once and known by one that its body tells",
  async (path) => {
    const answers = [await ask(path), await ask(path), await ask(path)];
    for (const { encoding, text } of answers) expect([encoding, text]).toEqual(["gzip", page(1)]);
    expect(compressed).toBe(1);
    const etag = answers[1]?.etag ?? "";
    expect(await ask(path, { "if-none-match": etag })).toMatchObject({ status: 304, text: "" });
    edition = 2;
    const changed = [await ask(path, { "if-none-match": etag }), await ask(path), await ask(path)];
    expect(changed.map(({ status, text }) => [status, text])).toEqual([2, 2, 2].map((number) => [200, page(number)]));
    edition = 30;
    await ask(path);
    expect((await ask(path)).text).toBe(page(30));
  },
);
