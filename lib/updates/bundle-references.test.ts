import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleReferences } from "./bundle-references.ts";
import type { FetchRules } from "./fetch-description.ts";

const documents: Record<string, string> = {
  "/owner.yaml": "type: object\nproperties:\n  pets: { type: array, items: { $ref: 'pet.yaml#/Pet' } }\n",
  "/pet.yaml": "Pet:\n  type: object\n  properties:\n    owner: { $ref: 'owner.yaml' }\n",
};
let server: Server;
let host: string;
let folder: string;
let rules: FetchRules;

beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const text = documents[url];
    response.writeHead(text ? 200 : 404).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  rules = { allowHosts: [host], allowInsecure: true };
  folder = await mkdtemp(path.join(os.tmpdir(), "docent-refs-"));
  await mkdir(path.join(folder, "api/schemas"), { recursive: true });
  await writeFile(path.join(folder, "secret.yaml"), "secret: yes");
  await writeFile(path.join(folder, "api/schemas/pet.yaml"), "type: string\nexample: Rex\n");
  await symlink(path.join(folder, "secret.yaml"), path.join(folder, "api/link.yaml"));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const describing = (reference: string) =>
  `openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\ncomponents: { schemas: { Pet: { $ref: "${reference}" } } }\n`;
const besideFile = () => ({ source: path.join(folder, "api/openapi.yaml"), rules });
const besideAddress = () => ({ source: `http://${host}/openapi.yaml`, rules });

describe("a description", () => {
  test("without references to other documents stays as it was written", async () => {
    const text = describing("#/components/schemas/Dog");
    expect(await bundleReferences(text, besideFile())).toBe(text);
  });

  test("that cannot be parsed is left to its reader", async () => {
    expect(await bundleReferences("{ $ref", besideFile())).toBe("{ $ref");
  });

  test("takes in the files that it refers to", async () => {
    const bundled = JSON.parse(await bundleReferences(describing("schemas/pet.yaml"), besideFile()));
    expect(bundled.components.schemas.Pet).toEqual({ type: "string", example: "Rex" });
  });

  test("takes in addresses, and keeps what refers to itself a reference", async () => {
    const bundled = JSON.parse(await bundleReferences(describing("pet.yaml#/Pet"), besideAddress()));
    const owner = bundled.components.schemas.Pet.properties.owner;
    expect(owner.properties.pets.items).toEqual({ $ref: "#/components/schemas/Pet" });
  });
});

describe("a reference is refused in words", () => {
  test.each([
    ["to a host that nobody allowed", "https://evil.example.com/pet.yaml", 'add "evil.example.com" to updates.allowHosts'],
    ["to the metadata address", "http://169.254.169.254/latest", "not an allowed host"],
    ["out of the folder", "../secret.yaml", "outside of its folder"],
    ["through a link that leads out of the folder", "link.yaml", "outside of its folder"],
    ["to a file that does not exist", "cat.yaml", "cannot be read (ENOENT)"],
    ["to a system file", "file:///etc/passwd", "outside of its folder"],
  ])("%s", async (_, reference, words) => {
    await expect(bundleReferences(describing(reference), besideFile())).rejects.toThrow(words);
  });

  test("to a file from a fetched description", async () => {
    const bundled = bundleReferences(describing("file:///etc/passwd"), besideAddress());
    await expect(bundled).rejects.toThrow("may refer to addresses only");
  });

  test("to an address that is gone", async () => {
    await expect(bundleReferences(describing("cat.yaml"), besideAddress())).rejects.toThrow("cat.yaml answered 404");
  });
});

test("nested YAML aliases in a referred document do not grow", async () => {
  const lines = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [name, inner] of ["ba", "cb", "dc", "ed", "fe", "gf", "hg", "ih"]) {
    lines.push(`${name}: &${name} [${Array(9).fill(`*${inner}`).join(",")}]`);
  }
  await writeFile(path.join(folder, "api/bomb.yaml"), lines.join("\n"));
  await expect(bundleReferences(describing("bomb.yaml"), besideFile())).rejects.toThrow(/alias/i);
});
