import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "playwright/test";
import { createRandomSite, isOpenTo } from "../../internal/testing/readers.ts";
import { READERS, type Reader, writeSite } from "../reader-crawl.ts";
import { buildForVercel, type VercelBuild } from "./build.ts";

const variables = {
  ...{ SITE_SECRET: "s".repeat(40), SITE_URL: "https://docs.example.com", READERS_PASSWORD: "a long shared password" },
  ...{ DATABASE_URL: "", DOCENT_CONFIG: "readers.config.json" },
};
const random = createRandomSite(6, "folders");
let build: VercelBuild;

test.beforeAll(async () => {
  const { access, ...config } = await writeSite(random, "readers");
  // There nothing says which proxy a request comes from.
  const given = { ...config, access: { ...access, signIn: { password: {} } } };
  await writeFile(variables.DOCENT_CONFIG, JSON.stringify(given));
  build = await buildForVercel(variables);
});
test.afterAll(() => build?.remove());

/** Lists the files that the host serves without a function: static ones, and prerendered pages. */
async function* listServed(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder)) {
    const file = path.join(folder, entry);
    if (!(await stat(file)).isDirectory()) yield file;
    else if (!entry.endsWith(".func")) yield* listServed(file);
  }
}

test("no file that the host serves by itself holds what is closed", async () => {
  const { audience } = READERS[0] as Reader;
  const closed = random.markers.filter(({ rule }) => !isOpenTo(rule, audience));
  const found: string[] = [];
  let files = 0;
  for (const folder of ["static", "functions"])
    for await (const file of listServed(path.join(build.output, folder))) {
      const text = `${file} ${(await readFile(file)).toString("latin1")}`;
      files += 1;
      found.push(...closed.filter(({ word }) => text.includes(word)).map(({ place, word }) => `${file}: ${place} ${word}`));
    }
  expect(files).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
