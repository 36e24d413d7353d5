import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Drawing } from "./drawing.tsx";

test.each([
  [
    "with Mermaid there is a place for the drawing, and the source shows without scripts alone",
    "/api/mermaid/1.0.0/mermaid.mjs",
    false,
  ],
  ["where a site has taken Mermaid out there is none, and the source is open", undefined, true],
])("%s", (_, library, isHidden) => {
  const html = renderToStaticMarkup(
    <Drawing source="graph TD" library={library} label="Diagram" broken="Broken">
      <pre>graph TD</pre>
    </Drawing>,
  );
  expect(html).toMatch(isHidden ? /^<div hidden="" / : /^<div class="[^"]*" style="min-height:\d+px">/);
  expect(html).toMatch(isHidden ? '<details open=""><pre>' : /<details open="" class="[^"]*scripting:enabled[^"]*hidden">/);
});
