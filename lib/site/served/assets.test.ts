import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { openAsset } from "./assets.ts";

const folder = makeFolder();
let content: string;
beforeAll(async () => {
  content = path.join(folder, "content");
  await mkdir(path.join(content, "images"), { recursive: true });
  await mkdir(path.join(content, ".git"));
  await writeFile(path.join(folder, "secret.png"), "secret");
  for (const name of ["images/a.png", "page.html", "app.js", ".git/a.png"]) await writeFile(path.join(content, name), "x");
  await symlink(path.join(folder, "secret.png"), path.join(content, "images/link.png"));
  await symlink("a.png", path.join(content, "images/inner.png"));
});

test.each(["images/a.png", "images/inner.png"])("%s is served", async (name) => {
  const asset = await openAsset({ content }, name);
  expect(asset).toMatchObject({ type: "image/png", size: 1 });
  await asset?.file.close();
});

test.each([
  "../secret.png",
  "images/../../secret.png",
  "images/link.png",
  "/images/a.png",
  ".git/a.png",
  "page.html",
  "app.js",
  "images",
  "none.png",
])("%s is not served", async (name) => {
  expect(await openAsset({ content }, name)).toBeUndefined();
});
