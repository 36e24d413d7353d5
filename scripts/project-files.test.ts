import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";
import { listProjectFiles } from "./project-files.ts";

let root: string;
beforeEach(() => {
  root = makeFolder();
});

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), "");
  }
}

test("a project without git has the files that .gitignore leaves", () => {
  write("app/(default)/[[...slug]]/page.tsx", "package.json", ".env.example", "e2e/site/a.mdx");
  write(
    "node_modules/a/index.js",
    "e2e/v4-client/node_modules/b/index.js",
    ".next/server/a.js",
    ".env",
    "e2e/x/.docs-examples-1",
  );
  writeFileSync(path.join(root, ".gitignore"), "node_modules/\n.next/\n.env\ne2e/**/.docs-examples-*\n");
  expect(listProjectFiles(root)).toEqual([
    ".env.example",
    ".gitignore",
    "app/(default)/[[...slug]]/page.tsx",
    "e2e/site/a.mdx",
    "package.json",
  ]);
});

test("git's own folder and packages never count, without a .gitignore too", () => {
  write("a.ts", ".git/HEAD", "node_modules/a/index.js");
  expect(listProjectFiles(root)).toEqual(["a.ts"]);
});

test("a link is not followed, so that none leads around in a circle", () => {
  write("lib/a.ts");
  symlinkSync(root, path.join(root, "lib/self"));
  expect(listProjectFiles(root)).toEqual(["lib/a.ts"]);
});
