import fc from "fast-check";
import type { Nodes, PhrasingContent } from "mdast";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import remarkGfm from "remark-gfm";
import { unified } from "unified";
import { expect, test } from "vitest";
import { WRITER_OPTIONS, writeMarkdown } from "./markdown-writer.ts";

const text = (value: string): PhrasingContent => ({ type: "text", value });
const written = (...children: PhrasingContent[]) => writeMarkdown({ type: "paragraph", children }).trimEnd();

test("a text is escaped for the sake of what is around it", () => {
  const strong: PhrasingContent = { type: "strong", children: [text("b")] };
  const reference: PhrasingContent = { type: "linkReference", identifier: "a", referenceType: "shortcut", children: [text("a")] };
  expect(written(text("Plain words, of any (usual) text: it's done."))).toBe("Plain words, of any (usual) text: it's done.");
  expect(written(text("a "), { type: "break" }, text(" b"))).toBe("a \\\n&#x20;b");
  expect(written(text(" a "))).toBe("&#x20;a&#x20;");
  expect(written(reference, text("(b)"))).toBe("[a]\\(b)");
  expect(written(text("www"), text(".b"))).toBe("www\\.b");
  expect(written(text("http:"), text("/b"))).toBe("http\\:/b");
  expect(written(text("1. a"))).toBe("1\\. a");
  expect(written(text("- a"))).toBe("\\- a");
  expect(written(strong, text(", and c. D"))).toBe("**b**, and c. D");
});

/** The writers of the library, which try every pattern, and write a node twice to know what it begins with. */
function writeSlowly(node: Nodes): string {
  const { toMarkdownExtensions: extensions = [] } = unified().use(remarkGfm).freeze().data() as {
    toMarkdownExtensions?: Options[];
  };
  const tables = extensions.flatMap(({ extensions: inside }) => inside ?? []).find((each) => each?.handlers?.table);
  if (!tables?.handlers?.inlineCode) throw new Error("remark-gfm writes no tables.");
  const { inlineCode } = tables.handlers;
  return toMarkdown(node, {
    extensions: [WRITER_OPTIONS],
    handlers: { text: ({ value }, _, state, info) => state.safe(value, info), inlineCode },
  });
}

const VALUES = [
  ..."a |b| * ** _ ~ ~~ ` [ ] ( ) ! # < > & \\ : :/ w. www. :// $ $1 - + 1. = 注意 （ ） é \t \n".split(" "),
  ...[" ", "  ", "\n", "\r\n", "\n# a", "\n- a", "&amp;", "a@b.c", "http://a.b", "[^a]", "[x] ", "|", "a\\", "Plain words"],
];
const value = fc.array(fc.constantFrom(...VALUES), { maxLength: 4 }).map((parts) => parts.join(""));
const { phrasing } = fc.letrec<{ phrasing: PhrasingContent }>((tie) => {
  const children = fc.array(tie("phrasing"), { maxLength: 4 });
  return {
    phrasing: fc.oneof(
      { depthSize: "small" },
      fc.record({ type: fc.constant("text" as const), value }),
      fc.record({ type: fc.constant("inlineCode" as const), value }),
      fc.record({ type: fc.constant("inlineMath" as const), value }),
      fc.record({ type: fc.constantFrom("emphasis" as const, "strong" as const, "delete" as const), children }),
      fc.record({ type: fc.constant("link" as const), url: value, children }),
      fc.record({ type: fc.constant("break" as const) }),
    ) as fc.Arbitrary<PhrasingContent>,
  };
});

test("a shortcut writes what the library writes", () => {
  const line = fc.array(phrasing, { maxLength: 6 });
  const nodes = fc.oneof(
    line.map((children): Nodes => ({ type: "paragraph", children })),
    line.map((children): Nodes => ({ type: "heading", depth: 2, children })),
    line.map(
      (children): Nodes => ({ type: "table", children: [{ type: "tableRow", children: [{ type: "tableCell", children }] }] }),
    ),
    line.map(
      (children): Nodes => ({
        type: "list",
        children: [{ type: "listItem", checked: true, children: [{ type: "paragraph", children }] }],
      }),
    ),
  );
  fc.assert(
    fc.property(nodes, (node) => void expect(writeMarkdown(node)).toBe(writeSlowly(node))),
    { numRuns: 1_000 },
  );
});
