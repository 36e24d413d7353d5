import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { readBrand, sizeOf, writeBrand } from "./look.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"></svg>';

async function inFolder(files: Record<string, string | Buffer>, step: (folder: string) => Promise<void>, logo: object) {
  const folder = makeFolder();
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
  const project = { id: "docs", domain: "docs", name: "Docs" };
  const config = { organisation: { id: "acme", name: "Acme" }, projects: [project], logo: logo as { light: string } };
  const restore = replaceSettings(config, { NODE_ENV: "production" });
  try {
    await mkdir(path.join(folder, "public"));
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, "public", name), content);
    await step(folder);
  } finally {
    restore();
    cwd.mockRestore();
  }
}

test("a server shows the logo of its build without the public folder, one picture for both schemes where one is named", () =>
  inFolder(
    { "logo.svg": svg },
    async (folder) => {
      await writeBrand();
      await rm(path.join(folder, "public"), { recursive: true });
      const brand = await readBrand();
      expect(brand?.light).toMatchObject({ path: "/logo.svg", size: { width: 120, height: 40 } });
      expect(brand?.dark).toEqual(brand?.light);
      expect(Buffer.from(brand?.light.data.split(",")[1] ?? "", "base64").toString()).toBe(svg);
    },
    { light: "/logo.svg" },
  ));

test.each([
  [{ light: "/missing.svg" }, "logo.light: there is no file public/missing.svg."],
  [{ light: "/logo.svg", dark: "/logo.webp" }, "logo.dark: /logo.webp must be an .svg, .png or .jpg file."],
  [{ light: "/large.png" }, "logo.light: /large.png has 300000 bytes; make it 262144 or fewer."],
])("a build with the logo %j stops and names the setting", (logo, message) =>
  inFolder({ "logo.svg": svg, "large.png": Buffer.alloc(300_000) }, () => expect(writeBrand()).rejects.toThrow(message), logo),
);

test("the size is that of the picture, however it says it", () => {
  const size = (text: string) => sizeOf("image/svg+xml", Buffer.from(text));
  expect(size('<svg width="30px" height="12">')).toEqual({ width: 30, height: 12 });
  expect(size('<svg viewBox="0,0,24,24" width="100%">')).toEqual({ width: 24, height: 24 });
  expect(size("<svg>")).toBeUndefined();
});
