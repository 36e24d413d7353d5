import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { isFileOrBuilt, toBuiltWith } from "./built-with.ts";
import { readSettings } from "./config.ts";

const value = {
  organisation: { id: "harbor", name: "Harbor" },
  projects: [{ id: "harbor", domain: "harbor", name: "Harbor", content: "content", apiDescription: "content/api.json" }],
};

afterEach(() => void vi.unstubAllEnvs());

/** Makes this process like a function on Vercel, which has what its build has seen, and no file. */
function beFunction(): void {
  const seen = { config: { file: "gone.config.json", value }, files: ["./public/gone.svg", "elsewhere/api.json"] };
  vi.stubEnv("DOCENT_BUILT_WITH", toBuiltWith(seen));
}

test("a function without the file of DOCENT_CONFIG has what its build read from it, and of no other file", () => {
  beFunction();
  expect(readSettings({ DOCENT_CONFIG: "./gone.config.json" }).config.projects[0]?.id).toBe("harbor");
  expect(() => readSettings({ DOCENT_CONFIG: "other.config.json" })).toThrow("which does not exist");
  vi.unstubAllEnvs();
  expect(() => readSettings({ DOCENT_CONFIG: "./gone.config.json" })).toThrow("which does not exist");
});

test("a file that is there is read, whatever a build has seen", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "docent-built-"));
  const file = path.join(folder, "config.json");
  writeFileSync(file, JSON.stringify({ ...value, organisation: { id: "pier", name: "Pier" } }));
  vi.stubEnv("DOCENT_BUILT_WITH", toBuiltWith({ config: { file, value }, files: [] }));
  expect(readSettings({ DOCENT_CONFIG: file }).config.organisation.id).toBe("pier");
  rmSync(folder, { recursive: true });
});

test("a function names the API description in the folder of DOCENT_CONTENT_DIR as its build did, and knows public files", () => {
  beFunction();
  const { projects } = readSettings({ DOCENT_CONFIG: "gone.config.json", DOCENT_CONTENT_DIR: "elsewhere" }).config;
  expect(projects[0]?.apiDescription).toBe("elsewhere/api.json");
  expect([isFileOrBuilt("public/gone.svg"), isFileOrBuilt("public/none.svg")]).toEqual([true, false]);
});
