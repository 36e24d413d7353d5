import { describe, expect, test, vi } from "vitest";
import { SharedRenders } from "./shared-renders.ts";

const bytes = (length: number) => new Uint8Array(length);

describe("shared renders", () => {
  test("200 requests for one key render it once, also later", async () => {
    const renders = new SharedRenders({ maxBytes: 100 });
    const render = vi.fn(async () => bytes(10));
    const all = await Promise.all(Array.from({ length: 200 }, () => renders.get("a", render)));
    await renders.get("a", render);
    expect(new Set(all).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
  });

  test("another key renders again", async () => {
    const renders = new SharedRenders({ maxBytes: 100 });
    const render = vi.fn(async () => bytes(10));
    await Promise.all([renders.get("a", render), renders.get("b", render)]);
    expect(render).toHaveBeenCalledTimes(2);
  });

  test("keeps no more bytes than it may, and forgets the oldest first", async () => {
    const renders = new SharedRenders({ maxBytes: 25 });
    const render = vi.fn(async () => bytes(10));
    for (const key of ["a", "b", "a", "c", "a", "b"]) await renders.get(key, render);
    expect(render).toHaveBeenCalledTimes(4);
  });

  test("a render that failed is tried again", async () => {
    const renders = new SharedRenders({ maxBytes: 100 });
    await expect(renders.get("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect((await renders.get("a", async () => bytes(3))).byteLength).toBe(3);
  });

  test("renders no more at a time than it may, and refuses whom it would keep waiting too long", async () => {
    const renders = new SharedRenders({ maxBytes: 1_000, concurrent: 1, waiting: 2 });
    let running = 0;
    let most = 0;
    const render = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return bytes(1);
    };
    const settled = await Promise.allSettled(["a", "b", "c", "d", "e"].map((key) => renders.get(key, render)));
    expect(most).toBe(1);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
    expect(settled[3]).toMatchObject({ reason: { code: "unavailable", headers: { "Retry-After": "1" } } });
    expect((await renders.get("d", render)).byteLength).toBe(1);
  });
});
