import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync([".github/workflows/*.{yml,yaml}", "scripts/ci/*.yml", "internal/init/starter/github/workflows/*.yml"]);

test.each(files)("%s names each action by a commit, with its version beside it", (file) => {
  const uses = [...readFileSync(file, "utf8").matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, action]) => action);
  expect(uses.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ""))).toEqual([]);
});

test("the workflows are there to be checked", () => expect(files.length).toBeGreaterThan(3));

test("the version of package.json has its notes for a release, and no other version does", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const notes = (wanted: string) => spawnSync("sh", [".github/release-notes.sh", wanted], { encoding: "utf8" });
  expect(notes(version).stdout).toMatch(/^\s*\S.*\n[\s\S]*- /);
  expect(notes(version).stdout).not.toMatch(/^## /m);
  expect(notes("0.0.1")).toMatchObject({ status: 1, stderr: expect.stringContaining('no section "## 0.0.1"') });
});
