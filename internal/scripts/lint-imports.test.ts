import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { BASE_PARTS, IMPORT_RULES, ROOMS } from "./import-rules.ts";
import { findCycles, findForbidden, findInBrowser, listLoaded, longestChain } from "./lint-imports.ts";

test("an import against the direction is found, however it is written", () => {
  const text = `import { a } from "../search/search.ts";
import type { B } from "@/lib/assistant/answer.ts";
const c = await import("../http/http.ts");
import "../openapi/openapi.ts";
import { d } from "./page.ts";
import { e } from "../log.ts";`;
  expect(findForbidden("lib/content/content.ts", text)).toEqual([
    "lib/search/search.ts",
    "lib/assistant/answer.ts",
    "lib/http/http.ts",
  ]);
});

test("the live site and the fork's folder are different", () => {
  expect(findForbidden("lib/content/components.ts", 'import own from "../../site/index.ts";')).toEqual([]);
  expect(findForbidden("lib/content/components.ts", 'import own from "../../site/ui.tsx";')).toEqual(["site/ui.tsx"]);
  expect(findForbidden("lib/content/components.ts", 'import { live } from "../site/live.ts";')).toEqual(["lib/site/live.ts"]);
});

test.each(["app/sitemap.ts", "components/docs/docs.tsx", "lib/mcp/mcp.ts", "site/live-demo.tsx"])(
  "%s may ask for the site of a reader, and never for the owner's",
  (file) => {
    const text = 'import { a } from "@/lib/site/served/current.ts";\nimport { b } from "@/lib/site/served/reader-site.ts";';
    expect(findForbidden(file, text)).toEqual(["lib/site/served/current.ts"]);
  },
);

test("a room of the content imports those below it, and none above", () => {
  const text = `import { a } from "../model/page.ts";
import { b } from "../components/html.ts";
import { c } from "../parse/parse.ts";
import { d } from "../content.ts";
import { e } from "./element.ts";`;
  expect(findForbidden("lib/content/elements/expand.ts", text)).toEqual(["lib/content/parse/parse.ts", "lib/content/content.ts"]);
  expect(findForbidden("lib/content/content.ts", text.replaceAll("../", "./"))).toEqual([]);
});

test("a room of components is kept like one of lib", () => {
  const text = `import { a } from "../samples/samples.ts";
import { b } from "../reference/overview.tsx";
import { c } from "../../docs/method.tsx";
import { d } from "../openapi.tsx";`;
  expect(findForbidden("components/openapi/playground/playground-form.tsx", text)).toEqual([
    "components/openapi/reference/overview.tsx",
    "components/openapi/openapi.tsx",
  ]);
  expect(findForbidden("components/openapi/openapi.tsx", text.replaceAll('"../', '"./').replaceAll("./../", "../"))).toEqual([]);
});

test("the importer reads lib through its entry points alone, and the engine never imports the importer", () => {
  const text = `import { a } from "../../lib/content/content.ts";
import { b } from "../../lib/yaml.ts";
import { c } from "../../scripts/command-line.ts";
import { d } from "./engine/files.ts";`;
  expect(findForbidden("internal/import/report.ts", text)).toEqual(["lib/content/content.ts", "lib/yaml.ts"]);
  expect(findForbidden("internal/import/engine/files.ts", 'export { a } from "../../../lib/content/content.ts";')).toEqual([]);
  expect(findForbidden("lib/content/content.ts", 'import { a } from "../../internal/import/report.ts";')).toEqual([
    "internal/import/report.ts",
  ]);
});

test("nothing that a site runs imports what tests share", () => {
  const text = 'import { makeFolder } from "../internal/testing/folder.ts";';
  for (const file of ["scripts/check.ts", "lib/log.ts", "app/sitemap.ts", "components/site-token.ts", "site/ui.tsx"])
    expect(findForbidden(file, text)).toEqual(["internal/testing/folder.ts"]);
});

test("a circle of imports is found, also of types, and files that lead to it are not in it", () => {
  const texts = new Map([
    ["lib/a/a.ts", 'import { b } from "./b.ts";'],
    ["lib/a/b.ts", 'import type { C } from "@/lib/c/c.ts";'],
    ["lib/c/c.ts", 'const a = await import("../a/a.ts");\nimport { d } from "./d.ts";'],
    ["lib/c/d.ts", 'import { e } from "node:fs";'],
    ["lib/c/start.ts", 'import { c } from "./c.ts";'],
  ]);
  expect(findCycles(texts)).toEqual([["lib/a/a.ts", "lib/a/b.ts", "lib/c/c.ts"]]);
});

