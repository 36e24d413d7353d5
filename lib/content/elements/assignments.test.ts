import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";

/** Runs a component's body and returns its Markdown and its findings. */
async function work(body: string, before = "") {
  const page = 'import { Box } from "/box.jsx"\n\n<Box list={["a", "b", "c"]} name="x" />';
  const { text, messages } = await expandText(page, {
    "box.jsx": `${before}\nexport const Box = ({ list, name }) => {\n${body}\n};`,
  });
  return { text, messages };
}

test.each([
  ["a name in a branch", 'let x = "a"; if (name) x = "b"; return x;', "b"],
  ["a name in a branch that is not taken", 'let x = "a"; if (!name) { x = "b"; } return x;', "a"],
  ["a parameter", 'name = name + "!"; return name;', "x!"],
  ["a name without a value", 'let x; switch (name) { case "x": x = 1; break; default: x = 2; } return x;', "1"],
  ["a text that a loop gathers", 'let text = ""; for (const one of list) text += one; return text;', "abc"],
  ["a count", "let n = 0; for (const one of list) { if (one === 'b') continue; n++; } return n;", "2"],
  ["a list that a loop gathers", "const all = []; for (const one of list) all.push(one + one); return all.join();", "aa,bb,cc"],
  [
    "loops in loops",
    "const all = []; for (const a of list) for (const b of list) if (a !== b) all.push(a + b); return all.join();",
    "ab,ac,ba,bc,ca,cb",
  ],
  ["a list that forEach gathers", "const all = []; list.forEach((one, at) => { all.push(at); }); return all.join();", "0,1,2"],
  [
    "a record",
    'const at = {}; for (const [n, one] of Object.entries(list.length ? { k: "v" } : {})) at[n] = one; return at.k;',
    "v",
  ],
  [
    "a record that reduce gathers",
    "const at = list.reduce((all, one) => { all[one] = 1; return all; }, {}); return Object.keys(at).join();",
    "a,b,c",
  ],
  ["a value where the name is missing", "let x; x ??= 1; x ||= 2; x &&= 3; return x;", "3"],
  ["what was read before the change", "let a = 1; const b = a; a = 2; return [b, a].join();", "1,2"],
  ["the order of an own list", "const all = list.slice(); all.reverse(); return all.join();", "c,b,a"],
  ["a name of var in a block", 'var x = "a"; if (name) { var x = "b"; } return x;', "b"],
  ["what an own function changes", "let n = 0; const add = (by) => { n += by; }; add(2); add(3); return n;", "5"],
  ["nothing by an effect", 'let x = "a"; useEffect(() => { x = "b"; document.title = x; }, []); return x;', "a"],
])("a function changes what is its own: %s", async (_, body, text) => {
  expect(await work(body)).toEqual({ text, messages: [] });
});

test.each([
  ["a name of its file", "n += 1; return n;", "let n = 0;", "1"],
  ["a list of its file", 'all.push("x"); return all.length;', 'const all = ["a"];', "2"],
  ["a member of a record of its file", "at.b = 1; return at.b;", "const at = {};", "1"],
  [
    "what a function of its file changes for it",
    "const all = []; fill(all); return all.length;",
    "const fill = (to) => { to.push(1); };",
    "1",
  ],
  ["what the top of its file changes", "return n;", "let n = 1;\nif (true) { n = 2; }", "2"],
])("a function changes what its file has: %s", async (_, body, before, text) => {
  expect(await work(body, before)).toEqual({ text, messages: [] });
});

test("changes of a page to a file are for this page alone, and the same each time", async () => {
  const counter = "let n = 0;\nexport const next = () => { n += 1; return n; };";
  const page = 'import { next } from "/counter.js"\n\n{next()} {next()}';
  const shown = async () => (await expandText(page, { "counter.js": counter })).text;
  expect([await shown(), await shown()]).toEqual(["1 2", "1 2"]);
});
