import { expect, test } from "vitest";
import { listTypeFields } from "./type-table.ts";

const SOURCE = `import type { ReactNode } from "react";

interface Base {
  /** Where it is. */
  id: string;
}

export interface Props extends Base {
  /**
   * How many \`items\`
   * there are.
   * @defaultValue 5
   */
  count?: number | "all";
  // No documentation.
  render: (item: string) => ReactNode;
}

export type Both = Props & { last: boolean };
`;

test("fields of a type are listed with their type, their default and what their comments say", () => {
  const fields = listTypeFields(SOURCE, "Props").map(({ description, ...facts }) => [facts, JSON.stringify(description)]);
  expect(fields).toMatchObject([
    [{ name: "id", type: "string", required: true, default: undefined }, expect.stringContaining("Where it is.")],
    [{ name: "count", type: 'number | "all"', required: false, default: "5" }, expect.stringContaining("inlineCode")],
    [{ name: "render", type: "(item: string) => ReactNode", required: true, default: undefined }, "[]"],
  ]);
  expect(listTypeFields(SOURCE, "Both").map(({ name }) => name)).toEqual(["id", "count", "render", "last"]);
});

test("a type that is not there, and a text that is no TypeScript, cost the table only", () => {
  expect(() => listTypeFields(SOURCE, "Other")).toThrow("there is no type Other");
  expect(() => listTypeFields("interface {", "Props")).toThrow("its types cannot be read");
});

test("types that name each other without end, or again and again, end", () => {
  const self = "type A = A & B; type B = A & A & A;";
  expect(listTypeFields(self, "A")).toEqual([]);
  const levels = Array.from(
    { length: 12 },
    (_, level) =>
      `type T${level} = ${Array(30)
        .fill(`T${level + 1}`)
        .join(" & ")};`,
  );
  expect(listTypeFields(`${levels.join("\n")}\ntype T12 = { x: 1 };`, "T0")).toMatchObject([{ name: "x" }]);
});

test("comments that belong to no field, and a type in very many places, are read once", () => {
  const fields = Array.from({ length: 200 }, (_, index) => `a${index}: string;${" ".repeat(7_500)}`);
  const names = `type Many = ${Array(900).fill("P").join(" & ")};`;
  const listed = listTypeFields(`${"/***/".repeat(100_000)}\ninterface P { ${fields.join("\n")} }\n${names}`, "Many");
  expect(listed).toHaveLength(200);
});
