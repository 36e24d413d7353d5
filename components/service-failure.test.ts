import { expect, test } from "vitest";
import { ServiceFailed, toFailure, toServiceFailed } from "./service-failure.ts";

const refusal = (status: number, retryAfter?: string) =>
  toServiceFailed(new Response(null, { status, headers: retryAfter ? { "Retry-After": retryAfter } : {} })).failure;

test.each([
  ["whole seconds", "12", 12],
  ["a part of a second", "0.2", 1],
  ["a date", "Wed, 21 Oct 2026 07:28:00 GMT", undefined],
  ["a time that is over", "-5", undefined],
  ["nothing", undefined, undefined],
])("reads %s in Retry-After", (_, header, seconds) => expect(refusal(429, header)).toEqual({ kind: "limited", seconds }));

test("any other refusal is a problem of the server", () => expect(refusal(503, "5")).toEqual({ kind: "server" }));

test("an error that is not an answer of the service is what the caller says", () => {
  expect(toFailure(new TypeError("cut off"), "broken")).toEqual({ kind: "broken" });
  expect(toFailure(new ServiceFailed({ kind: "offline" }), "broken")).toEqual({ kind: "offline" });
});
