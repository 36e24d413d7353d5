import type { PhrasingContent } from "mdast";
import { expect, test } from "vitest";
import { writeMarkdown } from "./markdown-writer.ts";

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
