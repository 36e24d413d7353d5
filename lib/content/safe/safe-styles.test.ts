import { expect, test } from "vitest";
import { parsePageText } from "../fixtures/expanded.ts";
import { type Element, isElement, readLiteral } from "../tree/jsx.ts";
import { walk } from "../tree/walk.ts";

/** The styles of a page that did not come with the build, by element, and what of it is not shown as it is meant. */
async function read(source: string) {
  const { tree, notices } = await parsePageText(source);
  const styles: [string, unknown][] = [];
  walk(tree, (node) => {
    if (isElement(node)) styles.push([node.name ?? "", styleOf(node)]);
    return undefined;
  });
  return { styles, notices: notices.map(({ reason }) => reason) };
}

function styleOf({ attributes }: Element) {
  const [literal] = attributes.flatMap((attribute) =>
    "name" in attribute && attribute.name === "style" ? readLiteral(attribute) : [],
  );
  return typeof literal === "object" && "declarations" in literal ? Object.fromEntries(literal.declarations) : literal;
}

const VIDEO = 'src="https://www.youtube.com/embed/a"';

test("a place in the flow, marks for some browsers and how a change moves are left out without a word", async () => {
  expect(
    await read(
      '<div style={{ position: "relative", WebkitBackdropFilter: "blur(2px)", "--gap": "1px", transition: "all 1s", color: "red" }}>A</div>',
    ),
  ).toEqual({ styles: [["div", { color: "red" }]], notices: [] });
});

test("what lays content over other parts of the site stays refused, and is named", async () => {
  const { styles, notices } = await read('<div style={{ position: "fixed", top: 0, color: "red" }}>A</div>');
  expect(styles).toEqual([["div", { color: "red" }]]);
  expect(notices).toEqual([expect.stringContaining("position in the style"), expect.stringContaining("top in the style")]);
  const away = await read(`<iframe ${VIDEO} style={{ position: "absolute", top: "-900px", width: "100%" }} />`);
  expect(away.styles).toEqual([["iframe", { width: "100%" }]]);
  expect(away.notices).toHaveLength(2);
});

test("an embedded page may leave its scheme to the site's, which is https", async () => {
  const { tree, notices } = await parsePageText('<iframe src="//player.example.com/a" webkitallowfullscreen="true" />');
  expect(JSON.stringify(tree)).toContain('"https://player.example.com/a"');
  expect(notices).toEqual([]);
});
