import { globSync, readFileSync } from "node:fs";
import type { Code, Nodes, Root } from "mdast";
import { expect, test } from "vitest";
import { fenceTitle, readInfo, readNotation } from "../../lib/content/tree/fences.ts";
import { expandText } from "../testing/content-expanded.ts";

/** Samples in a page of the manual: fences that show the source of a page. */
const SAMPLE = /^mdx?$/;

/** Pages whose samples are drawn beside them, so that a reader sees what each does. */
const DRAWN = ["code-blocks", "components"];
/** Samples of those pages that are not drawn, by how they begin: what is drawn would be beside the page, in the feed or the same again. */
const UNDRAWN = [":::tip[Own title]", "<Tile ", "<Panel>", '<Update label="March 2026" rss'];

function fencesIn(node: Nodes): Code[] {
  if (node.type === "code") return [node];
  return "children" in node ? node.children.flatMap((child: Nodes) => fencesIn(child)) : [];
}

const isSample = (node: Nodes) => node.type === "code" && SAMPLE.test(node.lang ?? "");

/** Returns what a node shows, regardless of its place: without positions, ids and samples, and with its lines joined. */
function shownBy(node: Nodes): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === "position" || key === "data") return undefined;
    if (key === "attributes") return (value as { name: string }[]).filter(({ name }) => name !== "id");
    if (key === "children") return (value as Nodes[]).filter((child) => !isSample(child));
    return key === "value" && (node.type !== "code" || Array.isArray(value)) ? String(value).replace(/\s+/g, " ") : value;
  });
}

/** Every run of neighbours in a tree, as what it shows. */
function runsIn(node: Nodes): string[] {
  if (!("children" in node)) return [];
  const children = (node.children as Nodes[]).filter((child) => !isSample(child));
  return [children.map(shownBy).join("\n"), ...children.flatMap(runsIn)];
}

const pages = await Promise.all(
  globSync("content/*/*/*.mdx").map(async (file) => {
    const { tree } = await expandText(readFileSync(file, "utf8"), {}, { file });
    return { file, tree, samples: fencesIn(tree).filter(isSample) };
  }),
);

/** The samples of a page read as pages: with the files that it shows by their names, and what earlier samples import. */
async function readSamples(samples: readonly Code[]) {
  const named = samples.flatMap((sample): [string, string][] => {
    const [, name] = /^content\/(.+)$/.exec(fenceTitle(readInfo(sample).meta) ?? "") ?? [];
    return name ? [[name, sample.value]] : [];
  });
  const imports = samples.flatMap(({ value }) => value.match(/^import .*$/gm) ?? []);
  const isPart = (value: string) => named.some(([name, text]) => name.startsWith("snippets/") && text === value);
  return Promise.all(
    samples
      .filter(({ value }) => !isPart(value))
      .map(async ({ value }) => {
        const needed = imports.filter((line) => !value.includes(line) && value.includes(`<${/\w+/.exec(line.slice(7))?.[0]}`));
        return { value, ...(await expandText([...needed, "", value].join("\n").trimStart(), Object.fromEntries(named))) };
      }),
  );
}

test("the samples of every page of the manual are read without a finding", async () => {
  const read = (await Promise.all(pages.map(({ samples }) => readSamples(samples)))).flat();
  expect(read.length).toBeGreaterThan(35);
  // A sample may open a tag and leave it.
  const found = read.flatMap(({ value, findings }) =>
    findings.filter((line) => !line.startsWith("error ")).map((line) => ({ value, line })),
  );
  expect(found).toEqual([]);
});

test("the output that a sample claims is drawn beside it", async () => {
  const drawn = pages.filter(({ file }) => DRAWN.some((name) => file.endsWith(`/${name}.mdx`)));
  for (const { file, tree, samples } of drawn) {
    const runs = runsIn(tree as Root);
    const read = await readSamples(samples.filter(({ value }) => !UNDRAWN.some((start) => value.startsWith(start))));
    const missing = read.filter(({ tree: shown }) => !runs.some((run) => run.includes(shown.children.map(shownBy).join("\n"))));
    expect({ file, missing: missing.map(({ value }) => value) }).toEqual({ file, missing: [] });
  }
});

test("a sample shows the marks that it explains", () => {
  const marked = pages.flatMap(({ samples }) => samples.filter(({ value }) => value.includes("[!code ")));
  expect(marked.length).toBeGreaterThan(0);
  for (const sample of marked) expect(readNotation(sample.value, readInfo(sample)).code).toBe(sample.value);
});
