import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { checkConfig } from "../../config/config.ts";
import { buildSite } from "../../content/content.ts";
import { readContentFiles } from "../../content/files/files.ts";
import type { Site } from "../../content/site/site.ts";
import { routePath } from "../../routing/routing.ts";
import { openAsset } from "./assets.ts";

/** As a keyboard writes it, and as a Mac writes the names of files. */
const NAME = "caf\u00e9";
const ON_DISK = NAME.normalize("NFD");
const PICTURE = "gr\u00fcn.png";

const settings = { organisation: { id: "acme", name: "Acme" }, projects: [{ id: "acme", domain: "acme", name: "Acme" }] };
const config = checkConfig(settings, "test");

describe.each([
  ["in folders", undefined],
  ["in a docs.json", { name: "Acme", navigation: { pages: [`men\u00fc/${ON_DISK}`, "start"] } }],
])("a page and a picture whose names have their accents apart, %s", (_, docsJson) => {
  const content = makeFolder();
  let site: Site;
  beforeAll(async () => {
    const folder = path.join(content, "men\u00fc".normalize("NFD"));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${ON_DISK}.md`), `# Menu\n\n![Green](./${PICTURE}) [Start](../start.md)\n`);
    await writeFile(path.join(folder, PICTURE.normalize("NFD")), "picture");
    await writeFile(path.join(content, "start.md"), `# Start\n\n[Menu](men\u00fc/${ON_DISK}.md)\n`);
    if (docsJson) await writeFile(path.join(content, "docs.json"), JSON.stringify(docsJson));
    site = await buildSite(config.projects[0]!, await readContentFiles({ content }));
  });

  test.each(["NFC", "NFD"])("have one address, also asked for as %s", (form) => {
    const address = `/docs/men\u00fc/${NAME}`;
    const route = routePath(site, encodeURI(address.normalize(form)), config);
    expect(route).toMatchObject({ kind: "page", found: { page: { title: "Menu", path: encodeURI(address) } } });
  });

  test("are linked and served", async () => {
    const file = `men\u00fc/${PICTURE}`;
    expect(site.assets).toEqual([file]);
    for (const form of ["NFC", "NFD"])
      expect(routePath(site, encodeURI(`/${file}`.normalize(form)), config)).toEqual({ kind: "file", name: file });
    const opened = await openAsset({ content }, file);
    await opened?.file.close();
    expect(opened?.size).toBe("picture".length);
    expect(await openAsset({ content }, `${file}x.png`)).toBeUndefined();
  });

  test("are read again only when they change", async () => {
    const first = await readContentFiles({ content });
    expect(await readContentFiles({ content }, first)).toBe(first);
  });
});
