import { expect, test } from "vitest";
import { ServiceError } from "../service-error.ts";
import { requireMessage, toRpcError } from "./mcp.ts";

function refusalOf(body: unknown): ServiceError {
  try {
    requireMessage(body);
  } catch (cause) {
    if (cause instanceof ServiceError) return cause;
    throw cause;
  }
  throw new Error("It was taken.");
}

test.each([
  [{ jsonrpc: "2.0", id: 1, method: "tools/list" }],
  [{ jsonrpc: "2.0", id: "a", method: "tools/call", params: { name: "search", arguments: {} } }],
  [{ jsonrpc: "2.0", method: "notifications/initialized" }],
  [{ jsonrpc: "2.0", id: 1, method: "constructor" }],
])("takes one message: %o", (body) => expect(() => requireMessage(body)).not.toThrow());

test.each([
  [[], "batch"],
  [null, "an object"],
  ["text", "an object"],
  [{ jsonrpc: "2.0", id: 1, method: "subscriptions/listen" }, "nothing to subscribe to"],
])("refuses %o and says why", async (body, words) => {
  const error = refusalOf(body);
  expect(error.message).toContain(words);
  const response = toRpcError(error);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_600 } });
});

test("a request with wrong parameters gets its id back, and each parameter by name", async () => {
  const error = refusalOf({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { arguments: 3 } });
  const response = toRpcError(error);
  expect(response.status).toBe(200);
  const { id, error: rpc } = (await response.json()) as { id: number; error: { code: number; data: { errors: object[] } } };
  expect([id, rpc.code]).toEqual([7, -32_602]);
  expect(rpc.data.errors).toContainEqual({ path: "params.name", message: "is required; send a value" });
});

test.each([
  ["internal", 500, -32_603],
  ["limit_exceeded", 429, -32_000],
  ["unauthenticated", 401, -32_000],
] as const)("a refusal with %s keeps its status and is not to be cached", async (code, status, rpcCode) => {
  const response = toRpcError(new ServiceError(code, "No."));
  expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
  expect(await response.json()).toMatchObject({ error: { code: rpcCode, message: "No.", data: { code } } });
});
