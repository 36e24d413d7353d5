import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { type DroppedPages, INTERNAL_SECRET_HEADER } from "@/lib/site/served/revalidate.ts";
import { siteChanges, sites } from "@/lib/site/stored/sites.ts";
import { GET } from "./changes/route.ts";
import { POST } from "./revalidate/route.ts";

const { dropped, ui } = vi.hoisted(() => ({ dropped: [] as string[][], ui: { slots: {} as object } }));
vi.mock("next/cache", () => ({ revalidatePath: (...args: string[]) => dropped.push(args) }));
vi.mock("@/components/own-ui.ts", () => ({ ownUi: ui }));
beforeEach(() => dropped.splice(0));
afterEach(() => {
  ui.slots = {};
});

let restore = () => {};
beforeAll(() => {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project] }, { NODE_ENV: "production" });
});
afterAll(() => restore());

test.each([undefined, "", "undefined", "null", "0".repeat(64)])(
  "with the secret %j, revalidation is not there",
  async (secret) => {
    const headers = new Headers(secret === undefined ? {} : { [INTERNAL_SECRET_HEADER]: secret });
    const request = new Request("http://docs.test/api/internal/revalidate", { method: "POST", headers, body: '{"paths":null}' });
    expect((await POST(request)).status).toBe(404);
    expect(dropped).toEqual([]);
  },
);

function drop(pages: DroppedPages): Promise<Response> {
  const headers = { [INTERNAL_SECRET_HEADER]: sites.get().ownSecret };
  return POST(new Request("http://docs.test/api/internal/revalidate", { method: "POST", headers, body: JSON.stringify(pages) }));
}

test("pages that are named are dropped, and no other", async () => {
  expect((await drop({ paths: ["/docs", "/docs/a%20b"] })).status).toBe(204);
  expect(dropped).toEqual([["/docs"], ["/docs/a%20b"]]);
});

test("every page is dropped where none is named, and where the fork draws around all what it is given of the site", async () => {
  await drop({ paths: null });
  expect(dropped).toEqual([["/", "layout"]]);
  ui.slots = { footer: () => null };
  await drop({ paths: ["/docs"] });
  expect(dropped.slice(1)).toEqual([["/", "layout"]]);
});

test("in production, the stream of changes is not there", () => {
  expect(GET(new Request("http://docs.test/api/internal/changes")).status).toBe(404);
});

test("in development, a reader that disconnects is sent nothing more, whichever side closes the stream", async () => {
  const reset = replaceSettings(
    { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "docs", domain: "docs", name: "Docs" }] },
    { NODE_ENV: "development" },
  );
  const faults: unknown[] = [];
  const note = (fault: unknown) => faults.push(fault);
  process.on("uncaughtException", note);
  try {
    const gone = [new AbortController(), new AbortController(), new AbortController()] as const;
    const [cancelled, aborted, stays] = gone.map(({ signal }) =>
      (GET(new Request("http://docs.test/api/internal/changes", { signal })).body as ReadableStream<Uint8Array>).getReader(),
    ) as [Reader, Reader, Reader];
    for (const reader of [cancelled, aborted, stays]) expect((await reader.read()).done).toBe(false);
    await cancelled.cancel();
    gone[0].abort();
    gone[1].abort();
    siteChanges().dispatchEvent(new Event("change"));
    expect((await aborted.read()).done).toBe(true);
    expect((await stays.read()).done).toBe(false);
    await new Promise(setImmediate);
    expect(faults).toEqual([]);
  } finally {
    process.off("uncaughtException", note);
    reset();
  }
});

type Reader = ReadableStreamDefaultReader<Uint8Array>;
