import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callRoute } from "@/internal/testing/http.ts";
import { resetProcessState } from "@/lib/process-state.ts";
import { serviceForTests } from "../../../internal/testing/v1-service.ts";
import * as route from "./route.ts";

const gate = vi.hoisted(() => ({ open: Promise.withResolvers<void>() }));
vi.mock("@/lib/search/engines.ts", async (original) => {
  const engines = await original<typeof import("@/lib/search/engines.ts")>();
  return {
    ...engines,
    enginesOf: (...args: Parameters<typeof engines.enginesOf>) => gate.open.promise.then(() => engines.enginesOf(...args)),
  };
});

serviceForTests();
let restore: () => void;
beforeEach(() => {
  restore = resetProcessState("sites");
  gate.open = Promise.withResolvers<void>();
  // It may be rejected before a site is there whose engines are waited for.
  gate.open.promise.catch(() => {});
});
afterEach(() => restore());

const ask = async (query = "") => {
  const response = await callRoute(route, { method: "GET", path: `/v1/health${query}` });
  return [response.status, ((await response.json()) as { status: string }).status];
};

test("until the site can be searched health says starting, which is a 503 for probes; then it is ok for all", async () => {
  expect(await ask()).toEqual([200, "starting"]);
  expect(await ask("?ready")).toEqual([503, "starting"]);
  gate.open.resolve();
  await expect.poll(() => ask("?ready"), { timeout: 20_000 }).toEqual([200, "ok"]);
  expect(await ask()).toEqual([200, "ok"]);
});

test("a site that failed to get ready is tried again when health is asked for", async () => {
  gate.open.reject(new Error("no memory"));
  expect(await ask("?ready")).toEqual([503, "starting"]);
  gate.open = Promise.withResolvers<void>();
  gate.open.resolve();
  await expect.poll(() => ask("?ready"), { timeout: 20_000 }).toEqual([200, "ok"]);
});
