import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync([".github/workflows/*.{yml,yaml}", "scripts/{ci,init/starter/github/workflows}/*.yml"]);

test.each(files)("%s names each action by a commit, with its version beside it", (file) => {
  const uses = [...readFileSync(file, "utf8").matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, action]) => action);
  expect(uses.filter((action) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ""))).toEqual([]);
});

test("the workflows are there to be checked", () => expect(files.length).toBeGreaterThan(3));
