import { expect, test } from "vitest";
import { createFiles, createProject } from "../fixtures/project.ts";
import { toMarkdown } from "../markdown.ts";
import { parseSource } from "../parse.ts";
import { buildSite } from "../site.ts";

/** The Markdown of each page among snippets, and what of the site is not shown as it is meant. */
async function read(texts: Readonly<Record<string, string>>) {
  const site = await buildSite(createProject(), createFiles(texts), { isTrusted: () => false });
  const shown = site.pages.map(
    (page) =>
      [
        page.file,
        toMarkdown(page)
          .replace(/^# .*\n*/, "")
          .trim(),
      ] as const,
  );
  return { shown: Object.fromEntries(shown), warnings: site.warnings.map(({ reason }) => reason) };
}

/** What a function gives, and what is said of it. */
async function work(body: string, before = "") {
  const { shown, warnings } = await read({
    "page.mdx": 'import { Box } from "/box.jsx"\n\n<Box list={["a", "b", "c"]} name="x" />',
    "box.jsx": `${before}\nexport const Box = ({ list, name }) => {\n${body}\n};`,
  });
  return { text: shown["page.mdx"], warnings };
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
  expect(await work(body)).toEqual({ text, warnings: [] });
});

test.each([
  ["a name of its file", "n += 1; return n;", "let n = 0;"],
  ["a list of its file", 'all.push("x"); return all.length;', 'const all = ["a"];'],
  ["the order of a list of its file", "all.reverse(); return all.join();", 'const all = ["a", "b"];'],
  ["a member of a record of its file", "at.b = 1; return at.b;", "const at = {};"],
  ["a prop", 'list.push("x"); return list.length;', ""],
  [
    "what a function of its file changes for it",
    "const all = []; fill(all); return all.length;",
    "const fill = (to) => { to.push(1); };",
  ],
  ["a method that is not known", "const all = [1]; all.splice(0); return all.length;", ""],
  ["parts of a list by names", "let a, b; [a, b] = list; return a;", ""],
])("what changes something else is named with its line: %s", async (_, body, before) => {
  const { text, warnings } = await work(body, before);
  expect(text).toBe("");
  expect(warnings).toEqual([expect.stringMatching(/what this changes is not worked out in a page \(box\.jsx:[13]\)/)]);
});

test.each(["let n = 1;\nn = 2;", "const n = [1];\nn.push(2);", "let n = 1;\nif (true) { n = 2; }", "const n = {};\nn.a = 1;"])(
  "what is changed at the top of a file is not known, and named: %s",
  async (source) => {
    const { warnings } = await work("return <p>{n}</p>;", source);
    expect(warnings).toEqual([expect.stringContaining("changed at the top of a file is not worked out in a page (box.jsx:2)")]);
  },
);

test("a function that is done keeps nothing of what it changed: not for a later call, a later page or the same page again", async () => {
  const box = `const make = () => { let n = 0; const seen = []; return { next: () => { n += 1; return n; }, add: () => { seen.push(1); return seen.length; } }; };
export const kept = make();
export const Own = () => { let n = 0; const all = []; for (const one of [1, 2]) { n += one; all.push(one); } return <b>{n} {all.join()}</b>; };`;
  const page = 'import { kept, Own } from "/box.jsx"\n\n<Own /> <Own />\n\n{kept.next()}{kept.add()}';
  const { shown, warnings } = await read({ "a.mdx": page, "b.mdx": page, "box.jsx": box });
  expect(shown["a.mdx"]).toBe("**3 1,2**__3 1,2__\n\n{kept.next()}\n\n{kept.add()}");
  expect(shown["b.mdx"]).toBe(shown["a.mdx"]);
  expect(warnings.filter((warning) => warning.includes("what this changes"))).toHaveLength(4);
  const again = () => {
    const { tree, notices } = parseSource(
      { file: "a.mdx", source: page, sourceLine: 0 },
      { trusted: false, modules: { "box.jsx": box } },
    );
    return JSON.stringify({ tree, notices });
  };
  expect(again()).toBe(again());
});

test("the script of a component of Astro changes what is its own", async () => {
  const { shown, warnings } = await read({
    "page.mdx": 'import A from "./A.astro"\n\n<A kind="x" />',
    "A.astro":
      '---\nconst { kind } = Astro.props;\nlet words = "a";\nif (kind === "x") words = "b";\nconst all = [];\nfor (const one of [1, 2]) all.push(one);\n---\n<p>{words} {all.join()}</p>',
  });
  expect({ ...shown, warnings }).toEqual({ "page.mdx": "b 1,2", warnings: [] });
});

test.each([
  ["a loop that feeds itself", "const all = [1]; for (const one of all) all.push(one); return all.length;", "20,000 steps"],
  [
    "a list that doubles",
    "const all = [1]; for (const one of Array.from({ length: 99 })) all.push(...all); return 1;",
    "20,000 steps",
  ],
  [
    "a text that doubles",
    'let s = "xx"; for (const one of Array.from({ length: 99 })) s += s; return 1;',
    "2,000,000 characters",
  ],
  ["a list in itself", "const all = []; all.push([all]); return all;", "in itself"],
  ["records in each other", "const a = {}; const b = { a }; a.b = b; return 1;", "in itself"],
  [
    "loops in loops in loops",
    "let n = 0; const l = Array.from({ length: 100 }); for (const a of l) for (const b of l) for (const c of l) n += 1; return n;",
    "20,000 steps",
  ],
])("is bounded: %s", async (_, body, reason) => {
  const start = performance.now();
  expect((await work(body)).warnings).toEqual([expect.stringContaining(reason)]);
  expect(performance.now() - start).toBeLessThan(2_000);
});
