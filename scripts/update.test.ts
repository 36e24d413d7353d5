import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";

const run = promisify(execFile);
const folder = makeFolder();

beforeAll(async () => {
  const describe = (properties: object) =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      paths: {
        "/pets": { post: { requestBody: { content: { "application/json": { schema: { type: "object", properties } } } } } },
      },
    });
  await writeFile(path.join(folder, "now.json"), describe({ name: { type: "string" } }));
  await writeFile(path.join(folder, "wider.json"), describe({ name: { type: "string" }, age: { type: "integer" } }));
  const project = { id: "pets", domain: "pets", name: "Pets", content: folder, apiDescription: path.join(folder, "now.json") };
  await writeFile(
    path.join(folder, "config.json"),
    JSON.stringify({ organisation: { id: "pets", name: "Pets" }, projects: [project] }),
  );
});

const updateWith = (config: string, ...args: string[]) =>
  run(process.execPath, ["scripts/update.ts", ...args], {
    env: { ...process.env, DOCENT_CONFIG: path.join(folder, config), DOCENT_DATA_DIR: path.join(folder, "data") },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );

const update = (...args: string[]) => updateWith("config.json", ...args);

test("a breaking change against an older description fails the command when asked to", { timeout: 120_000 }, async () => {
  const wider = path.join(folder, "wider.json");
  const words = "`age` in the request body is removed. (breaking)";
  expect(await update("--against", wider, "--fail-on-breaking")).toEqual({ code: 3, output: expect.stringContaining(words) });
  expect(await update("--against", wider)).toEqual({ code: 0, output: expect.stringContaining(words) });
  expect(await update("--against", path.join(folder, "now.json"), "--fail-on-breaking")).toEqual({
    code: 0,
    output: "The API has not changed.\n",
  });
});

test("a file that is not there is named", async () => {
  expect(await update("--against", path.join(folder, "none.json"))).toEqual({
    code: 1,
    output: expect.stringMatching(/^--against: there is no file \S+none\.json\.$/m),
  });
});

/** Writes a description in three files below a folder, with the given types of a pet's members. */
async function writeSplit(name: string, types: { readonly name: string; readonly age: string }): Promise<string> {
  const schemas = path.join(folder, name, "schemas");
  await mkdir(schemas, { recursive: true });
  const write = (file: string, value: object) => writeFile(path.join(folder, name, file), JSON.stringify(value));
  const pet = { type: "object", properties: { name: { type: types.name }, age: { $ref: "./age.json" } } };
  const post = { requestBody: { content: { "application/json": { schema: { $ref: "./schemas/pet.json" } } } } };
  await write("openapi.json", { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { post } } });
  await write("schemas/pet.json", pet);
  await write("schemas/age.json", { type: types.age });
  return path.join(folder, name, "openapi.json");
}

test("a description in several files is compared with all of them", { timeout: 120_000 }, async () => {
  const now = await writeSplit("now", { name: "string", age: "integer" });
  const { organisation, projects } = JSON.parse(await readFile(path.join(folder, "config.json"), "utf8"));
  const config = { organisation, projects: [{ ...projects[0], apiDescription: now }] };
  await writeFile(path.join(folder, "split.json"), JSON.stringify(config));
  const same = await writeSplit("same", { name: "string", age: "integer" });
  const older = await writeSplit("older", { name: "string", age: "string" });
  const compare = (file: string) => updateWith("split.json", "--against", file, "--fail-on-breaking");

  expect(await compare(same)).toEqual({ code: 0, output: "The API has not changed.\n" });
  expect(await compare(older)).toEqual({ code: 3, output: expect.stringMatching(/`age` in the request body .*\(breaking\)/) });
  // As `git show branch:content/openapi.json > before.json` leaves it.
  const alone = path.join(folder, "alone", "openapi.json");
  await mkdir(path.dirname(alone));
  await copyFile(same, alone);
  const { code, output } = await compare(alone);
  expect([code, output]).toEqual([1, expect.stringContaining(`${alone} cannot be compared, since a part is missing.`)]);
  expect(output).toMatch(/there is no file \S*alone\/schemas\/pet\.json/);
  expect(output).toContain("compare it with a whole checkout");
  expect(output).not.toContain("breaking");
});

test("a fault of a description is printed beside what has changed", async () => {
  const faulty = path.join(folder, "faulty.json");
  const now = JSON.parse(await readFile(path.join(folder, "now.json"), "utf8"));
  await writeFile(faulty, JSON.stringify({ ...now, components: { schemas: { Gone: { $ref: "#/components/schemas/Nobody" } } } }));
  const { code, output } = await update("--against", faulty);
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('faulty.json:1: #/components/schemas/Gone/$ref: "#/components/schemas/Nobody" does not exist.'),
  ]);
});

test("a failed update prints its reason once", { timeout: 60_000 }, async () => {
  const { organisation, projects } = JSON.parse(await readFile(path.join(folder, "config.json"), "utf8"));
  const content = path.join(folder, "broken");
  await mkdir(content);
  await writeFile(path.join(content, "index.mdx"), '# Start\n\n<Card title="a">\n');
  await writeFile(
    path.join(folder, "broken.json"),
    JSON.stringify({ organisation, projects: [{ id: "pets", domain: "pets", name: projects[0].name, content }] }),
  );
  const { code, output } = await updateWith("broken.json");
  expect([code, output.match(/index\.mdx:3/g)]).toEqual([1, ["index.mdx:3"]]);
});
