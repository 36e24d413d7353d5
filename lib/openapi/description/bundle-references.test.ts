import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { type LocalServer, listen } from "../../../internal/testing/http-server.ts";
import { readOpenApi } from "../openapi.ts";
import { bundleReferences, createDocumentReader } from "./description-file.ts";
import type { FetchRules } from "./fetch-description.ts";

const documents: Record<string, string> = {
  "/owner.yaml": "type: object\nproperties:\n  pets: { type: array, items: { $ref: 'pet.yaml#/Pet' } }\n",
  "/pet.yaml": "Pet:\n  type: object\n  properties:\n    owner: { $ref: 'owner.yaml' }\n",
};
let server: LocalServer;
let host: string;
let folder: string;
let rules: FetchRules;

beforeAll(async () => {
  server = await listen(({ url = "" }, response) => {
    const text = documents[url];
    response.writeHead(text ? 200 : url === "/broken.yaml" ? 503 : 404).end(text);
  });
  host = server.host;
  rules = { allowHosts: [host], allowInsecure: true };
  folder = makeFolder();
  await mkdir(path.join(folder, "api/schemas"), { recursive: true });
  await writeFile(path.join(folder, "secret.yaml"), "secret: yes");
  await writeFile(path.join(folder, "api/schemas/pet.yaml"), "type: string\nexample: Rex\n");
  await symlink(path.join(folder, "secret.yaml"), path.join(folder, "api/link.yaml"));
});

afterAll(() => server.close());

const describing = (reference: string, other = "#/components/schemas/Cat") =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {},
    components: { schemas: { Pet: { $ref: reference }, Dog: { $ref: other }, Cat: { type: "string" } } },
  });
const bundle = (text: string, source: string) =>
  bundleReferences(text, { source, read: createDocumentReader({ source, rules }) });
const besideFile = (text: string) => bundle(text, path.join(folder, "api/openapi.yaml"));
const besideAddress = (text: string) => bundle(text, `http://${host}/openapi.yaml`);

describe("a description", () => {
  test("without references to other documents stays as it was written", async () => {
    const text = describing("#/components/schemas/Dog");
    expect(await besideFile(text)).toEqual({ text, files: [], unread: {} });
  });

  test("that cannot be parsed is left to its reader", async () => {
    expect(await besideFile("{ $ref")).toEqual({ text: "{ $ref", files: [], unread: {} });
  });

  test("takes in the files that it refers to, and names them", async () => {
    const { text, files, unread } = await besideFile(describing("schemas/pet.yaml"));
    expect(JSON.parse(text).components.schemas.Pet).toEqual({ type: "string", example: "Rex" });
    expect([files, unread]).toEqual([[path.join(folder, "api/schemas/pet.yaml")], {}]);
  });

  test("in a thousand files beside it is whole; of addresses two hundred are asked", async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `part-${index}.yaml`);
    await Promise.all(names.map((name) => writeFile(path.join(folder, "api/schemas", name), "type: string\n")));
    const referring = (base: string) => {
      const schemas = Object.fromEntries(names.map((name, index) => [`Part${index}`, { $ref: base + name }]));
      return JSON.stringify({ openapi: "3.1.0", info: { title: "Parts", version: "1" }, paths: {}, components: { schemas } });
    };
    const { files, unread } = await besideFile(referring("schemas/"));
    expect([files.length, unread]).toEqual([1_000, {}]);
    for (const name of names) documents[`/${name}`] = "type: string\n";
    const fetched = await besideAddress(referring(""));
    expect(Object.values(fetched.unread)).toHaveLength(800);
    expect(Object.values(fetched.unread)[0]).toContain("more than 200 other addresses");
  });

  test("has its faults at the lines that its author wrote", async () => {
    const wrong = "Wrong: { $ref: '#/nowhere' }";
    const yaml = [
      "openapi: 3.1.0",
      "info: { title: Pets, version: '1' }\npaths: {}",
      "components:",
      "  schemas:",
      "    Pet: { $ref: schemas/pet.yaml }",
      `    ${wrong}`,
    ];
    const { findings } = await readOpenApi(await besideFile(yaml.join("\n")));
    expect(findings.map(({ line, message }) => [line, message])).toEqual([[7, expect.stringContaining("does not exist")]]);
  });

  test("takes in addresses, and keeps what refers to itself a reference", async () => {
    const { text } = await besideAddress(describing("pet.yaml#/Pet"));
    const owner = JSON.parse(text).components.schemas.Pet.properties.owner;
    expect(owner.properties.pets.items).toEqual({ $ref: "#/components/schemas/Pet" });
  });

  test("keeps examples and extensions as they are, whatever looks like a reference in them", async () => {
    const extension = { $ref: "nowhere.yaml", deep: [{ $ref: "#/nowhere" }] };
    const schema = { type: "object", example: { $ref: "nowhere.yaml" }, "x-origin": extension };
    const properties = { example: { $ref: "schemas/pet.yaml" } };
    const description = { openapi: "3.1.0", "x-origin": extension, components: { schemas: { A: { ...schema, properties } } } };
    const { text, unread } = await besideFile(JSON.stringify(description));
    const pet = { type: "string", example: "Rex" };
    const expected = { ...schema, properties: { example: pet } };
    expect(JSON.parse(text)).toEqual({ openapi: "3.1.0", "x-origin": extension, components: { schemas: { A: expected } } });
    expect(unread).toEqual({});
  });
});