test("a module of Node's that a browser would load is found, with the file that brings it", () => {
  const texts = new Map([
    ["components/a.tsx", '"use client";\nimport { b } from "../lib/b.ts";\nimport type { S } from "../lib/server.ts";'],
    ["components/server.tsx", 'import { s } from "../lib/server.ts";'],
    ["lib/b.ts", 'import { c } from "./c.ts";'],
    ["lib/c.ts", 'import type { D } from "node:url";\nimport { wait } from "node:timers/promises";'],
    ["lib/server.ts", 'import { readFile } from "node:fs/promises";'],
  ]);
  expect(findInBrowser(texts)).toEqual([{ file: "components/a.tsx", by: "lib/c.ts", module: "node:timers/promises" }]);
});

test("the rules have no cycle", () => {
  const visit = (rules: typeof IMPORT_RULES, part: string, trail: readonly string[]): void => {
    expect(trail).not.toContain(part);
    for (const next of rules[part] ?? []) if (!TYPES_ONLY.includes(next)) visit(rules, next, [...trail, part]);
  };
  for (const rules of [IMPORT_RULES, ...Object.values(ROOMS)]) for (const part of Object.keys(rules)) visit(rules, part, []);
  for (const part of BASE_PARTS) expect((IMPORT_RULES[part] ?? []).filter((next) => next in IMPORT_RULES)).toEqual([]);
});

test.each(Object.entries(ROOMS))("each folder of %s is a room with rules, of at most 25 files", (top, rooms) => {
  const folders = Map.groupBy(globSync(`${top}/**/*.{ts,tsx}`), (file) => path.dirname(file));
  for (const [folder, inside] of folders) expect(`${folder}: ${inside.length <= 25}`).toBe(`${folder}: true`);
  const found = [...folders.keys()].flatMap((folder) => folder.slice(top.length + 1).split("/")[0] || []);
  expect(new Set(found)).toEqual(new Set(Object.keys(rooms)));
});

test("no chain of imports of the content is longer than twelve", () => {
  const files = globSync("lib/content/**/*.ts");
  const texts = files.filter((file) => !file.endsWith(".test.ts")).map((file) => [file, readFileSync(file, "utf8")] as const);
  expect(longestChain(new Map(texts)).length).toBeLessThanOrEqual(12);
});

/** Parts that name each other by types alone: a fork's definition is typed by those who read it. */
const TYPES_ONLY = ["site-definition"];

test("the modules that a file loads exclude types and dynamic imports", () => {
  const texts: Readonly<Record<string, string>> = {
    "a.ts": 'import type { T } from "./type.ts";\nimport { type U, b } from "./b.ts";',
    "b.ts": 'export const later = () => import("./later.ts");\nexport { c } from "./c.ts";',
    "c.ts": "",
    "type.ts": "",
    "later.ts": "",
  };
  expect(listLoaded("a.ts", (file) => texts[file])).toEqual(["a.ts", "b.ts", "c.ts"]);
});

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

test.each([
  ["app/api/icon/route.ts", 60],
  ["app/v1/search/[domain]/route.ts", 140],
  ["app/route-request.ts", 110],
])("%s reads what is served, in at most %i files, none of which makes it", (file, most) => {
  const loaded = listLoaded(file, textOf);
  const making = /^lib\/(?:updates|site\/made\/|content\/(?:content|parse\/parse|site\/parse-))/;
  expect(loaded.filter((each) => making.test(each))).toEqual([]);
  expect(loaded.length).toBeLessThanOrEqual(most);
});

test.each([
  ...["app/route-request.ts", "app/reader.ts", "app/api/site-token/route.ts", "lib/start-server.ts", "lib/http/http.ts"],
  ...["app/(default)/docs/[[...slug]]/page.tsx", "app/v1/search/[domain]/route.ts", "lib/mcp/mcp.ts"],
])("%s loads nothing of the session of a reader where everyone reads everything", (file) => {
  expect(listLoaded(file, textOf).filter((loaded) => loaded.startsWith("lib/access/"))).toEqual([]);
});

test("a site without a provider loads nothing of it to sign readers in", () => {
  const loaded = ["app/api/reader/[action]/route.ts", "lib/access/reader.ts"].flatMap((file) => listLoaded(file, textOf));
  expect(loaded).toContain("lib/access/password.ts");
  expect(loaded).not.toContain("lib/access/oidc.ts");
});

test("the walks of ARCHITECTURE.md pass through at most 25 files each, which are there", () => {
  const [, walks = ""] = /^## Two walks\n(.*?)^## /ms.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
  const files = walks
    .trim()
    .split("\n\n")
    .map((walk) => [...walk.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file));
  expect(files.map(({ length }) => length > 15 && length <= 25)).toEqual([true, true]);
  expect(files.flat().filter((file) => !existsSync(file))).toEqual([]);
});
