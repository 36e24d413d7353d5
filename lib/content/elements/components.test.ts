import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";

test("a loop that looks for something in what a component holds finds it, and one that gathers something has it", async () => {
  const card = `export const Card2 = ({ children }) => {
    const find = () => {
      for (const child of Array.isArray(children) ? children : [children]) {
        if (!child) continue;
        const text = child?.props?.children;
        if (typeof text === "string") return text;
      }
      return null;
    };
    const list = () => { const all = []; for (const one of [1, 2]) { all.push(one); } return all; };
    return <p>{find()} {list()}</p>;
  };`;
  const { text, messages } = await expandText("import { Card2 } from '/card.jsx'\n\n<Card2>\n  What it does.\n</Card2>", {
    "card.jsx": card,
  });
  expect(text).toContain("What it does. 12");
  expect(messages).toEqual([]);
});

test("a drawing may have masks", async () => {
  const drawing = (address: string) =>
    `<svg><mask id="m" maskUnits="userSpaceOnUse"><rect width="1" /></mask><g mask="url(${address})"><path d="M0 0" /></g></svg>`;
  expect((await expandText(drawing("#m"))).messages).toEqual([]);
});

test.each([
  ["<a href='/x' onClick={() => go()}>Text.</a>", 0],
  ["<div onMouseEnter={() => mark()}>Text.</div>", 0],
  ["<div onClick={() => go()}>Text.</div>", 1],
])("a handler is missed only where the page says less without it: %s", async (element, many) => {
  const { text, messages } = await expandText("import { Box } from '/box.jsx'\n\n<Box />", {
    "box.jsx": `export const Box = () => ${element};`,
  });
  expect(text).toContain("Text.");
  expect(messages).toHaveLength(many);
});

test("marks for old browsers are left out without a word", async () =>
  expect((await expandText('<iframe src="https://a.example" title="A" allowtransparency="true" />')).messages).toEqual([]));

test.each([
  ["Array.from({ length: 3 }, (_, index) => index + 1).join()", "1,2,3"],
  ["Array.from(['a', 'b'], (each) => each + each).join()", "aa,bb"],
  ["Array.from({ length: -1 }).length", "0"],
])("a list is made of a length or of another one: %s", async (expression, value) => {
  expect((await expandText(`{${expression}}`)).text).toBe(value);
});

test.each([
  ['"A  b c".replace(/\\s+/g, "-")', "A-b-c"],
  ['"A/b/c".replace(/\\//, "-")', "A-b/c"],
  ['"Äpfel & Co.".toLowerCase().replace(/[^a-z0-9]+/gi, "-")', "-pfel-co-"],
  ['"a, b".split(/,/).length', "2"],
  ['/^v[0-9]/.test("v2") ? "new" : "old"', "new"],
])("a regular expression is worked out: %s", async (expression, value) => {
  expect((await expandText(`{${expression}}`)).text).toBe(value);
});

test("a component in a file that the page takes in may be one that the page alone imports, or none of Docent's", async () => {
  const both =
    "import { Fields } from '/fields.mdx'\nimport { Title } from '/title.mdx'\n\nexport const Card = () => 'no';\n\n<Fields />";
  const { text, messages } = await expandText(both, {
    "fields.mdx": "export const Fields = () => <div><Title text='Body' /><Card title='A card' /><Other>Inside.</Other></div>;",
    "title.mdx": "export const Title = ({ text }) => <h3>{text}</h3>;",
  });
  expect(text).toContain("### Body");
  expect(text).toContain("A card");
  expect(text).toContain("Inside.");
  expect(messages).toEqual(["<Other> is not a component of Docent; only its children are shown."]);
});

test("a long list of fields that a page writes with a component of many marks is shown to its end", async () => {
  const field = `export const Field = ({ name }) => <div className="${"mark ".repeat(400)}"><b className="${"mark ".repeat(100)}">{name}</b></div>;`;
  const names = Array.from({ length: 300 }, (_, index) => `<Field name="field${index}" />`);
  const { text, messages } = await expandText(`import { Field } from '/field.mdx'\n\n${names.join("\n\n")}`, {
    "field.mdx": field,
  });
  expect(text).toContain("field299");
  expect(messages).toEqual([]);
});
