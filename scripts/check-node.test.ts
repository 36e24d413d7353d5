import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Runs the check as a Node of this version would. */
function checkAs(version: string) {
  const fake = `Object.defineProperty(process.versions, "node", { value: "${version}" }); await import("./scripts/check-node.mjs");`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", fake], { encoding: "utf8" });
  return { status, stderr };
}

test.each(["18.20.0", "20.20.2", "22.17.1"])("Node %s is refused with what to do", (version) => {
  const { status, stderr } = checkAs(version);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/needs Node 22\.18 or newer[\s\S]*Install Node 24/)]);
});

test.each(["22.18.0", "24.0.0", "26.0.0"])("Node %s is taken", (version) =>
  expect(checkAs(version)).toEqual({ status: 0, stderr: "" }),
);

test("every command of package.json asks for the version first, or begins with one that does", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const others = Object.entries(scripts).filter(([, text]) => !/^node scripts\/check-node\.mjs && |^npm run /.test(text));
  // The formatter is no program of Node's.
  expect(others.map(([name]) => name)).toEqual(["format"]);
});

test("nothing that Node runs as it is written calls what Node 22.18 lacks", () => {
  const newer =
    /\bRegExp\.escape\(|\bMath\.f16round\(|\bError\.isError\(|\bIterator\.concat\(|\bnew URLPattern\(|^\s*(?:await )?using \w+ =/m;
  const files = globSync("{lib,scripts}/**/*.{ts,mts,mjs}", { exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => newer.test(readFileSync(file, "utf8")))).toEqual([]);
});
