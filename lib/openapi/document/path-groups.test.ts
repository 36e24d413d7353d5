import { expect, test } from "vitest";
import { listOperations, readOperation } from "./operation.ts";
import { groupByPath } from "./words.ts";

function titlesOf(paths: readonly string[]): string[] {
  const document = { paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) };
  return [...new Set(groupByPath(listOperations(document).flatMap((key) => readOperation(document, key) ?? [])).values())];
}

const many = (prefix: string) => Array.from({ length: 12 }, (_, index) => `${prefix}/p${index}`);

test.each([
  ["their first part", ["/v1/payment_intents", "/v1/test-helpers"], ["Payment intents", "Test helpers"]],
  ["the first that differs", ["/api/v2/public/{team}/pets", "/api/v2/public/{team}/owners"], ["Pets", "Owners"]],
])("many operations without a tag are grouped by %s", (_, prefixes, titles) =>
  expect(titlesOf(prefixes.flatMap(many))).toEqual(titles),
);

test("few operations, and those of one path, are one list", () => {
  expect(titlesOf(["/pets", "/owners"])).toEqual([]);
  expect(titlesOf(Array.from({ length: 30 }, (_, index) => `/pets/{id}${index > 0 ? `/{n${index}}` : ""}`))).toEqual([]);
});
