import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";

const shown = async (text: string, files: Readonly<Record<string, string>> = {}, file = "page.mdx") =>
  (await expandText(text, files, { file })).text;

test.each([
  "typeof process",
  "typeof require",
  "typeof fetch",
  "typeof setTimeout",
  "typeof Function('return this')().process",
  "typeof ''.constructor.constructor('return process')",
  "typeof (async () => {}).constructor('return process')",
  "typeof globalThis.constructor.constructor('return globalThis')().Buffer",
])("code of a page reaches nothing of the server: %s", async (expression) => {
  expect(await shown(`{(() => { try { return ${expression}; } catch { return "refused"; } })()}`)).toMatch(
    /^(?:undefined|refused|function)$/,
  );
  expect(
    await shown(`{(() => { try { return (${expression.replace("typeof ", "")})?.(); } catch { return "refused"; } })()}`),
  ).toMatch(/^(?:refused)?$/);
});

test("names are taken out of objects and lists at the top of a page", async () => {
  const code = "export const { a: first, ...rest } = { a: 1, b: 2 };\nexport const [{ c }] = [{ c: 3 }];";
  expect(await shown(`${code}\n\n{first} {rest.b} {c}`)).toBe("1 2 3");
});

test("a package of Node is not a file of the content", async () => {
  const { text, messages } = await expandText('import { readFileSync } from "node:fs"\n\nBefore {readFileSync("/etc/passwd")}.');
  expect(text).toBe('Before {readFileSync("/etc/passwd")}.');
  expect(messages).toEqual(expect.arrayContaining([expect.stringContaining("node:fs")]));
});

test("changes in one page do not reach the next", async () => {
  await expandText("{(() => { Array.prototype.map = () => ['changed']; Object.prototype.x = 1; globalThis.y = 2; })()}");
  expect(await shown("{[1].map((n) => n + 1)} {typeof ({}).x} {typeof y}")).toBe("2 undefined undefined");
});

test("the day is the build's, and randomness is the page's own, so that equal input gives equal pages", async () => {
  expect(await shown("{new Date().getFullYear()} {Date.now()}")).toBe(`2026 ${Date.UTC(2026, 0, 2)}`);
  const random = "{Math.random()}";
  expect(await shown(random)).toBe(await shown(random));
  expect(await shown(random)).not.toBe(await shown(random, {}, "other.mdx"));
});

test.each([
  ['(1234.5).toLocaleString("de-DE")', "1.234,5"],
  ['new Date(0).toLocaleDateString("en-GB", { month: "long", year: "numeric" })', "January 1970"],
  ['new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(3)', "€3.00"],
  ['["b", "ä", "a"].sort((one, other) => one.localeCompare(other, "de")).join()', "a,ä,b"],
])("dates and numbers are in the words of their language: %s", async (expression, words) => {
  expect(await shown(`{${expression}}`)).toBe(words);
});

test("a page has fifty formats of dates and numbers, since each takes memory that no thread frees", async () => {
  const forms = (count: number) =>
    expandText(`{Array.from({ length: ${count} }, (_, a) => (7).toLocaleString("en", { minimumIntegerDigits: 1, a })).join("")}`);
  expect((await forms(50)).text).toBe("7".repeat(50));
  expect((await forms(51)).messages).toEqual([expect.stringContaining("more than 50 formats of dates and numbers")]);
});

test("globals that only browsers have are reported, with what to do instead", async () => {
  const { messages } = await expandText("{window.location.href}");
  expect(messages).toEqual([
    expect.stringMatching(/"window" is not there when a page is read; a component in site\/ui\.tsx may use it/),
  ]);
});

test("a component that fails costs itself, and is named with file and line", async () => {
  const { text, findings } = await expandText("import { Box } from '/box.jsx'\n\n<Box>Kept.</Box>\n\nAfter.", {
    "box.jsx": "export const Box = () => {\n  throw new Error('not today');\n};",
  });
  expect(text).toBe("Kept.\n\nAfter.");
  expect(findings).toEqual([
    expect.stringMatching(/component page\.mdx:3 <Box> shows its children only: .*not today \(box\.jsx:2\)/),
  ]);
});

test("a page of more parts than a page may have says so, and shows the rest", async () => {
  const { text, messages } = await expandText("Before.\n\n{Array.from({ length: 60000 }, () => <b>x</b>)}\n\nAfter.");
  expect(text).toMatch(/^Before\.\n\n[\s\S]*After\.$/);
  expect(messages).toEqual([expect.stringContaining("more than 50,000 parts")]);
});

test("Markdown that a component keeps for later is shown, since nothing can show it later", async () => {
  const tabs = "export const Two = ({ children }) => { const [at] = useState(0); return <div>{children[at]}</div>; };";
  const text = await shown("import { Two } from '/two.jsx'\n\n<Two>\n  First.\n\n  Second.\n</Two>", { "two.jsx": tabs });
  expect(text).toBe("First.\n\nSecond.");
});

test("types are left out, and what an enum gives is kept", async () => {
  const file = "enum Level { Low, High = 5 }\nexport const level: number = Level.High satisfies number;\nexport type A = string;";
  expect(await shown('import { level } from "/a.ts"\n\n{level}', { "a.ts": file })).toBe("5");
});

test.each([
  ["an endless loop", "while (true) {}"],
  ["a loop of expensive calls", "const m = new Map(); for (let i = 0; ; i++) m.set(i, {});"],
  ["a recursion", "const f = () => f() + 1; return f();"],
  ["32 MB of strings", 'const texts = []; for (;;) texts.push("x".repeat(1e6) + texts.length);'],
])("%s costs its own place of one page, and is named with file and line", async (_, code) => {
  const { text, findings } = await expandText(`Before.\n\n{(() => { ${code} })()}\n\nAfter.`);
  expect(text).toMatch(/^Before\.[\s\S]*After\.$/);
  expect(findings).toEqual([expect.stringMatching(/^expression page\.mdx:3 An expression is/)]);
  expect((await expandText("{1 + 1}")).text).toBe("2");
});
