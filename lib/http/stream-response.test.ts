import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { streamResponse } from "./stream-response.ts";

function chunksOf(texts: AsyncGenerator<string, void, void>) {
  const { body } = streamResponse(texts, { headers: {}, keepAlive: "\n", onCancel: () => {} });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  return async () => {
    const { value } = await reader.read();
    return value && new TextDecoder().decode(value);
  };
}

test("texts of one turn of the event loop are one chunk, and later ones another", async () => {
  const read = chunksOf(
    (async function* () {
      yield "a";
      yield "b";
      await setImmediate();
      await setImmediate();
      yield "c";
    })(),
  );
  expect([await read(), await read(), await read()]).toEqual(["ab", "c", undefined]);
});

test("nothing is written ahead of the reader", async () => {
  let written = 0;
  const read = chunksOf(
    (async function* () {
      for (;;) {
        written += 1;
        yield "a";
        await setImmediate();
        await setImmediate();
      }
    })(),
  );
  await setImmediate();
  expect(written).toBe(0);
  await read();
  expect(written).toBe(1);
});

test("a text arrives before the failure that follows it", async () => {
  const read = chunksOf(
    (async function* () {
      yield "a";
      throw new Error("broken");
    })(),
  );
  expect(await read()).toBe("a");
  await expect(read()).rejects.toThrow("broken");
});
