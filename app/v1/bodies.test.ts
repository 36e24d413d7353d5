import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { arbitraryBodies } from "../../internal/testing/v1-bodies.ts";
import { endpoints } from "../../internal/testing/v1-endpoints.ts";
import { serviceForTests } from "../../internal/testing/v1-service.ts";

// Every body is to be read, however many are sent.
const limits = { messagesPerKeyPerMonth: 1e9, requestsPerOrganisationPerHour: 1e9, requestsPerAddressPerDay: 1e9 };
const { token, log } = serviceForTests({ config: { limits } });
/** For each endpoint. */
const RUNS = 150;

test.each(endpoints.filter(({ body, scope }) => body && scope === "assistant"))(
  "$name answers every body with a result or with a refusal that names fields",
  async ({ name, route, method, address }) => {
    let [accepted, refused] = [0, 0];
    const answer = async (body: unknown) => {
      const response = await callRoute(route, { method, ...address("docs"), token: token.assistant, body: JSON.stringify(body) });
      if (response.status < 400) {
        accepted += 1;
        await response.body?.cancel();
        return;
      }
      refused += 1;
      const problem = await readProblem(response);
      expect(problem.status, JSON.stringify({ problem, log: log.at(-2) })).toBeLessThan(429);
      if (problem.code === "invalid_request") expect(problem.errors?.length).toBeGreaterThan(0);
    };
    await fc.assert(fc.asyncProperty(arbitraryBodies(name), answer), { numRuns: RUNS });
    expect(refused).toBeGreaterThan(10);
    expect(accepted + refused).toBe(RUNS);
  },
  30_000 + RUNS * 100,
);

describe("a body that is made to be expensive is refused with few faults", () => {
  const fill = (open: string, item: string, close: string) => (times: number) =>
    `${open}${`${item},`.repeat(times)}${item}${close}`;
  const message = (fields: string) => `{"fp":"f","messages":[{"id":"1","role":"user","content":"Hi",${fields}`;
  test.each([
    ["parts of v1", "v1", fill(message('"parts":['), "0", "]}]}"), "messages.0.parts"],
    ["parts of v2", "v2", fill(message('"parts":['), "0", "]}]}"), "messages.0.parts"],
    [
      "attachments",
      "v1",
      fill(message('"parts":[],"experimental_attachments":['), "{}", "]}]}"),
      "messages.0.experimental_attachments",
    ],
    [
      "reasoning details",
      "v1",
      fill(message('"parts":[{"type":"reasoning","reasoning":"","details":['), "0", "]}]}]}"),
      "messages.0.parts.0.details",
    ],
    ["annotations", "v1", fill(message('"parts":[],"annotations":['), "[]", "]}]}"), "messages.0.annotations"],
    [
      "arguments of a tool",
      "v1",
      fill(message('"parts":[{"type":"tool-invocation","toolInvocation":{"args":['), "{}", "]}}]}]}"),
      "messages.0.parts.0.toolInvocation.args",
    ],
    ["messages", "v1", fill('{"fp":"f","messages":[', "{}", "]}"), "messages"],
  ])("%s", async (_, version, body, path) => {
    // At its place; where it is all of 4 MiB, before it is parsed.
    for (const [times, place] of [
      [1_500, path],
      [1_398_000, ""],
    ] as const) {
      const problem = await readProblem(await send(version, body(times)));
      expect([problem.status, problem.errors?.map((error) => error.path)]).toEqual([400, [place]]);
    }
  });

  test.each(["v1", "v2"])("wrong parts in every message of %s, within the bounds of the shape", async (version) => {
    const part = { type: "reasoning", reasoning: 1, details: Array.from({ length: 400 }, () => 0) };
    const messages = Array.from({ length: 200 }, () => ({
      id: 1,
      role: 1,
      content: 1,
      parts: version === "v1" ? [part] : [0, 0],
    }));
    const problem = await readProblem(await send(version, JSON.stringify({ fp: "f", messages })));
    expect([problem.status, problem.errors?.length]).toEqual([400, 20]);
  });

  function send(version: string, body: string) {
    const row = endpoints.find(({ name }) => name === `POST /${version}/assistant/{domain}/message`);
    if (!row) throw new Error(`There is no message endpoint of ${version}.`);
    return callRoute(row.route, { method: "POST", ...row.address("docs"), token: token.assistant, body });
  }
});
