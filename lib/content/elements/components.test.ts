import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";
import { listHeadingIds } from "../tree/anchors.ts";

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

test.each([
  ["level", '<Heading level={3} id="one-client">client.send(id)</Heading>', "### client.send(id)", "one-client"],
  ["as", '<Heading as="h4">Send</Heading>', "#### Send", "send"],
  ["neither", "<Heading>\n  Send\n</Heading>", "## Send", "send"],
  ["in a tab", '<Tabs>\n<Tab title="A">\n<Heading level={2} id="x">Send</Heading>\n\nIt.\n</Tab>\n</Tabs>', "## Send", "x"],
])("a heading written as a component is one of Markdown, by its %s", async (_, element, heading, id) => {
  const { text, tree, messages } = await expandText(element);
  expect(text).toContain(heading);
  expect(listHeadingIds(tree)).toContain(id);
  expect(messages).toEqual([]);
});

test.each([
  ["before, between and behind", "Before.\n\n<Step title='A'>one</Step>\n\nBetween.\n\n<Step title='B'>two</Step>\n\nBehind."],
  ["a component", "<Step title='A'>one</Step>\n\n<Note>Between.</Note>\n\n<Step title='B'>two</Step>"],
  ["around a step", "<Step title='A'>one</Step>\n\n<div>\nBetween.\n<Step title='B'>two</Step>\n</div>"],
  ["a heading", "<Step title='A'>one</Step>\n\n### Between.\n\n<Step title='B'>two</Step>"],
])("what is among steps is in the Markdown, and the steps keep their numbers: %s", async (_, inside) => {
  const { text } = await expandText(`<Steps>\n\n${inside}\n\n</Steps>`);
  expect(text).toMatch(/1\. \*\*A\*\*[\s\S]*one[\s\S]*Between\.[\s\S]*2\. \*\*B\*\*[\s\S]*two/);
  expect(text.includes("Before.")).toBe(inside.includes("Before."));
  expect(text.includes("Behind.")).toBe(inside.includes("Behind."));
});

test("an explanation is behind its words, and in no heading", async () => {
  const tip = '<Tooltip headline="API" tip="A way to call." cta="Read on" href="/api">word</Tooltip>';
  const { text } = await expandText(`## The ${tip}\n\nA ${tip}.`);
  expect(text).toBe("## The word\n\nA word (API: A way to call. [Read on](/api)).");
});

test.each([
  ['<ParamField path="id" type="string" required>Text.</ParamField>', "- `id` (string, required): Text."],
  ['<ParamField query="page" placeholder="7">Text.</ParamField>', "- `page` (query, example: 7): Text."],
  ['<ResponseField name="a" pre={["read"]} post={["beta", "v2"]}>Text.</ResponseField>', "- read `a` (beta, v2): Text."],
])("the Markdown of a field has what its line has: %s", async (element, line) =>
  expect((await expandText(element)).text).toBe(line),
);