describe("a reference costs itself, with the reason,", () => {
  test.each([
    ["to a host that nobody allowed", "https://evil.example.com/pet.yaml", 'add "evil.example.com" to updates.allowHosts'],
    ["to the metadata address", "http://169.254.169.254/latest", "not an allowed host"],
    ["out of the folder", "../secret.yaml", "outside of the folder"],
    ["through a link that leads out of the folder", "link.yaml", "outside of the folder"],
    ["to a file that does not exist", "cat.yaml", "cat.yaml; correct the path, which begins at the folder"],
    ["to a system file", "file:///etc/passwd", "outside of the folder"],
    ["to a part that a document does not have", "schemas/pet.yaml#/Cat", "it does not exist"],
    ["that is not an address", "http://[", "it does not exist"],
  ])("%s", async (_, reference, words) => {
    const { text, unread } = await besideFile(describing(reference, "schemas/pet.yaml"));
    const { Pet, Dog } = JSON.parse(text).components.schemas;
    expect([Pet, Dog]).toEqual([{ $ref: reference }, { type: "string", example: "Rex" }]);
    expect(unread).toEqual({ [reference]: expect.stringContaining(words) });
    const { document, findings } = await readOpenApi({ text, unread });
    expect(document).not.toBeNull();
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
  });

  test("to a file from a fetched description", async () => {
    const { unread } = await besideAddress(describing("file:///etc/passwd"));
    expect(unread).toEqual({ "file:///etc/passwd": expect.stringContaining("may refer to addresses only") });
  });

  test("to an address that is gone", async () => {
    const { unread } = await besideAddress(describing("cat.yaml"));
    expect(unread).toEqual({ "cat.yaml": expect.stringContaining("cat.yaml answered 404") });
  });

  test("in another document, which keeps what it has, by its path from the description", async () => {
    await writeFile(
      path.join(folder, "api/schemas/house.yaml"),
      "a: { $ref: none.yaml }\nb: { $ref: '#/c' }\nd: { type: string }\n",
    );
    const { text, unread } = await besideFile(describing("schemas/house.yaml"));
    expect(JSON.parse(text).components.schemas.Pet).toEqual({
      a: { $ref: "schemas/none.yaml" },
      b: { $ref: "schemas/house.yaml#/c" },
      d: { type: "string" },
    });
    expect(Object.keys(unread).sort()).toEqual(["schemas/house.yaml#/c", "schemas/none.yaml"]);
  });
});

test("a temporarily unavailable document is a fault of the whole description", async () => {
  await expect(besideAddress(describing("broken.yaml"))).rejects.toThrow("broken.yaml answered 503");
});

test("nested YAML aliases in a referred document do not grow", async () => {
  const lines = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [name, inner] of ["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"]) {
    lines.push(`${name}: &${name} [${Array(9).fill(`*${inner}`).join(",")}]`);
  }
  await writeFile(path.join(folder, "api/bomb.yaml"), lines.join("\n"));
  const { text, unread } = await besideFile(describing("bomb.yaml"));
  expect(text.length).toBeLessThan(1_000);
  expect(unread).toEqual({ "bomb.yaml": expect.stringMatching(/alias/i) });
});
