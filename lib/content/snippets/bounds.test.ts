import type * as Syntax from "estree-jsx";
import { describe, expect, test } from "vitest";
import { parseSource, walk } from "../parse.ts";
import { mayChange } from "./changes.ts";

function parse(source: string, modules: Readonly<Record<string, string>> = {}) {
  const parsed = parseSource({ file: "page.mdx", source, sourceLine: 0 }, { trusted: false, modules });
  let nodes = 0;
  walk(parsed.tree, () => {
    nodes += 1;
  });
  return { ...parsed, nodes, written: JSON.stringify(parsed.tree).length };
}

const names = (count: number, toValue: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `export const a${index + 1} = ${toValue(index)}`).join("\n");
const TEXT = `export const s = "${"x".repeat(100_000)}"`;
const LONG_TEXTS = `${TEXT}\nexport const t = "${"x".repeat(100_000)}y"`;
const LISTS = `export const l1 = [${"1,".repeat(100)}]\nexport const l2 = [${"l1,".repeat(30)}]\nexport const l3 = [${"l2,".repeat(30)}]`;

describe("what a page makes of a few lines is bounded", () => {
  test.each([
    ["parts inside parts, twice each", `export const a0 = <b>x</b>\n${names(26, (at) => `<b><a${at}/><a${at}/></b>`)}\n\n<a26/>`],
    [
      "parts as attributes, twice each",
      `export const a0 = <b>x</b>\n${names(26, (at) => `<Card p={a${at}} q={a${at}}/>`)}\n\n<a26/>`,
    ],
    [
      "parts as descriptions, twice each",
      `export const a0 = <b>x</b>\n${names(26, (at) => `<TypeTable type={{ p: { description: a${at} }, q: { description: a${at} } }}/>`)}\n\n<a26/>`,
    ],
    ["lists as a tone", `export const a0 = ["x"]\n${names(40, (at) => `[a${at}, a${at}]`)}\n\n<Aside type={a40}>Words.</Aside>`],
    ["lists of nothing that are shown", `export const a0 = [true]\n${names(40, (at) => `[a${at}, a${at}]`)}\n\n{a40}`],
    [
      "lists of nothing as classes",
      `import clsx from "clsx"\n\nexport const a0 = [true]\n${names(30, (at) => `[a${at}, a${at}]`)}\n\n<b className={clsx(a30)}>x</b>`,
    ],
    ["a long text in many places", `${TEXT}\n\n${"{s}\n\n".repeat(2_000)}`],
    ["a long attribute in many places", `${TEXT}\n\n${"<Card title={s}/>\n\n".repeat(2_000)}`],
    ["a long attribute in many places of JSX", `${TEXT}\n\n{[${"1,".repeat(2_000)}].map(() => <Card title={s}/>)}`],
    ["a long list in many attributes", `${LISTS}\n\n${"<Card data={l3}/>\n\n".repeat(2_000)}`],
    ["a long list that is written out many times", `${LISTS}\n\n${"{JSON.stringify(l3, null, 10).length}\n\n".repeat(2_000)}`],
    ["equal beginnings of long texts", `${LONG_TEXTS}\n\n${"{s === t}\n\n".repeat(40)}`],
    ["long names of values", `${LONG_TEXTS}\nexport const o = {}\n\n${"{o[s]}\n\n".repeat(40)}`],
    ["a list of long texts that is sorted", `${LONG_TEXTS}\n\n{[${"s, t,".repeat(12)}].sort().length}`],
    ["a list of long texts that is looked through", `${LONG_TEXTS}\n\n{[${"s,".repeat(40)}].includes(t)}`],
    [
      "a list in each place of itself",
      `export const l = "${"x".repeat(7_000)}".split("")\nexport const m = l.flatMap(() => l)\n\n{m.length}`,
    ],
  ])("%s", (_, source) => {
    const { notices, nodes, written } = parse(source);
    if (!source.includes("<Aside")) expect(notices.map(({ reason }) => reason).join()).toMatch(/needs more than|too large/);
    expect(nodes).toBeLessThan(60_000);
    expect(written).toBeLessThan(10_000_000);
  });

  test("a text in many places of a snippet's code", () => {
    const { written } = parse(`import A from "/a.mdx"\n${TEXT}\n\n<A x={s}/>`, {
      "a.mdx": `\`\`\`\n${"{x} ".repeat(3_000)}\n\`\`\``,
    });
    expect(written).toBeLessThan(3_000_000);
  });

  test("a long snippet in many places", () => {
    const { written } = parse(`import A from "/a.mdx"\n\n${"<A />\n\n".repeat(300)}`, {
      "a.mdx": `\`\`\`\n${"x".repeat(100_000)}\n\`\`\``,
    });
    expect(written).toBeLessThan(3_000_000);
  });

  test("a region of a long file of code in very many places", () => {
    const file = `${"\n".repeat(250_000)}  // #region own\n  a\n\n    b\n  // #endregion\nc`;
    const { tree } = parse("<include>./a.ts#own</include>\n\n".repeat(5_000), { "a.ts": file });
    expect(tree.children).toHaveLength(5_000);
    expect(tree.children.at(-1)).toMatchObject({ type: "code", lang: "ts", value: "a\n\n  b" });
  });

  test("a component of Astro with a long script in very many places", () => {
    const file = `---\n${Array.from({ length: 19_000 }, (_, at) => `const a${at} = 1;\n`).join("")}---\n<p>Shown.</p>`;
    const { notices, written } = parse(`import A from "./A.astro"\n\n${"<A />\n\n".repeat(5_000)}`, { "A.astro": file });
    expect(notices.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("needs more than 20,000 steps"));
    expect(written).toBeLessThan(3_000_000);
  });

  test("very much content for a slot of a component of Astro", () => {
    const file = "<slot />";
    const { written } = parse(`import A from "./A.astro"\n\n<A>\n${"<b />\n".repeat(20_000)}</A>`, { "A.astro": file });
    expect(written).toBeLessThan(8_000_000);
  });

  test("a long reason of a notice", () => {
    const { notices } = parse(`${TEXT}\n\n{undefined[s]}`);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.reason.length).toBeLessThan(1_000);
  });

  test.each([
    ["in a style", `<div style="color: red${" ".repeat(9_000)}blue;${" ".repeat(400_000)}x">Shown.</div>`],
    ["in a line of JSX", `{<div>Shown.${" ".repeat(400_000)}b\nc</div>}`],
  ])("a long row of spaces %s is read once", (_, source) => {
    expect(JSON.stringify(parse(source).tree)).toContain("Shown.");
  });
});

