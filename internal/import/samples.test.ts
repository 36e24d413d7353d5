import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../testing/folder.ts";
import { toFile } from "./metas.ts";
import { keepSamples, sampleMark, withoutSamples } from "./samples.ts";

const folder = makeFolder();
writeFileSync(path.join(folder, "pay.ts"), "pay();\n");

const page = toFile(
  "a.mdx",
  `# A

\`\`\`ts {1} ${sampleMark("pay.ts", "charge")}
pay();
\`\`\`

- In a list

  \`\`\`\`md ${sampleMark("pay.ts", undefined)} title="b"
  \`\`\`
  pay();
  \`\`\`
  \`\`\`\`

\`\`\`ts file="code/gone.ts"
gone();
\`\`\`

\`\`\`ts file="own.ts"
own();
\`\`\`
`,
);

test("a fence of a file that comes along is left empty, and every other keeps its text", () => {
  const { files, samples } = keepSamples([page], folder);
  expect([...samples]).toEqual([["code/pay.ts", path.join(realpathSync(folder), "pay.ts")]]);
  expect(files[0]?.text).toBe(`# A

\`\`\`ts {1} file="code/pay.ts#charge"
\`\`\`

- In a list

  \`\`\`\`md file="code/pay.ts" title="b"
  \`\`\`\`

\`\`\`ts file="code/gone.ts"
gone();
\`\`\`

\`\`\`ts file="own.ts"
own();
\`\`\`
`);
});

test.each(["../secret.ts", "a/../../secret.ts", "./pay.ts", "out/secret.ts", "folder", "/etc/hostname"])(
  "a page of the repository takes nothing along by %s",
  (file) => {
    const root = path.join(folder, "repository");
    mkdirSync(path.join(root, "folder"), { recursive: true });
    writeFileSync(path.join(root, "pay.ts"), "pay();");
    writeFileSync(path.join(folder, "secret.ts"), "secret();");
    if (!existsSync(path.join(root, "out"))) symlinkSync(folder, path.join(root, "out"));
    const hostile = toFile("a.mdx", `\`\`\`ts file="code/${file}"\nown();\n\`\`\`\n`);
    const { files, samples } = keepSamples([hostile], root);
    expect([samples.size, files[0]?.text]).toEqual([0, hostile.text]);
  },
);

test("without its files a fence has its text and names none", () => {
  const [written] = withoutSamples([page]);
  expect(written?.text).toContain("```ts {1}\npay();\n```\n");
  expect(written?.text).toContain('  ````md title="b"\n  ```\n  pay();\n  ```\n  ````\n');
  expect(written?.text).toContain('```ts file="own.ts"\nown();\n```');
  expect(written?.text).not.toContain("code/");
});

test.each(["a.md", "openapi.yaml", "docs.json", "style.css", "a.png"])(
  "%s would be part of the content, and is not kept",
  (file) => {
    expect(sampleMark(file, undefined)).toBe("");
  },
);
