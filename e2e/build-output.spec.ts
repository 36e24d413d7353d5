import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "playwright/test";

/** Functions that read content at run time, on a host that uploads only what each one was traced to need. */
const functions = [
  "docs/[[...slug]]/page",
  "[lang]/~/docs/[[...slug]]/page",
  "v1/search/[domain]/route",
  "v1/assistant/[domain]/message/route",
  "v1/project/update/[projectId]/route",
];
const needed = ["content/en/v2/index.mdx", "lib/api-description/openapi.json", ".snapshot/harbor.content.json.gz"];

for (const name of functions)
  test(`the build traces content, description and snapshot into ${name}`, async () => {
    const trace = path.resolve(".next/server/app", `${await find(name)}.js.nft.json`);
    const { files } = JSON.parse(await readFile(trace, "utf8")) as { files: string[] };
    const traced = new Set(files.map((file) => path.relative(process.cwd(), path.resolve(path.dirname(trace), file))));
    expect(needed.filter((file) => !traced.has(file))).toEqual([]);
  });

/** Returns the file that the build wrote for a route, which may be in a group such as `(default)`. */
async function find(name: string): Promise<string> {
  const manifest = JSON.parse(await readFile(".next/server/app-paths-manifest.json", "utf8")) as Record<string, string>;
  const route = Object.keys(manifest).find((key) => key.replace(/\/\([^)]+\)/g, "") === `/${name}`);
  if (!route) throw new Error(`The build has no ${name}.`);
  return route.slice(1);
}