describe("what is nested more deeply than the stack", () => {
  test("in a value that is taken apart costs its names alone", () => {
    const { problems, notices, tree } = parse("export const a = a\nexport const { x } = a\n\nAfter.");
    expect([...problems, ...notices].map(({ reason }) => reason)).toEqual(["A value is not known: it is nested too deeply."]);
    expect(JSON.stringify(tree)).toContain("After.");
  });
});

describe("a file that a page takes in", () => {
  test("may not need itself while it is read", () => {
    const { notices, tree } = parse(`import { y } from "/a.jsx"\n\n{y} After.`, {
      "a.jsx": `import { z as other } from "/a.jsx"\nexport const { q } = other\nexport const z = { q: 1 }\nexport const y = 2`,
    });
    expect(notices.map(({ reason }) => reason)).toEqual(["A value is not known: a.jsx needs itself before it is read."]);
    expect(JSON.stringify(tree)).toContain("After.");
  });
});

test("what a function changes is looked for once, however deeply functions are written in each other", () => {
  let looks = 0;
  const body = (): Syntax.Node => ({
    type: "BlockStatement",
    get body() {
      looks += 1;
      return [{ type: "EmptyStatement" as const }];
    },
  });
  const around = (inner: Syntax.Node) => ({ type: "ArrowFunctionExpression", params: [], body: inner }) as unknown as Syntax.Node;
  let whole = Array.from({ length: 20_000 }).reduce<Syntax.Node>(around, body());
  expect(mayChange(whole)).toBe(false);
  for (; "body" in whole && whole.type === "ArrowFunctionExpression"; whole = whole.body) expect(mayChange(whole)).toBe(false);
  expect(looks).toBe(1);
});
