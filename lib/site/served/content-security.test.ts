import { expect, test } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import { checkConfig } from "../../config/config.ts";
import type { DocentConfig } from "../../config/schema.ts";
import { contentSecurityPolicy } from "./content-security.ts";

async function rulesWith(scripts: DocentConfig["scripts"], more: Partial<DocentConfig> = {}) {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const config = checkConfig({ organisation: { id: "acme", name: "Acme" }, projects: [project], scripts, ...more }, "test");
  const policy = contentSecurityPolicy({ config, site: await buildPage("Text."), development: false });
  return Object.fromEntries(policy.split("; ").map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]));
}

test("a configured script may load, send to its host and to the hosts that it names, and no other", async () => {
  const rules = await rulesWith([{ src: "https://stats.example.com/js/s.js", hosts: ["*.collect.example"] }]);
  const hosts = ["https://stats.example.com", "https://*.collect.example"];
  expect(rules["script-src"]).toEqual(["'self'", "'unsafe-inline'", ...hosts]);
  expect(rules["connect-src"]).toEqual(["'self'", ...hosts]);
  expect(rules["img-src"]).toEqual(["'self'", "data:", "https:", ...hosts]);
});

test("pictures, films and frames come from any https host, or from those that the configuration lists", async () => {
  const all = await rulesWith([]);
  expect([all["img-src"], all["media-src"], all["frame-src"]]).toEqual([
    ["'self'", "data:", "https:"],
    ["'self'", "https:"],
    ["'self'", "https:"],
  ]);
  const rules = await rulesWith([], { images: { allow: ["cdn.example.com"] }, embeds: { allow: ["player.example.com"] } });
  expect(rules["media-src"]).toEqual(["'self'", "https://cdn.example.com"]);
  expect(rules["frame-src"]).toEqual(["'self'", "https://player.example.com"]);
  const none = await rulesWith([], { images: { allow: [] }, embeds: { allow: [] } });
  expect([none["img-src"], none["frame-src"]]).toEqual([["'self'", "data:"], ["'self'"]]);
});

test("without scripts no other host is allowed", async () => {
  const rules = await rulesWith([{ src: "/own.js" }]);
  expect([rules["script-src"], rules["connect-src"]]).toEqual([["'self'", "'unsafe-inline'"], ["'self'"]]);
});

test.each([
  [{ src: "http://stats.example.com/s.js" }, "must be an https address"],
  [{ src: "//stats.example.com/s.js" }, "must be an https address"],
  [{}, "must have src or inline"],
  [{ src: "/x.js", attributes: { onload: "x" } }, "must have names of attributes in lower case"],
  [{ src: "/x.js", hosts: ["https://x.example"] }, "must be a host name without protocol"],
])("%j is refused, saying what it must be", async (script, message) => expect(rulesWith([script])).rejects.toThrow(message));
