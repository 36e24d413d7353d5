import { expect, test } from "vitest";
import { prefersMarkdown } from "./route-request.ts";

test.each([
  [null, false],
  ["*/*", false],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false],
  ["text/markdown", true],
  ["text/markdown, */*", true],
  ["text/markdown, text/html, */*", true],
  ["text/html, text/markdown", false],
  ["text/html;q=0.8, text/markdown", true],
  ["text/html, text/markdown;q=0.5", false],
  ["text/markdown;q=0", false],
  ["text/markdown;q=0.1, */*", false],
  ["text/*, text/markdown;q=0.9", false],
  ["*/*, text/markdown", true],
  ["text/plain", true],
  ["text/plain, text/html;q=0.5", true],
  ["application/json, text/plain, */*", false],
  ["text/html, text/plain", false],
  ["text/plain;q=0", false],
])("%s asks for Markdown: %s", (accept, expected) => expect(prefersMarkdown(accept)).toBe(expected));
