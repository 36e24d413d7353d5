import { expect, test } from "vitest";
import { DRAWN } from "../../e2e/assistant/hostile-sources.ts";
import { withoutReferences } from "./diagram-source.ts";

test("pictures, icons, links and settings are left out of a diagram, and what it shows stays", () => {
  const source = [
    "---\ntitle: Keys\nconfig:\n  theme: forest\n---",
    "%%{init: {'theme': 'dark'}}%%",
    "flowchart TD",
    '  A@{ shape: rect, img: "https://a.test/x", label: "A key" } -->|asks| B["See <img src=x> here"]',
    '  click A href "https://a.test"',
    "  style B fill:url(https://a.test),stroke:#f00",
  ].join("\n");
  expect(withoutReferences(source)).toBe(
    [
      "---\ntitle: Keys\n---",
      "",
      "flowchart TD",
      '  A@{ shape: rect,  label: "A key" } -->|asks| B["See … here"]',
      "",
      "  style B fill:none,stroke:#f00",
    ].join("\n"),
  );
});

test.each([
  "flowchart LR\n  link --> B\n  click --> B\n  A -->|img: 3| B",
  "classDiagram\n  class Page {\n    +icon: String\n    +img: Bytes\n  }",
  "sequenceDiagram\n  A->>B: a < b and c > d\n  Note over A: 50%% done",
  'flowchart TD\n  A@{ shape: circle, label: "{ }" } --> B\n  style A fill:url(#gradient)',
])("a source without them stays as it is: %s", (source) => expect(withoutReferences(source)).toBe(source));

test("no hostile source keeps the address as a picture or a setting", () => {
  for (const source of DRAWN.map(withoutReferences))
    expect(source).not.toMatch(/\bimg"?\s*:\s*["'h/]|%%\{|url\(h|<(?:img|iframe|link|video|a|style)\b[^>]*h/);
});
