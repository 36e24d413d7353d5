import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { makeFolder } from "../../internal/testing/folder.ts";
import { entityResponse, fileResponse, rangeOf, textResponse } from "./file-response.ts";

const folder = makeFolder();
beforeAll(async () => {
  await writeFile(path.join(folder, "a.svg"), "0123456789");
});

async function answer(headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  const file = await open(path.join(folder, "a.svg"));
  return fileResponse(new Request("http://localhost/a.svg", { headers, method }), {
    file,
    type: "image/svg+xml",
    size: 10,
    etag: "x",
  });
}

test("a file is sent whole, and may run nothing", async () => {
  const response = await answer();
  expect(await response.text()).toBe("0123456789");
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
});

test("one range is sent alone, one that is not there is refused, and a known file is not sent again", async () => {
  const part = await answer({ range: "bytes=2-4" });
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
  expect((await answer({ range: "bytes=20-" })).status).toBe(416);
  expect((await answer({ "if-none-match": '"x"' })).status).toBe(304);
  expect((await answer({}, "HEAD")).headers.get("content-length")).toBe("10");
});

test.each(['"y"', 'W/"x"', "Sat, 29 Oct 1994 19:43:31 GMT"])(
  "a range of another file, by If-Range %s, gets the whole one",
  async (known) => {
    const response = await answer({ range: "bytes=2-4", "if-range": known });
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    expect((await answer({ range: "bytes=2-4", "if-range": '"x"' })).status).toBe(206);
  },
);

test.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=5-", { start: 5, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=5-99", { start: 5, end: 9 }],
  ["bytes=9-5", "unsatisfiable"],
  ["bytes=0-1,3-4", undefined],
  [null, undefined],
] as const)("the range %s of ten bytes", (header, expected) => {
  expect(rangeOf(header, 10)).toEqual(expected);
});

test("a text is kept by browsers under the address of its version, and asked about under every other", async () => {
  const answer = (address: string, headers = {}) =>
    textResponse(new Request(`https://docs.test${address}`, { headers }), { text: "a{}", type: "text/css", version: "abc" });
  const kept = await answer("/style.css?v=abc");
  expect([kept.headers.get("cache-control"), await kept.text()]).toEqual(["public, max-age=31536000, immutable", "a{}"]);
  expect((await answer("/style.css?v=abd")).headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  for (const known of ['"abc"', 'W/"abc"', '"x", "abc"', "*"])
    expect((await answer("/style.css", { "if-none-match": known })).status).toBe(304);
  expect((await answer("/style.css", { "if-none-match": '"abcd"' })).status).toBe(200);
});

describe("a response under an entity tag", () => {
  const ask = (init?: RequestInit) => {
    const body = vi.fn(async () => new Uint8Array(5));
    const headers = { "content-type": "image/png" };
    return { body, response: entityResponse(new Request("https://docs.test/card", init), { etag: "x", headers }, body) };
  };

  test("is given whole with its tag and length", async () => {
    const response = await ask().response;
    expect([response.status, response.headers.get("etag"), response.headers.get("content-length")]).toEqual([200, '"x"', "5"]);
  });

  test.each([
    ["HEAD", { method: "HEAD" }, 200],
    ["a GET of who has it", { headers: { "if-none-match": '"old", "x"' } }, 304],
    ["a GET whose cache has weakened the tag", { headers: { "if-none-match": 'W/"x"' } }, 304],
  ])("renders nothing for %s", async (_, init, status) => {
    const { body, response } = ask(init);
    expect((await response).status).toBe(status);
    expect(body).not.toHaveBeenCalled();
  });
});
