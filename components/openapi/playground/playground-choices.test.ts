import { expect, test } from "vitest";
import { readOperation } from "../../../lib/openapi/document/operation.ts";
import { initialState, serverOf, toCall } from "../../../lib/openapi/playground/call.ts";
import { toPlayground } from "../../../lib/openapi/playground/playground.ts";
import { toRequest } from "./playground-request.ts";

const servers = [
  {
    url: "https://{tenant}.example.com:{port}/{base}/",
    variables: { tenant: { default: "acme" }, port: { default: 443, enum: [443, 8443] }, base: { default: "v1" } },
  },
  { url: "https://eu.example.com" },
  { url: "{root}/api" },
];
const operation = { responses: { 200: { description: "ok" } } };
const read = readOperation({ openapi: "3.1.0", servers, paths: { "/a": { get: operation } } }, { method: "GET", path: "/a" });
if (!read) throw new Error("no operation");
const playground = toPlayground(read);
const send = (server: string | undefined, variables: Record<string, string>) =>
  toRequest(playground, { ...initialState(playground), server: server ?? "", variables }, "https://docs.example.com/");
const [first, eu, open] = playground.servers;

test("a server is called at its defaults, and with what a reader fills in", () => {
  const state = initialState(playground);
  expect([first, eu, open]).toEqual(["https://acme.example.com:443/v1", "https://eu.example.com", "{root}/api"]);
  expect(toCall(playground, state).url).toBe("https://acme.example.com:443/v1/a");
  expect(serverOf(playground, { ...state, variables: { tenant: "me", base: "v2/beta" } })).toBe(
    "https://me.example.com:443/v2/beta",
  );
  expect(send(first, { tenant: "me", port: "8443" })).toMatchObject({ kind: "ready", url: "https://me.example.com:8443/v1/a" });
  expect(send(eu, { tenant: "me" })).toMatchObject({ kind: "ready", url: "https://eu.example.com/a" });
  expect(send(open, { root: "https://own.example.org" })).toMatchObject({
    kind: "ready",
    url: "https://own.example.org/api/a",
  });
});

test.each([
  [first, { tenant: "" }, "server:tenant", "missing"],
  [first, { tenant: "evil.example/x" }, "server:tenant", "url"],
  [first, { tenant: "a@evil.example" }, "server:tenant", "url"],
  [first, { port: "443@evil.example" }, "server:port", "url"],
  [first, { base: "../x" }, "server:base", "url"],
  [first, { base: "x?y=#" }, "server:base", "url"],
  [open, {}, "server:root", "missing"],
  [open, { root: "javascript:alert(1)//" }, "server:root", "url"],
])("what a variable may not be is named at its field: %s with %j", (server, variables, field, reason) =>
  expect(send(server, variables)).toEqual({ kind: "invalid", errors: [{ field, reason }] }),
);

test("the chosen one of several ways to authenticate is sent, and nothing that was filled in before", () => {
  const components = {
    securitySchemes: {
      token: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      login: { type: "http", scheme: "basic" },
    },
  };
  const security = [{ token: [], key: [] }, { login: [] }, {}];
  const paths = { "/a": { get: { ...operation, security } } };
  const secured = readOperation({ openapi: "3.1.0", servers: [servers[1]], components, paths }, { method: "GET", path: "/a" });
  if (!secured) throw new Error("no operation");
  const form = toPlayground(secured);
  expect(form.ways).toEqual([["security:token", "security:key"], ["security:login"], []]);
  const secrets = { "security:token": "t", "security:key": "k", "security:login": "u:p" };
  const sent = [0, 1, 2].map((way) => {
    const request = toRequest(form, { ...initialState(form), way, secrets }, "https://docs.example.com/");
    return request.kind === "ready" ? [...(request.init.headers as Headers)] : request;
  });
  expect(sent).toEqual([
    [
      ["authorization", "Bearer t"],
      ["x-key", "k"],
    ],
    [["authorization", "Basic dTpw"]],
    [],
  ]);
});
