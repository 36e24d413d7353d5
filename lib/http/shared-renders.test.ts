import { describe, expect, test, vi } from "vitest";
import { SharedRenders } from "./file-response.ts";

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
    const renders = new SharedRenders({ maxBytes: 1_000 });
    let running = 0;
    let most = 0;
    const render = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return bytes(1);
    };
    const settled = await Promise.allSettled(Array.from({ length: 23 }, (_, index) => renders.get(`${index}`, render)));
    expect(most).toBe(1);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(21);
    for (const refused of settled.slice(21))
      expect(refused).toMatchObject({ reason: { code: "unavailable", headers: { "Retry-After": "1" } } });
    expect((await renders.get("21", render)).byteLength).toBe(1);
  });

  test("a render that others push out of the cache is still answered, and so is one that is too large for it", async () => {
    const renders = new SharedRenders({ maxBytes: 25 });
    const sizes = await Promise.all([10, 10, 10, 10, 30].map((size, index) => renders.get(`${index}`, async () => bytes(size))));
    expect(sizes.map(({ byteLength }) => byteLength)).toEqual([10, 10, 10, 10, 30]);
    const rendered = vi.fn(async () => bytes(1));
    await renders.get("4", rendered);
    expect(rendered).toHaveBeenCalledTimes(1);
  });
});
