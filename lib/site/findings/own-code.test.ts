import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { toLine } from "../../finding.ts";
import { checkOwnCode } from "./own-code.ts";

let folder: string;
beforeEach(() => {
  folder = makeFolder();
  mkdirSync(path.join(folder, "site"));
});

const find = (files: Record<string, string>, basePath = "") => {
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  return checkOwnCode({ basePath, folder }).map(toLine);
};

test("addresses that lead out of the base path are named; links of Next.js and other hosts are not", () => {
  const files = {
    "site/theme.css":
      '/* url("/no") */\n@font-face { src: url("/fonts/a.woff2"), url(/handbook/b.woff2), url("https://c.example/c.woff2"); }\n',
    "site/landing.tsx": `import Link from "next/link";
export const Landing = ({ fr }: { fr: boolean }) => (
  <main>
    <a href="/docs">Docs</a> <a href={fr ? "/fr/docs" : \`/docs\`}>Docs</a> <img src="/handbook/a.png" alt="" />
    <Link href="/docs">Docs</Link> <a href="#top">Top</a> <a href="//c.example">C</a> <img src="/b.png" alt="/b" />
    <img src={withBasePath(\`/images/\${fr}.png\`)} alt="" />
  </main>
);
`,
  };
  expect(find(files)).toEqual([]);
  const toLink = "Use Link of next/link, which adds it.";
  expect(find(files, "/handbook")).toEqual([
    `site/landing.tsx:4:13 error: /docs leads out of the base path /handbook. ${toLink}`,
    `site/landing.tsx:4:44 error: /fr/docs leads out of the base path /handbook. ${toLink}`,
    `site/landing.tsx:4:58 error: /docs leads out of the base path /handbook. ${toLink}`,
    "site/landing.tsx:5:96 error: /b.png leads out of the base path /handbook. Write /handbook before it.",
    'site/theme.css:2:19 error: /fonts/a.woff2 leads out of the base path /handbook. Write url("/handbook/fonts/a.woff2").',
  ]);
});
