import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { replaceSettings } from "../config/testing.ts";
import { isPublicFile, writePublicFiles } from "./public-files.ts";

test("a server knows the public files of its build without having them", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "docent-public-"));
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
  const project = { id: "docs", domain: "docs", name: "Docs", content: "content" };
  const restore = replaceSettings(
    { organisation: { id: "acme", name: "Acme" }, projects: [project] },
    { NODE_ENV: "production" },
  );
  try {
    await mkdir(path.join(folder, "public/images"), { recursive: true });
    await writeFile(path.join(folder, "public/images/a b.png"), "");
    await writePublicFiles();
    await rm(path.join(folder, "public"), { recursive: true });
    expect(await isPublicFile("/images/a%20b.png")).toBe(true);
    expect(await isPublicFile("/images/other.png")).toBe(false);
  } finally {
    restore();
    cwd.mockRestore();
    await rm(folder, { recursive: true });
  }
});
