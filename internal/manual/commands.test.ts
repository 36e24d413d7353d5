import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isWorkshopCommand } from "../../scripts/owners.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const pages = globSync("content/{en,es}/v2/*.mdx");

describe.each(pages)("%s", (page) => {
  test("names commands that a site has, unless it says that they are in the engine's repository", () => {
    const wrong = readFileSync(page, "utf8")
      .split("\n")
      .filter((line) => !/engine's repository|repositorio del motor/.test(line))
      .flatMap((line) => [...line.matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)].map(([, command]) => command as string))
      .filter(
        (command) => !Object.hasOwn(scripts, command) || (command !== "init" && isWorkshopCommand(scripts[command] as string)),
      );
    expect(wrong).toEqual([]);
  });
});
