import { expect, test } from "vitest";
import { createLargeProject } from "../content/fixtures/project.ts";
import type { UrlStructure } from "../content/model/urls.ts";
import { llmsPath, localeOfLlms } from "./llms-path.ts";

const LABELS = ["Version 2026-07-28 (latest)", "Version 2025-06-18", "v1", "Draft & next"];
const docs: UrlStructure = {
  ...createLargeProject(),
  addresses: "paths",
  versions: LABELS.map((id) => ({ id })),
  defaultVersion: LABELS[0] ?? null,
};

test.each([
  ["en", LABELS[0], "/llms.txt"],
  ["es", LABELS[0], "/docs/es/llms.txt"],
  ["en", LABELS[1], "/docs/2025-06-18/llms.txt"],
  ["es", "v1", "/docs/es/v1/llms.txt"],
  ["en", "Draft & next", "/docs/Draft-next/llms.txt"],
])("the list of %s, %s of a docs.json site is at an address that leads back to it", (language, version, path) => {
  const locale = { language, version: version ?? null };
  expect(llmsPath(docs, locale)).toBe(path);
  expect(localeOfLlms(docs, path.replace("/llms.txt", "").split("/").slice(2))).toEqual(locale);
});

test("versions of the same number are named by their whole label", () => {
  const twins = { ...docs, versions: [{ id: "Cloud 2.0" }, { id: "Server 2.0" }], defaultVersion: "Cloud 2.0" };
  expect(llmsPath(twins, { language: "en", version: "Server 2.0" })).toBe("/docs/Server-2.0/llms.txt");
});

test("a path that names neither a language nor a version has no list", () => {
  expect([localeOfLlms(docs, ["guides"]), localeOfLlms(docs, ["en", "v1", "more"])]).toEqual([undefined, undefined]);
});
