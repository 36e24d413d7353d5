import { readFile } from "node:fs/promises";

/** The pages whose code readers copy, and the folder from which its packages resolve. */
export const usechatPages = [
  {
    name: "AI SDK 5 and newer",
    file: "content/en/v2/connect-usechat.mdx",
    packages: "e2e",
    stream: "X-Vercel-AI-UI-Message-Stream",
  },
  { name: "AI SDK 4", file: "content/en/v1/connect-usechat.mdx", packages: "e2e/v4-client", stream: "X-Vercel-AI-Data-Stream" },
] as const;

/** The code of the fence with this title, without the indent that its step gives it. @throws Error when there is none. */
export async function readDocsCode(file: string, title: string): Promise<string> {
  const lines = (await readFile(file, "utf8")).split("\n");
  const start = lines.findIndex((line) => line.trimStart().startsWith("```") && line.endsWith(` ${title}`));
  const indent = lines[start]?.search(/\S/) ?? -1;
  const end = lines.findIndex((line, index) => index > start && line.trim() === "```");
  if (start < 0 || end < 0) throw new Error(`${file} has no code block titled ${title}.`);
  const code = lines.slice(start + 1, end);
  return `${code.map((line) => line.slice(indent)).join("\n")}\n`;
}
