import { describe, expect, test } from "vitest";
import { buildFiles } from "../../../internal/testing/content.ts";
import { expandText } from "../../../internal/testing/content-expanded.ts";

async function read(text: string, files: Readonly<Record<string, string>> = {}) {
  const out = await expandText(text, files);
  return { ...out, page: { error: undefined }, passages: [out.text], site: out };
}

describe("files that a page takes in", () => {
  test("come with their props, their children and their headings, also in search", async () => {
    const { text, passages, findings } = await read(
      'import Setup from "/snippets/setup.mdx";\n\n<Setup tool="npm" version={3}>Then *wait*.</Setup>',
      {
        "snippets/setup.mdx":
          "---\ntitle: Ignored\n---\n\n## Install {tool}\n\nRun {props.tool} {version}.\n\n```bash\n{tool} ci\n```\n\n{children}",
      },
    );
    expect(text).toBe("## Install npm\n\nRun npm 3.\n\n```bash\nnpm ci\n```\n\nThen *wait*.");
    expect(passages.join("\n")).toContain("Run npm 3.");
    expect(findings).toEqual([]);
  });

  test("may take in others, from their own folder, and are found without an ending", async () => {
    const { text } = await read("import A from './parts/a'\n\n<A />", {
      "parts/a.mdx": 'import B from "../b.md"\n\nFirst.\n\n<B />',
      "b.md": "Second.",
    });
    expect(text).toBe("First.\n\nSecond.");
  });

  test("are inline where their tag is", async () => {
    const { text } = await read("import version from '/v.mdx'\n\nUse <version /> today.", { "v.mdx": "*four*" });
    expect(text).toBe("Use *four* today.");
  });

  test.each([
    ["a component of a line", '<Tooltip tip="T"><b>four</b></Tooltip>', ["paragraph"]],
    ["several of them", "<><Badge>four</Badge> <i>five</i></>", ["paragraph"]],
    ["a box", "<div>four</div>", ["paragraph", "mdxJsxFlowElement", "paragraph"]],
    ["a component that may be a box", "<span><Card>four</Card></span>", ["paragraph", "mdxJsxFlowElement", "paragraph"]],
  ])("in a line, %s of JSX leaves the line whole unless it is a block", async (_, jsx, types) => {
    const { tree } = await read("import { Version } from '/v.jsx'\n\nUse <Version /> today.", {
      "v.jsx": `export const Version = () => ${jsx};`,
    });
    expect(tree.children.map(({ type }) => type)).toEqual(types);
  });

  test("give what they export", async () => {
    const { text } = await read("import { port, Box } from '/x.mdx'\n\nPort {port + 1}. <Box name='a' />", {
      "x.mdx": "export const port = 80\n\nexport const Box = ({ name, size = 'm' }) => <b>{name}-{size}</b>",
    });
    expect(text).toBe("Port 81. **a-m**");
  });

  test("may be components of JSX, as functions of their props", async () => {
    const list = `const TITLES = { a: "One", b: "Two" };
export function List({ names, open }) {
  if (names.length === 0) return <p>None</p>;
  const shown = names.filter((name) => name !== "c");
  return (
    <ul className="list">
      {shown.map((name, index) => <li key={name}>{\`\${index + 1}. \${TITLES[name] ?? name.toUpperCase()}\`}{open && <em> open</em>}</li>)}
    </ul>
  );
}`;
    const { text, findings } = await read("import { List } from '/list.jsx'\n\n<List names={['a', 'c', 'x']} open />", {
      "list.jsx": list,
    });
    expect(text.replaceAll("&#x20;", " ")).toMatch(/1\\. On.*\* open\*\n- 2\\. .*\* open\*/);
    expect(findings).toEqual([]);
  });

  test("show what a component with state shows before anyone clicks", async () => {
    const { text, findings } = await read(
      "export const Counter = () => { const [count, setCount] = useState(7); useEffect(() => { document.title = count }); return <p onClick={() => setCount(8)}>Count: {count}</p> }\n\n<Counter />",
    );
    expect(text).toBe("Count: 7");
    expect(findings).toEqual(
      ["unsafe page.mdx:1 onClick is left out: a page runs nothing in the browser."].map((each) =>
        expect.stringContaining(each.slice(7, 20)),
      ),
    );
  });

  test("are reported missing where they are used: an import alone is not reported, one of a value says where it is from", async () => {
    expect((await read('import { Chart } from "@/components/chart"\n\nText.')).findings).toEqual([]);
    const { findings } = await read('import { limits } from "@/data"\n\nText.');
    expect(findings).toEqual(["import page.mdx:1 @/data is not a file of the content, so limits is not known."]);
  });

  test("may take their state from React by name", async () => {
    const { text } = await read(
      "export const Counter = () => { const [count] = React.useState(7); return <p>Count: {count}</p> }\n\n<Counter />",
    );
    expect(text).toBe("Count: 7");
  });

  test("come by the older form too", async () => {
    const { text } = await read('Before.\n\n<Snippet file="a.mdx" name="x" />', { "_snippets/a.mdx": "Old {name}." });
    expect(text).toBe("Before.\n\nOld x.");
  });

  test("change the page's hash when they change", async () => {
    const page = "import A from '/a.mdx'\n\n<A />";
    const hashOf = async (part: string) => {
      const site = await buildFiles({ "page.mdx": page, "a.mdx": part });
      return site.pages.find(({ file }) => file === "page.mdx")?.hash;
    };
    expect(await hashOf("1")).not.toBe(await hashOf("2"));
    expect(await hashOf("1")).toBe(await hashOf("1"));
  });

  test("that take themselves in end there, and are named", async () => {
    const { text, findings } = await read("import A from '/a.mdx'\n\n<A />\n\nAfter.", {
      "a.mdx": "import B from '/b.mdx'\n\nOne.\n\n<B />",
      "b.mdx": "import A from '/a.mdx'\n\nTwo.\n\n<A />",
    });
    expect(text).toBe("One.\n\nTwo.\n\nAfter.");
    expect(findings).toEqual(["component b.mdx:5 <A> shows its children only: a.mdx includes itself endlessly."]);
  });

  test("cannot be outside of the content", async () => {
    const { text, findings } = await read("import A from '../../etc/passwd.mdx'\n\n<A>kept</A>");
    expect(text).toBe("kept");
    expect(findings).toEqual([
      "import page.mdx:1 There is no file ../../etc/passwd.mdx to import from.",
      'component page.mdx:3 <A> comes from "../../etc/passwd.mdx", which is not a file of the content; only its children are shown.',
    ]);
  });
});

