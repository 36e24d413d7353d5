import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Page } from "../../../lib/content/model/page.ts";
import { toMarkdown } from "../../../lib/content/output/compile.ts";
import { makeFolder } from "../../testing/folder.ts";
import { writeRepository } from "../fixtures/repository.ts";
import { readSite } from "../read-site.ts";
import { reportOn } from "../report.ts";

let folder: string;
beforeEach(() => {
  folder = path.join(makeFolder(), "repository");
});

const SUMMARY =
  "# Table of contents\n\n* [Home](README.md)\n\n## Guides\n\n* [First steps](first.md)\n  * [Sub](deep/README.md)\n  * [Other](deep/other.md)\n* Group\n  * [Last \\(new\\)](last.md)\n* [Out](https://out.example)\n";

async function read(texts: Readonly<Record<string, string>>) {
  const repository = writeRepository(folder, texts);
  const { site, plain } = await readSite(folder, repository, "Book");
  const docs = JSON.parse(plain?.files.files.find((file) => file.path === "docs.json")?.text ?? "{}");
  const textOf = (name: string) => plain?.files.files.find((file) => file.path === name)?.text.trim() ?? "";
  return { repository, site, plain, docs, textOf, report: await reportOn(site, { translated: plain }) };
}

const tagsOf = async (text: string, more: Readonly<Record<string, string>> = {}) => {
  const found = await read({
    "SUMMARY.md": "* [Page](page.md)\n* [Next](next.md)",
    "page.md": `# Page\n\n${text}`,
    "next.md": "# Next page",
    ...more,
  });
  const page = found.site.pages.find(({ file }) => file === "page.mdx") as Page;
  return {
    mdx: found
      .textOf("page.mdx")
      .replace(/^---[\s\S]*?---\s*/, "")
      .replace(/^# Page\s*/, ""),
    markdown: await toMarkdown(page),
    ...found,
  };
};

test("SUMMARY.md is the order and the titles, and README.md the page of its folder", async () => {
  const { repository, docs, site, report } = await read({
    ".gitbook.yaml": "root: ./docs/\nredirects:\n  old/page: first.md\n",
    "docs/SUMMARY.md": SUMMARY,
    "docs/README.md": "# Welcome\n\n[First](first.md#id-2.-then) and [deep](deep/README.md)",
    "docs/first.md": "# First\n\n## 2. Then\n\nText.",
    "docs/deep/README.md": "# Sub\n\n![](<../.gitbook/assets/a (1).png>)",
    "docs/deep/other.md": "# Other",
    "docs/last.md": "# Last",
    "docs/.gitbook/assets/a (1).png": "x",
  });
  expect(repository).toMatchObject({ kind: "gitbook", content: path.join(folder, "docs"), reason: ".gitbook.yaml" });
  expect(docs.navigation).toEqual({
    pages: [
      "index",
      {
        group: "Guides",
        pages: [
          { group: "First steps", root: "first", pages: ["deep/index", "deep/other"] },
          { group: "Group", pages: ["last"] },
        ],
      },
    ],
  });
  expect(site.pages.map(({ file }) => file)).not.toContain("SUMMARY.mdx");
  expect(site.redirects).toContainEqual(expect.objectContaining({ source: "/old/page" }));
  expect(report).toMatchObject({ pages: 5, whole: 5, reasons: [] });
});

test.each([
  ["a hint", '{% hint style="warning" %}\nMind **this**.\n{% endhint %}', "<Warning>\n  Mind **this**.\n</Warning>"],
  ["a hint in a line", 'Text. {% hint style="danger" %} x {% endhint %}', "Text.\n\n<Danger>\n  x\n</Danger>"],
  [
    "hints of two tones",
    '{% hint style="success" %}\nA\n{% endhint %}\n\n{% hint %}\nB\n{% endhint %}',
    "<Check>\n  A\n</Check>\n\n<Info>\n  B\n</Info>",
  ],
  [
    "tabs",
    '{% tabs %}\n{% tab title="One" %}\nA\n{% endtab %}\n\n{% tab title="Two" %}\n```js\nb\n```\n{% endtab %}\n{% endtabs %}',
    '<Tabs>\n  <Tab title="One">\n    A\n  </Tab>\n\n  <Tab title="Two">\n    ```js\n    b\n    ```\n  </Tab>\n</Tabs>',
  ],
  ["code", '{% code title="a.js" overflow="wrap" %}\n```js\na\n```\n{% endcode %}', '```js title="a.js" wrap\na\n```'],
  [
    "a reference",
    '{% content-ref url="next.md" %}\n[next.md](next.md)\n{% endcontent-ref %}',
    '<Card title="Next page" href="next.md" />',
  ],
  ["an older reference", '{% page-ref page="next.md" %}', '<Card title="Next page" href="next.md" />'],
  [
    "a film",
    '{% embed url="https://www.youtube.com/watch?v=abc" %}',
    '<iframe src="https://www.youtube-nocookie.com/embed/abc" title="https://www.youtube.com/watch?v=abc" />',
  ],
  ["a file", '{% file src=".gitbook/assets/a.pdf" %}\nThe paper\n{% endfile %}', "[a.pdf](/gitbook-assets/a.pdf)\n\nThe paper"],
  [
    "steps",
    "{% stepper %}\n{% step %}\n### Do `a`\n\nA\n{% endstep %}\n\n{% step %}\n### Do b\n\nB\n{% endstep %}\n{% endstepper %}",
    '<Steps>\n  <Step title="Do `a`">\n    A\n  </Step>\n\n  <Step title="Do b">\n    B\n  </Step>\n</Steps>',
  ],
  [
    "cards",
    '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Next</strong></td><td>Go on</td><td><a href="next.md">next.md</a></td></tr></tbody></table>',
    '<CardGroup><Card title="Next" href="next.md">Go on</Card></CardGroup>',
  ],
  [
    "cards without words",
    '<table data-view="cards"><thead><tr><th data-card-target></th></tr></thead><tbody><tr><td><a href="next.md">next.md</a></td></tr></tbody></table>',
    '<CardGroup><Card title="Next page" href="next.md" /></CardGroup>',
  ],
  [
    "cards of one cell",
    '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td><strong>Next</strong>: Go on</td></tr></tbody></table>',
    '<CardGroup><Card title="Next">Go on</Card></CardGroup>',
  ],
  ["tags in code", "```\n{% hint %}\n```", "```\n{% hint %}\n```"],
])("%s of GitBook is one here", async (_, text, mdx) => {
  const found = await tagsOf(text, { ".gitbook/assets/a.pdf": "x" });
  expect(
    found.mdx.replace(/>\n\s*(?=<Card |<\/CardGroup|Go on)|(?<=Go on)\n\s*/g, (gap) => (gap.startsWith(">") ? ">" : "")),
  ).toBe(mdx);
  expect(found.report.reasons).toEqual([]);
});

test("files are taken in, and tags that nothing stands for are named, with their words", async () => {
  const { mdx, report } = await tagsOf(
    '{% include ".gitbook/includes/part.md" %}\n\n{% if visitor %}\nSecret words\n{% endif %}',
    {
      ".gitbook/includes/part.md": "---\ntitle: part\n---\n\nPart **text**.",
    },
  );
  expect(mdx).toBe("Part **text**.\n\nSecret words");
  expect(report.reasons.map(({ text }) => text)).toEqual([
    "A tag of GitBook is left out, and what is in it is shown: {% if visitor %}",
  ]);
});

test("a book of mdBook is none of GitBook", () => {
  expect(writeRepository(folder, { "book.toml": "[book]", "src/SUMMARY.md": "- [A](a.md)", "src/a.md": "# A" }).kind).toBe(
    "markdown",
  );
});
