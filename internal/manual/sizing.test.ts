import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readResults } from "../bench/load/results.ts";
import { SIZING_PAGE, toTables } from "../bench/load/tables.ts";

test("the tables of Sizing are those of the file that the bench writes; npm run bench -- load --write writes both", () => {
  const page = readFileSync(SIZING_PAGE, "utf8");
  const results = readResults();
  if (!results) throw new Error("The bench has written nothing.");
  for (const table of toTables(results)) expect(page).toContain(`\n${table}\n`);
});
