import { expect, test } from "vitest";
import { docsMessages } from "../../lib/i18n/messages.ts";
import type { LinkContext } from "../mdx/links.tsx";
import { staticHtml } from "../ui/static-html.ts";
import { Description } from "./description.tsx";

const show = (text: string) => staticHtml(<Description text={text} context={{} as LinkContext} messages={docsMessages("en")} />);

test("a quote that begins with a tone is a callout in its colour", () => {
  const html = show("> [!WARNING]\n> Deletes *all*.\n\n> A quote.");
  expect(html).toContain('<div class="callout" style="--tone:var(--tone-warning)" role="note" aria-label="Warning">');
  expect(html).toContain("<p>Deletes <em>all</em>.</p>");
  expect(html).toContain("<blockquote>\n<p>A quote.</p>");
  expect(html).not.toContain("[!");
});
