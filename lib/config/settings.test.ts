import { expect, test } from "vitest";
import { z } from "zod";
import { ConfigFile } from "./schema.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
}

/** Lists the paths of settings, as an owner would write them: `projects[].languages[].id`. */
function listPaths({ properties = {}, items, additionalProperties, anyOf = [] }: Schema, at = ""): string[] {
  const named = Object.entries(properties).flatMap(([name, schema]) => {
    const path = at ? `${at}.${name}` : name;
    return [path, ...listPaths(schema, path)];
  });
  const each = typeof additionalProperties === "object" ? listPaths(additionalProperties, `${at}.*`) : [];
  return [...named, ...(items ? listPaths(items, `${at}[]`) : []), ...each, ...anyOf.flatMap((schema) => listPaths(schema, at))];
}

test("the list of settings, from which an upgrade tells which are new, is current (npx vitest run lib/config -u)", async () => {
  const schema = z.toJSONSchema(ConfigFile, { io: "input", unrepresentable: "any" }) as Schema;
  const paths = [...new Set(listPaths(schema))].sort();
  expect(paths.length).toBeGreaterThan(50);
  await expect(`${paths.join("\n")}\n`).toMatchFileSnapshot("settings.txt");
});
