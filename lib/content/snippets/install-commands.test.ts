import { expect, test } from "vitest";
import { buildPage } from "../fixtures/project.ts";
import { toMarkdown } from "../markdown.ts";
import type { Page } from "../page.ts";

async function fencesOf(fence: string): Promise<string[]> {
  const { pages } = await buildPage(`---\ntitle: Page\n---\n\n${fence}`);
  return [...toMarkdown(pages[0] as Page).matchAll(/^```.*\n([\s\S]*?)\n```$/gm)].map(([, code = ""]) => code);
}

test.each([
  ["package-install", "a @b/c -D", ["npm install a @b/c -D", "pnpm add a @b/c -D", "yarn add a @b/c -D", "bun add a @b/c -D"]],
  ["npm", "npm i -g a", ["npm i -g a", "pnpm add -g a", "yarn global add a", "bun add -g a"]],
  ["bash npm2yarn", "npm install --save-dev a", ["npm install --save-dev a", "pnpm add -D a", "yarn add -D a", "bun add -D a"]],
  ["sh npm2yarn", "# All\nnpm ci", ["# All\nnpm ci"]],
  [
    "bash npm2yarn",
    "npx a init\nnpm run dev",
    ["npx a init\nnpm run dev", "pnpm dlx a init\npnpm run dev", "yarn dlx a init\nyarn dev", "bunx a init\nbun run dev"],
  ],
  [
    "bash npm2yarn",
    "npm create a@latest\nnpm install",
    [
      "npm create a@latest\nnpm install",
      "pnpm create a@latest\npnpm install",
      "yarn create a@latest\nyarn install",
      "bun create a@latest\nbun install",
    ],
  ],
  ["bash", "npm install a", ["npm install a"]],
])("commands of %s %j are those of each package manager", async (lang, code, commands) => {
  expect(await fencesOf(`\`\`\`${lang}\n${code}\n\`\`\``)).toEqual(commands);
});
