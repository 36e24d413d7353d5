import { expect, test } from "vitest";
import { readOpenApi } from "../openapi.ts";
import { compareDescriptions } from "./compare.ts";
import { OperationReader } from "./reading.ts";

const map = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, make(index)]));
const answer = (schema: unknown) => ({ 200: { description: "Done.", content: { "application/json": { schema } } } });
const described = (paths: object, schemas: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "A", version: "1" },
  paths,
  components: { schemas },
});

/** Operations that all answer with the same schema of many words. */
const sharing = (operations: number, words: string) =>
  described(
    Object.fromEntries(
      Object.keys(map(operations, () => 0)).map((name) => [
        `/${name}`,
        { get: { responses: answer({ type: "array", items: { $ref: "#/components/schemas/one" } }) } },
      ]),
    ),
    { one: { type: "object", properties: map(200, (index) => ({ type: "string", description: `${words} ${index}` })) } },
  );

test("operations that say far more than is written are read in outline after the first of them, and small ones whole", () => {
  const [grown, small] = [sharing(900, "Words. ".repeat(20)), sharing(20, "Words.")].map(
    (document) => new OperationReader(document),
  );
  for (const reader of [grown, small]) for (const key of reader?.list() ?? []) expect(reader?.read(key)?.path).toBe(key.path);
  expect(small?.outlined).toBe(0);
  expect(grown?.outlined).toBeGreaterThan(500);
  expect(grown?.outlined).toBeLessThan(900);
});

test("an operation that is read in outline is still reported as deprecated", () => {
  const [before, after] = [sharing(900, "Words. ".repeat(20)), sharing(900, "Other. ".repeat(20))];
  const last = after.paths["/n899" as keyof typeof after.paths] as unknown as { get: { deprecated: boolean } };
  last.get.deprecated = true;
  const { deprecated, changed, removed } = compareDescriptions(before, after);
  expect([deprecated, changed, removed]).toEqual([["GET /n899"], [], []]);
});

test("a fault is found behind thousands of paths, and a path that refers to a shared one is none", async () => {
  const shared = Object.fromEntries(Object.keys(map(3_000, () => 0)).map((name) => [`/${name}`, { $ref: "#/paths/~1last" }]));
  const paths = { ...shared, "/last": { get: { responses: answer({}), parameters: [{ name: "a" }] } } };
  const { findings } = await readOpenApi({ text: JSON.stringify(described(paths)) });
  expect(findings.map(({ message }) => message.split(": ")[0])).toEqual(["#/paths/~1last/get/parameters/0"]);
});

test("a fault in JSON has the line and column of its part", async () => {
  const text = JSON.stringify(described({ "/a": { get: { responses: answer({ type: "text" }) } } }), null, 2);
  const { findings } = await readOpenApi({ text });
  const lines = text.split("\n");
  const line = lines.findIndex((each) => each.includes('"text"')) + 1;
  expect(findings.map((finding) => [finding.line, finding.column])).toEqual([
    [line, (lines[line - 1] ?? "").indexOf('"text"') + 1],
  ]);
});
