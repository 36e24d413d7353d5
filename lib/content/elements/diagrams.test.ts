import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";

test.each([
  ["chart", "<Mermaid chart={`\ngraph LR\n  A[Start] --> B\n`} />"],
  ["code", "<Mermaid code={`graph LR\n  A[Start] --> B`} />"],
  ["value", "<Mermaid value={`graph LR\n  A[Start] --> B`} />"],
  ["source", '<Mermaid source={"graph LR\\n  A[Start] --> B"} />'],
  ["text of several lines", '<Mermaid\n  chart="\ngraph LR\n  A[Start] --> B\n"\n/>'],
  ["a template between the tags", "<Mermaid>\n{`graph LR\n  A[Start] --> B`}\n</Mermaid>"],
  ["a value of the page", "export const flow = `graph LR\n  A[Start] --> B`;\n\n<Mermaid chart={flow} />"],
  ["a fence between the tags", "<Mermaid>\n\n```mermaid\ngraph LR\n  A[Start] --> B\n```\n\n</Mermaid>"],
  ["arrows as HTML writes them", '<Mermaid chart={"graph LR\\n  A[Start] --&gt; B"} />'],
])("a diagram is its source, line by line: %s", async (_, element) => {
  const { text, messages } = await expandText(element);
  // MDX takes the indentation of an attribute off its lines.
  expect(text.replace(/^ +/gm, "")).toBe("```mermaid\ngraph LR\nA[Start] --> B\n```");
  expect(messages).toEqual([]);
});

test("plain lines between the tags of a diagram stay lines", async () => {
  const { text } = await expandText("<Mermaid>\ngraph TD\nA[Start] --> B\nB --> C\n</Mermaid>");
  expect(text).toBe("```mermaid\ngraph TD\nA[Start] --> B\nB --> C\n```");
});

test.each(["<Mermaid />", "<Mermaid chart={missing} />"])("a diagram without a source is named: %s", async (element) => {
  const { text, messages } = await expandText(element);
  expect(text).toBe("");
  expect(messages.join("\n")).toContain("<Mermaid> shows nothing: it has no source.");
});