test("imports of documentation packages mean nothing, and others are named", async () => {
  const { text, findings } = await read(
    "import { Steps } from 'nextra/components'\nimport { Rocket } from 'lucide-react'\nimport { Chart } from '@/components/chart'\n\n<Rocket /> Text <Chart>kept</Chart>.",
  );
  expect(text).toContain("Text kept.");
  expect(findings).toEqual([
    'component page.mdx:5 <Chart> comes from "@/components/chart", which is not a file of the content; only its children are shown.',
  ]);
});

describe("what cannot be worked out costs its own place only", () => {
  test.each([
    ["a name that is defined nowhere", "Call {kickoff_id} now.", "Call {kickoff_id} now."],
    ["a member of nothing", "Call {a.b.c} now.", "Call {a.b.c} now."],
    ["braces that are not expressions", 'Send {"a": 1, b} now.', 'Send {"a": 1, b} now.'],
    ["a brace that is never closed", "Open { and on.\n\nNext.", "Open { and on.\n\nNext."],
    ["a sign before a number", "At x <5 or so.", "At x <5 or so."],
    ["a line that begins as an import", "export your data\n\nNext.", "export your data\n\nNext."],
    ["an address in angle brackets", "See <https://example.com/a>.", "See [https://example.com/a](https://example.com/a)."],
    ["a comment of HTML", "Before <!-- secret\n\nsecret --> after.", "Before\n\nafter."],
    ["an id in braces", "## Title {#own}\n\nText.", "## Title\n\nText."],
    ["a tag of HTML that holds nothing", "One<br>two.", "One\\\ntwo."],
    ["a handler", "<div onClick={() => alert(1)}>Kept.</div>", "Kept."],
    ["a style in the form of HTML", '<div style="color: red" class="a">Kept.</div>', "Kept."],
    ["a loop", "{(() => { for (;;) {} })()}\n\nNext.", "{(() => { for (;;) {} })()}\n\nNext."],
  ])("%s", async (_, source, expected) => {
    const { text, page } = await read(source);
    expect(page.error).toBeUndefined();
    expect(text.replace(/\\(?=[<{[])/g, "")).toBe(expected);
  });
});

describe("blocks of other systems", () => {
  test.each([
    [":::note\nMind *this*.\n:::", "> **Note:**\n>\n> Mind *this*."],
    [":::tip[Own title]\nText.\n:::", "> **Tip:**\n>\n> **Own title**\n>\n> Text."],
    [":::caution Own title\nText.\n:::", "> **Warning:**\n>\n> **Own title**\n>\n> Text."],
    ["::::danger\n:::note\nInner.\n:::\n::::", "> **Danger:**\n>\n> > **Note:**\n> >\n> > Inner."],
    [
      ":::info\nOuter.\n\n:::danger\nInner.\n:::\n\nStill outer.\n\n:::\n\nAfter.",
      "> **Info:**\n>\n> Outer.\n>\n> > **Danger:**\n> >\n> > Inner.\n>\n> Still outer.\n\nAfter.",
    ],
    ["::::info\n:::tip\nInner.\n:::\n::::\n\n:::\n\nAfter.", "> **Info:**\n>\n> > **Tip:**\n> >\n> > Inner.\n\n:::\n\nAfter."],
    [
      "::: tip\n::: code-group\n```js [a.js]\n1\n```\n:::\n:::\n\nAfter.",
      "> **Tip:**\n>\n> **a.js**\n>\n> ```js\n> 1\n> ```\n\nAfter.",
    ],
    [":::python\nShown.\n:::", "Shown."],
    ["> [!WARNING]\n> Hot *stuff*.", "> **Warning:**\n>\n> Hot *stuff*."],
    ["> [!UNKNOWN]\n> Text.", "> \\[!UNKNOWN]\n> Text."],
    ["Ports like localhost:3000 and a::b stay.", "Ports like localhost:3000 and a::b stay."],
  ])("%s", async (source, expected) => {
    expect((await read(source)).text).toBe(expected);
  });
});

test("numbers are recognised, as a snippet does before it writes a link", async () => {
  const { text, findings } = await read(
    "export const Next = ({ of }) => { const [major, minor] = of.split('.').map(Number);" +
      " return Number.isNaN(minor) || !Number.isInteger(major) ? <b>none</b> : <a href={'/to-' + (minor + 1)}>next</a>; };" +
      "\n\n<Next of='5.3' /> <Next of='five' />",
  );
  expect([text, findings]).toEqual(["[next](/to-4)**none**", []]);
});

test.each([
  ['viewBox="0 0 24 16"', ["24", "16"]],
  ['className="w-5 h-5" viewBox="0,0,24.5,24"', ["24.5", "24"]],
  ['viewBox="0 0 24 24" width="40"', ["40"]],
  ['viewBox="0 0 800 600"', []],
  ['viewBox="0 0 1e9 24"', []],
  ['className="icon"', []],
])("an icon <svg %s> is no larger than it is drawn", async (attributes, sizes) => {
  const { tree } = await read(`<svg ${attributes}><path d="M0 0" /></svg>`);
  const [drawn] = tree.children as {
    attributes?: { name: string; value: string }[];
  }[];
  expect(drawn?.attributes?.flatMap(({ name, value }) => (/^(?:width|height)$/.test(name) ? value : []))).toEqual(sizes);
});
