import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const sources = globSync("{lib,components}/**/*.{ts,tsx}").filter(
  (file) => !/\.test\.tsx?$|(?:^|\/)(?:testing[^/]*|fixtures?)(?:\.ts|\/)|\/i18n\/[a-z]{2}\//.test(file),
);

test("every file has a test of its name, or says in its first line where it is tested", () => {
  const silent = sources.filter((file) => {
    const base = file.replace(/\.tsx?$/, "");
    if (existsSync(`${base}.test.ts`) || existsSync(`${base}.test.tsx`)) return false;
    const [, places] = /^\/\/ Tested in (.+)\.$/.exec(readFileSync(file, "utf8").split("\n", 1)[0] ?? "") ?? [];
    const exists = (place: string) => existsSync(place) || existsSync(path.join(path.dirname(file), place));
    return !places?.split(/, | and /).every(exists);
  });
  expect(silent).toEqual([]);
});
