import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestSqlite } from "../../internal/testing/db.ts";
import { type LocalServer, listen } from "../../internal/testing/http-server.ts";
import { createTestProject, type TestProject } from "../../internal/testing/updates.ts";
import { replaceStore } from "../db/db.ts";
import { currentSite } from "../site/served/current.ts";

const files = { "index.mdx": "# Pets\n" };
const operation = (summary: string) => ({ summary, tags: ["pets"], responses: { 200: { description: "ok" } } });
const describing = (paths: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths, ...rest }, null, 2);
const listPets = { "/pets": { get: { operationId: "listPets", ...operation("List pets") } } };
const makePet = { "/pets": { ...listPets["/pets"], post: { operationId: "makePet", ...operation("Make a pet") } } };

let sqlite: Awaited<ReturnType<typeof openTestSqlite>>;
let restoreStore: () => void;
let project: TestProject;
beforeEach(async () => {
  sqlite = await openTestSqlite();
  restoreStore = replaceStore(sqlite.store);
});
afterEach(async () => {
  restoreStore();
  await project.remove();
  await sqlite.store.close();
  await sqlite.remove();
});

/** The pages of the whole API and of its tag, which list the operations. */
const OVERVIEWS = ["/docs/api", "/docs/api/pets"];

describe("a description at an address", () => {
  let server: LocalServer;
  let host: string;
  let answer: { status?: number; text: string; etag?: string };
  let asked: (string | undefined)[];

  beforeAll(async () => {
    server = await listen(({ headers }, response) => {
      asked.push(headers["if-none-match"]);
      const { status = 200, text, etag } = answer;
      if (etag && headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.writeHead(status, etag ? { etag } : {}).end(text);
    });
    host = server.host;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    asked = [];
    answer = { text: describing(listPets) };
    project = await createTestProject({
      files,
      project: { apiDescription: `http://${host}/openapi.json` },
      updates: { allowHosts: [host], allowInsecure: true },
    });
    expect(await project.update()).toMatchObject({
      status: "success",
      changes: { added: [...OVERVIEWS, "/docs/api/pets/list-pets"] },
    });
  });

  test("with a name has pages below it, which each update takes as they are then", async () => {
    await project.remove();
    project = await createTestProject({
      files,
      project: { apiDescriptions: { shop: `http://${host}/shop.json` } },
      updates: { allowHosts: [host], allowInsecure: true },
    });
    expect(await project.update()).toMatchObject({
      status: "success",
      changes: { added: ["/docs/api/shop", "/docs/api/shop/pets", "/docs/api/shop/pets/list-pets"] },
    });
    answer = { text: describing(makePet) };
    expect(await project.update()).toMatchObject({
      changes: { added: ["/docs/api/shop/pets/make-pet"], modified: ["/docs/api/shop", "/docs/api/shop/pets"], removed: [] },
      apiChanges: { added: ["POST /pets"] },
    });
    expect(await project.titleOf("api/shop/pets/make-pet")).toBe("Make a pet");
    answer = { text: "", status: 404 };
    expect(await project.update()).toMatchObject({ status: "failure" });
    expect(await project.titleOf("api/shop/pets/make-pet")).toBe("Make a pet");
  });

  test("is asked for with the version tag of the last update, and kept when it is still the same", async () => {
    answer = { text: describing(makePet), etag: '"2"' };
    await project.update();
    const same = await project.update();
    expect(same).toMatchObject({ status: "success", summary: "No page has changed." });
    expect(asked).toEqual([undefined, undefined, '"2"']);
    expect(same.logs).toContain("The API description is the same as in the last update.");
    await project.write({ "index.mdx": "# All pets\n" });
    expect(await project.update()).toMatchObject({ changes: { added: [], modified: ["/docs"], removed: [] } });
    expect(await project.titleOf("api/pets/make-pet")).toBe("Make a pet");
  });

  test.each([
    ["that is gone", () => ({ status: 404, text: "" }), "answered 404"],
    ["that is not JSON", () => ({ text: '{ "openapi": ' }), "not valid JSON"],
  ])("%s is refused, and the earlier pages stay", async (_, broken, words) => {
    const before = await currentSite("pets");
    answer = broken();
    const done = await project.update();
    expect(done).toMatchObject({ status: "failure", error: expect.stringMatching(new RegExp(words, "i")) });
    expect(await currentSite("pets")).toBe(before);
    expect(await project.titleOf("api/pets/list-pets")).toBe("List pets");
  });

  test("has text that is shown, not run", async () => {
    const get = { operationId: "runMe", summary: "Run me", description: "Shows {process.version} and <Danger/>.", responses: {} };
    answer = { text: describing({ "/run": { get: { ...get, responses: { 200: { description: "{1 + 1}" } } } } }) };
    expect(await project.update()).toMatchObject({ status: "success" });
    const { passages } = await currentSite("pets");
    const text = passages
      .filter(({ path }) => path.endsWith("/run-me"))
      .map((passage) => passage.text)
      .join("\n");
    expect(text).toContain("{process.version}");
    expect(text).toContain("{1 + 1}");
  });
});

describe("a description in a file", () => {
  const file = () => path.join(project.folder, "openapi.yaml");
  beforeEach(async () => {
    project = await createTestProject({ files, descriptionFile: describing(listPets) });
    expect(await project.titleOf("api/pets/list-pets")).toBe("List pets");
  });

  test("is read again by each update", async () => {
    await writeFile(file(), describing(makePet));
    expect(await project.update()).toMatchObject({ status: "success", changes: { added: ["/docs/api/pets/make-pet"] } });
  });

  test("that vanishes is a failure with its name, and its pages stay", async () => {
    await rm(file());
    expect(await project.update()).toMatchObject({
      status: "failure",
      error: expect.stringMatching(/openapi\.yaml: The API description does not exist/),
    });
    expect(await project.titleOf("api/pets/list-pets")).toBe("List pets");
  });

  test("with a fault is published, and the log names its line", async () => {
    await writeFile(file(), 'openapi: 3.1.0\ninfo:\n  title: Pets\n  version: "1"\npaths:\n  /pets:\n    get: 3\n');
    const done = await project.update();
    expect(done).toMatchObject({ status: "success", changes: { removed: [...OVERVIEWS, "/docs/api/pets/list-pets"] } });
    expect(done.logs).toContainEqual(expect.stringMatching(/^Warning: .*openapi\.yaml:7:\d+: #\/paths\/~1pets\/get: /));
  });
});

test("a full disk while saving is a failure with a message, and the last site stays live", async () => {
  project = await createTestProject({ files });
  await project.update();
  const before = await currentSite("pets");
  const { database } = sqlite.store;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database);
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(database);
  await project.write({ "large.mdx": `# Large\n\n${randomBytes(100_000).toString("hex")}\n` });

  expect(await project.update()).toMatchObject({
    status: "failure",
    error: "The new state could not be saved: the store's disk is full.",
  });

  expect(await currentSite("pets")).toBe(before);
  await sql`pragma max_page_count = 1000000`.execute(database);
  expect(await project.update()).toMatchObject({ status: "success", changes: { added: ["/docs/large"] } });
});
