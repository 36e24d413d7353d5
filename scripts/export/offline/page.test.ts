import { expect, test } from "vitest";
import { toOfflinePage } from "./page.ts";

const cut = async (article: string) =>
  (await toOfflinePage(`<html><title>T</title><body><main><article>${article}</article></main></body></html>`, {
    link: (href) => href,
    file: async () => undefined,
    diagrams: [],
  }))!.html;

test("an offline page has the allowed values of a field, boxes of tasks and what unfolds long code", async () => {
  const html = await cut(`<button class="value" data-copy="">beta</button><li><input type="checkbox" disabled checked> Done</li>
<figure class="code"><label class="code-more"><input type="checkbox">Show all lines</label></figure>`);
  expect(html).toContain(`<button class="value" data-copy="">beta</button>`);
  expect(html.match(/<input type="checkbox"/g)).toHaveLength(2);
});

test("an offline page has nothing that only the site can do", async () => {
  const html = await cut(`<button>Try it</button><input type="text"><select></select><script>1</script><p>Text</p>`);
  expect(html).toBe("<article><p>Text</p></article>");
});
