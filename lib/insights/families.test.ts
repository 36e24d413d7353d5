import { expect, test } from "vitest";
import { findAgentFamily, findClient } from "./families.ts";

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
const familyOf = (name: string, accept = "*/*") => findClient(new Headers({ "user-agent": name, accept }))?.family;

// User agents as agents send them.
test.each<[family: string, name: string, accept?: string]>([
  ["claude-code", "Claude-User (claude-code/2.1.92; +https://support.anthropic.com/)", "text/markdown, text/html, */*"],
  ["claude-code", "claude-code/2.1.29 (cli)"],
  ["claude-user", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)"],
  ["chatgpt-user", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot"],
  ["codex", "codex_cli_rs/0.101.0 (Mac OS 26.0.1; arm64) Apple_Terminal/464"],
  ["cursor", "Cursor/1.7.3"],
  [
    "cursor",
    chrome,
    "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,application/xml;q=0.7,image/webp;q=0.6,*/*;q=0.5",
  ],
  ["gemini", "GeminiCLI/0.10.0/gemini-2.5-pro (linux; x64)"],
  ["gemini", "Mozilla/5.0 (compatible; Google-Gemini-CLI/1.0; +https://github.com/google-gemini/gemini-cli)"],
  [
    "perplexity-user",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)",
  ],
  ["copilot", "GitHubCopilotChat/0.32.0"],
  [
    "copilot",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.109.3 Chrome/142.0.7444.265 Electron/39.3.0 Safari/537.36",
  ],
  ["windsurf", "Windsurf/1.12.0"],
  ["opencode", "opencode/1.0.133"],
  ["opencode", chrome, "text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1"],
  ["fetcher", "curl/8.7.1"],
  ["fetcher", "python-requests/2.32.3"],
  ["fetcher", "node"],
  ["fetcher", "colly - https://github.com/gocolly/colly/v2"],
  ["agent", chrome, "text/markdown, */*"],
])("%s is the family of %s", (family, name, accept = "*/*") => {
  expect(findClient(new Headers({ "user-agent": name, accept }))).toEqual({ kind: "agent", family });
});

test.each([
  ["gptbot", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)"],
  ["claudebot", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)"],
  ["googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  ["crawler", "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)"],
])("%s is a crawler, also one that takes Markdown", (family, name) => {
  for (const accept of ["*/*", "text/markdown"])
    if (accept === "*/*" || family !== "crawler") expect(familyOf(name, accept)).toBe(family);
});

test("browsers, steered ones too, and what says nothing are of no family", () => {
  for (const name of [chrome, chrome.replace("Chrome", "HeadlessChrome"), ""])
    expect(familyOf(name, "text/html,application/xhtml+xml,*/*;q=0.8")).toBeUndefined();
});

test("a header of any length costs as much as its first 500 characters", () => {
  expect(familyOf(`Mozilla/5.0 ${"x".repeat(600)} claude-code/1`)).not.toBe("claude-code");
  expect(findAgentFamily("claude-code/1")).toBe("claude-code");
});
