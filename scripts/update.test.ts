import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { makeFolder } from "../lib/testing-folder.ts";

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

const update = (...args: string[]) =>
  run(process.execPath, ["scripts/update.ts", ...args], {
    env: { ...process.env, DOCENT_CONFIG: path.join(folder, "config.json"), DOCENT_DATA_DIR: path.join(folder, "data") },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );

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
    output: expect.stringContaining("none.json: The API description does not exist."),
  });
});
