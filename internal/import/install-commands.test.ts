import { expect, test } from "vitest";
import { createFiles } from "../testing/content.ts";
import { translatePages } from "./translate.ts";

async function fencesOf(fence: string): Promise<string[]> {
  const page = `---\ntitle: Page\n---\n\n${fence}\n`;
  const { files } = createFiles({ "page.mdx": page });
  const translated = await translatePages({ files, describe: () => undefined, now: 0 });
  const text = translated.get("page.mdx")?.text ?? page;
  return [...text.matchAll(/^ *```.*\n([\s\S]*?)\n *```$/gm)].map(([, code = ""]) => code.replace(/^ +/gm, ""));
}

test.each([
  [
    "package-install",
    "a @b/c -D",
    ["npm install a @b/c -D", "pnpm add a @b/c -D", "yarn add a @b/c --dev", "bun add a @b/c --dev"],
  ],
  ["npm", "npm i -g a", ["npm i -g a", "pnpm add -g a", "yarn global add a", "bun add --global a"]],
  ["npm", "npm uninstall -g a", ["npm uninstall -g a", "pnpm remove -g a", "yarn global remove a", "bun remove --global a"]],
  ["npm", "npm init -y", ["npm init -y", "pnpm init", "yarn init -y", "bun init -y"]],
  ["npm", "npm add a", ["npm add a", "pnpm add a", "yarn add a", "bun add a"]],
  ["npm", "npm test", ["npm test", "pnpm test", "yarn test", "bun run test"]],
  ["npm", "npm create a@2", ["npm create a@2"]],
  ["npm", "npm create @a/b@2 c", ["npm create @a/b@2 c"]],
  [
    "npm",
    "npm i a && npm run b; cd c",
    [
      "npm i a && npm run b; cd c",
      "pnpm add a && pnpm run b; cd c",
      "yarn add a && yarn b; cd c",
      "bun add a && bun run b; cd c",
    ],
  ],
  ["npm", "npm audit fix", ["npm audit fix"]],
  [
    "bash npm2yarn",
    "npm install --save-dev a",
    ["npm install --save-dev a", "pnpm add --save-dev a", "yarn add --dev a", "bun add --dev a"],
  ],
  ["sh npm2yarn", "# All\nnpm ci", ["# All\nnpm ci"]],
  [
    "bash npm2yarn",
    "npx a init\nnpm run dev",
    ["npx a init\nnpm run dev", "pnpm dlx a init\npnpm run dev", "yarn dlx a init\nyarn dev", "bun x a init\nbun run dev"],
  ],
  [
    "bash npm2yarn",
    "npm create a@latest\nnpm install",
    [
      "npm create a@latest\nnpm install",
      "pnpm create a\npnpm install",
      "yarn create a\nyarn install",
      "bunx create-a\nbun install",
    ],
  ],
  ["bash", "npm install a", ["npm install a"]],
])("commands of %s %j are those of each package manager", async (lang, code, commands) => {
  expect(await fencesOf(`\`\`\`${lang}\n${code}\n\`\`\``)).toEqual(commands);
});
