import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";

function readScripts(): Record<string, string> {
  return JSON.parse(readFileSync("package.json", "utf8")).scripts;
}

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
  const others = Object.entries(readScripts()).filter(
    ([, text]) => !/^node scripts\/check-node\.mjs (?:&& )?\w|^npm run /.test(text),
  );
  // The formatter is no program of Node's.
  expect(others.map(([name]) => name)).toEqual(["format"]);
});

describe("a server that npm starts", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "a server "));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(["dev", "start", "manual"])("%s ends with the shell that npm runs it in", { timeout: 10_000 }, async (name) => {
    const text = readScripts()[name] ?? "";
    const server = `process.on("SIGTERM", () => { console.log("told to end"); process.exit(); });
// Ends by itself, should the test fail.
setTimeout(() => {}, 5000);
console.log(process.argv.slice(2).join());`;
    writeFileSync(path.join(folder, "server.mjs"), server);
    const command = text.replace(/^(node scripts\/check-node\.mjs) \S+/, `$1 "${folder}/server.mjs"`);
    const shell = spawn("sh", ["-c", `${command}; true`], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = await once(shell.stdout, "data");
    expect(String(said).trim()).toBe(text.split(" ").slice(3).join());
    const rest: string[] = [];
    shell.stdout.on("data", (text) => rest.push(String(text)));
    shell.kill("SIGTERM");
    await once(shell.stdout, "close");
    expect(rest.join("")).toBe("told to end\n");
  });
});

test("nothing that Node runs as it is written calls what Node 22.18 lacks", () => {
  const newer =
    /\bRegExp\.escape\(|\bMath\.f16round\(|\bError\.isError\(|\bIterator\.concat\(|\bnew URLPattern\(|^\s*(?:await )?using \w+ =/m;
  const files = globSync("{lib,scripts}/**/*.{ts,mts,mjs}", { exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => newer.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("no path of a file is the pathname of an address, where a space is %20", () => {
  const files = globSync("{app,components,internal,lib,scripts}/**/*.{ts,tsx,mjs}");
  expect(files.filter((file) => /import\.meta\.url\)\.pathname/.test(readFileSync(file, "utf8")))).toEqual([]);
});
