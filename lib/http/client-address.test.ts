import type { IncomingMessage } from "node:http";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { findClientAddress, recordPeer, toAddressBlock } from "./node-server.ts";

const config = { organisation: { id: "a", name: "A" }, projects: [{ id: "d", domain: "d", name: "D" }] };
let restore = () => {};
afterEach(() => restore());

function find(variables: Record<string, string>, headers: Record<string, string>): string {
  restore = replaceSettings(config, variables);
  return findClientAddress(new Headers(headers));
}

test("believes the private header only in a process that overwrites it", () => {
  expect(find({}, { "x-docent-peer": "192.0.2.1" })).toBe("unknown");
  recordPeer({ headers: {}, socket: { remoteAddress: "192.0.2.9" } } as unknown as IncomingMessage);
  expect(find({}, { "x-docent-peer": "::ffff:192.0.2.1" })).toBe("192.0.2.1");
});

const peer = { "x-docent-peer": "192.0.2.1" };
test.each([
  ["no proxy", 0, "203.0.113.5", "192.0.2.1"],
  ["one proxy, whose entry is the last", 1, "198.51.100.66, 203.0.113.5", "203.0.113.5"],
  ["two proxies", 2, "198.51.100.66, 203.0.113.5, 10.0.0.2", "203.0.113.5"],
  ["more proxies than entries", 3, "203.0.113.5", "192.0.2.1"],
  ["one proxy and a forged word", 1, "not an address", "192.0.2.1"],
  ["one proxy and IPv6", 1, "2001:db8::1", "2001:db8::1"],
  ["one proxy and a port", 1, "198.51.100.66:1, 203.0.113.5:44321", "203.0.113.5"],
  ["one proxy, IPv6 and a port", 1, "[2001:db8::1]:44321", "2001:db8::1"],
  ["one proxy and IPv6 in brackets", 1, "[2001:db8::1]", "2001:db8::1"],
  ["one proxy and IPv4 in IPv6 with a port", 1, "[::ffff:203.0.113.5]:80", "203.0.113.5"],
  ["one proxy and an invalid port", 1, "203.0.113.5:http", "192.0.2.1"],
  ["one proxy and a bracket that does not close", 1, "[2001:db8::1", "192.0.2.1"],
])("with %s (TRUST_PROXY=%i) X-Forwarded-For %j means %s", (_, hops, forwarded, expected) => {
  expect(find({ TRUST_PROXY: String(hops) }, { ...peer, "x-forwarded-for": forwarded })).toBe(expected);
});

test("two ports of one address are counted as one address", () => {
  const blockOf = (entry: string) => toAddressBlock(find({ TRUST_PROXY: "1" }, { ...peer, "x-forwarded-for": entry }));
  expect(new Set(["203.0.113.5:1", "203.0.113.5:2", "203.0.113.5"].map(blockOf))).toEqual(new Set(["203.0.113.5"]));
});

test("takes Vercel's own header on Vercel and nowhere else", () => {
  const headers = { ...peer, "x-vercel-forwarded-for": "203.0.113.5", "x-forwarded-for": "198.51.100.1" };
  expect(find({ VERCEL: "1" }, headers)).toBe("203.0.113.5");
  restore();
  expect(find({}, headers)).toBe("192.0.2.1");
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["unknown", "unknown"],
])("counts %s as %s", (address, block) => expect(toAddressBlock(address)).toBe(block));
