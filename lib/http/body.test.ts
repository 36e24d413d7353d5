import { expect, test, vi } from "vitest";
import { requestBounds } from "../request-bounds.ts";
import { readJson } from "./body.ts";

function post(body: BodyInit, type = "application/json"): Request {
  return new Request("http://docs.test/", {
    method: "POST",
    body,
    headers: { "content-type": type },
    duplex: "half",
  } as RequestInit);
}

/** A body that sends one piece after another, each after a pause, and counts those that were asked for. */
function slowBody(pieces: readonly string[], pauseMs: number) {
  const state = { sent: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const piece = pieces[state.sent++];
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

test.each(["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/merge-patch+json"])(
  "reads a body of type %s",
  async (type) => expect(await readJson(post('{"a":[1,"ü"]}', type))).toEqual({ a: [1, "ü"] }),
);

test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "multipart/form-data; boundary=x"])(
  "refuses the type %s",
  async (type) => await expect(readJson(post("{}", type))).rejects.toMatchObject({ code: "unsupported_media_type" }),
);

test("stops reading at the bound", async () => {
  const { state, stream } = slowBody(
    Array.from({ length: 100 }, () => "x".repeat(100)),
    0,
  );
  await expect(readJson(post(stream), { maxBytes: 1_000, timeoutMs: 5_000 })).rejects.toMatchObject({ code: "too_large" });
  expect(state.sent).toBe(11);
  expect(state.cancelled).toBe(true);
});

test("does not wait for a body that comes too slowly", async () => {
  const { stream } = slowBody(
    Array.from({ length: 100 }, () => " "),
    20,
  );
  const reading = readJson(post(stream), { maxBytes: 1_000, timeoutMs: 100 });
  await expect(reading).rejects.toMatchObject({ code: "timeout", headers: { Connection: "close" } });
});

test("reads NUL as U+FFFD, and leaves an escaped backslash before u0000 alone", async () => {
  expect(await readJson(post('["a\\u0000b", "\\\\u0000", "\\\\\\u0000"]'))).toEqual(["a\ufffdb", "\\u0000", "\\\ufffd"]);
});

const asMessage = { maxBytes: requestBounds.messageBytes };

test.each([
  [{}, "larger than 64 KiB. Send the fields"],
  [asMessage, "larger than 4 MiB. In a long chat"],
])(
  "says how large a body may be, and what to do: %j",
  async (bounds, words) => await expect(readJson(post(`"${"x".repeat(4 * 1024 * 1024)}"`), bounds)).rejects.toThrow(words),
);

test("refuses what is too large in its shape before it parses it", async () => {
  const parse = vi.spyOn(JSON, "parse");
  const zeros = `[${"0,".repeat(2_000_000)}0]`;
  await expect(readJson(post(`{"messages": [{"parts": ${zeros}}]}`), asMessage)).rejects.toMatchObject({
    code: "invalid_request",
    errors: [{ path: "", message: expect.stringContaining("has more than 100,000 values") }],
  });
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test("says where JSON breaks", async () => {
  await expect(readJson(post('{"a": 1,}'))).rejects.toThrow("The body is not valid JSON: look near character 8.");
});

test("a sender that breaks off is not a fault of the service", async () => {
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("aborted")),
  });
  await expect(readJson(post(stream))).rejects.toMatchObject({ code: "invalid_request" });
});
