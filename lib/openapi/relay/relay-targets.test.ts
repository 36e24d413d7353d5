import { expect, test } from "vitest";
import { listServerOrigins, listServers, listTemplates } from "../document/servers.ts";
import { readOpenApi } from "../openapi.ts";
import { isRelayTarget, listWildOrigins, readTargets } from "./relay-targets.ts";

const descriptionOf = (url: string, variables: object = {}) => ({ servers: [{ url, variables }], paths: {} });
const values = (count: number, length = 0) => Array.from({ length: count }, (_, index) => `v${index}`.padEnd(length, "x"));
const open = (names: readonly string[], allowed: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { default: "v0", enum: allowed }]));

test.each([
  ["one variable of 200 values", "https://{a}.example.com", ["a"], 200, 200],
  ["one variable of 201", "https://{a}.example.com", ["a"], 201, 0],
  ["two that make 196 hosts", "https://{a}.{b}.example.com", ["a", "b"], 14, 196],
  ["two that make 225", "https://{a}.{b}.example.com", ["a", "b"], 15, 0],
  [
    "a hundred, of which each has two",
    `https://${values(100)
      .map((name) => `{${name}}`)
      .join("")}.a.b`,
    values(100),
    2,
    0,
  ],
])("a server with %s", (_, url, names, count, hosts) => {
  expect(readTargets(descriptionOf(url, open(names, values(count)))).hosts.size).toBe(hosts);
});

test("values that multiply beyond every text stop nothing: the server has no targets, and a finding says so", async () => {
  const variables = open(["a", "b"], values(100, 900_000));
  const long = descriptionOf("https://{a}{b}.example.com", variables);
  expect(readTargets(long)).toEqual({ hosts: new Set(), issues: [] });
  expect(listServers(long)).toEqual(["https://v0v0.example.com"]);
  const many = descriptionOf(`https://${"{a}{b}".repeat(60)}.example.com`, open(["a", "b"], values(200)));
  const { findings } = await readOpenApi({
    text: JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, ...many }),
  });
  expect(findings).toMatchObject([{ severity: "warning", message: expect.stringMatching(/^#\/servers\/0: .*200 hosts/) }]);
});

test.each([
  ["a value as long as a host name may be", "https://{a}.io", 253, 1],
  ["a longer value", "https://{a}.io", 254, 0],
  ["values that together are longer than a host with its port may be", "https://{a}.{b}.io", 249, 0],
])("%s", (_, url, length, hosts) => {
  expect(readTargets(descriptionOf(url, open(["a", "b"], values(1, length)))).hosts.size).toBe(hosts);
});

test("an address that its defaults make endless is left as it is written", () => {
  const url = `https://${"{a}".repeat(150)}.example.com`;
  expect(listServers(descriptionOf(url, { a: { default: "x".repeat(4_000_000) } }))).toEqual([url]);
  expect(listServerOrigins(descriptionOf(url, { a: { default: "x".repeat(4_000_000) } }))).toEqual([]);
});

test("the templates of one list of servers have 2,000 values together", () => {
  const servers = values(40).map((name) => ({ url: `https://{${name}}.${name}.com`, variables: open([name], values(100)) }));
  const shown = Object.values(listTemplates({ servers })).flatMap((template) => template.variables.map(({ allowed }) => allowed));
  expect(shown.flatMap((allowed) => allowed ?? [])).toHaveLength(2_000);
});

test("servers after the first 2,000 hosts of a description have no targets, and the first of them is named", () => {
  const servers = values(2_100).map((name) => ({ url: `https://${name}.example.com` }));
  const description = { servers: [], paths: { "/a": { get: { servers } } } };
  expect(isRelayTarget(description, new URL("https://v1999.example.com/"))).toBe(true);
  expect(isRelayTarget(description, new URL("https://v2000.example.com/"))).toBe(false);
  expect(readTargets(description).issues.map(({ keys }) => keys.join("/"))).toEqual(["paths//a/get/servers/2000"]);
});

test("the same server at every operation is counted once", () => {
  const operation = () => ({ get: { servers: [{ url: "https://one.example.com" }] } });
  const paths = Object.fromEntries(values(3_000).map((name) => [`/${name}`, operation()]));
  const last = { post: { servers: [{ url: "https://two.example.com" }] } };
  expect([...readTargets({ paths: { ...paths, "/last": last } }).hosts]).toEqual(["one.example.com", "two.example.com"]);
});

test("a path item is read as often for a thousand paths that share it as for one", () => {
  const countReads = (names: readonly string[]) => {
    let reads = 0;
    const shared = {
      get servers() {
        reads += 1;
        return [{ url: "https://one.example.com" }];
      },
    };
    const paths = Object.fromEntries(names.map((name) => [`/${name}`, { $ref: "#/components/pathItems/shared" }]));
    expect([...readTargets({ paths, components: { pathItems: { shared } } }).hosts]).toEqual(["one.example.com"]);
    return reads;
  };
  expect(countReads(values(1_000))).toBe(countReads(values(1)));
});

test("an address with an open label is no origin of a policy", () => {
  for (const url of ["https://{x}.0.0.1", "https://{x}.1.2.3.4", "https://{x}.[::1]"])
    expect(listWildOrigins(descriptionOf(url))).toEqual([]);
});

test("what a description names is read once", () => {
  const description = descriptionOf("https://one.example.com");
  expect(readTargets(description)).toBe(readTargets(description));
  expect(listServerOrigins(description)).toBe(listServerOrigins(description));
});

test.each([
  ["https://{x}.co.uk", "https://evil.co.uk/", false],
  ["https://{x}.com", "https://evil.com/", false],
  ["https://{x}.github.io", "https://acme.github.io/", true],
  ["https://{x}.vercel.app", "https://acme.vercel.app/", true],
  ["https://{x}.example.co.uk", "https://acme.example.co.uk/", true],
  ["https://{x}.api.corp.internal", "https://acme.api.corp.internal/", true],
])("%s opens %s: %j", (url, target, isOpen) => {
  const description = descriptionOf(url);
  expect(isRelayTarget(description, new URL(target))).toBe(isOpen);
  expect(listWildOrigins(description)).toHaveLength(isOpen ? 1 : 0);
  expect(readTargets(description).issues).toHaveLength(isOpen ? 0 : 1);
});
