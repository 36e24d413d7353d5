import { expect, test } from "vitest";
import { docsMessages } from "../../../lib/i18n/messages.ts";
import { markdownOf } from "../../../lib/openapi/description/html.ts";
import type { LinkContext } from "../../mdx/links.tsx";
import { staticHtml } from "../../ui/static-html.ts";
import { Description } from "./description.tsx";

const show = (text: string, language = "en") => {
  const context = { pageKey: { language } } as LinkContext;
  return staticHtml(<Description text={text} context={context} messages={docsMessages(language)} />);
};

test("a quote that begins with a tone is a callout in its colour", () => {
  const html = show("> [!WARNING]\n> Deletes *all*.\n\n> A quote.");
  expect(html).toContain('<div class="callout" style="--tone:var(--tone-warning)" role="note" aria-label="Warning">');
  expect(html).toContain("<p>Deletes <em>all</em>.</p>");
  expect(html).toContain("<blockquote>\n<p>A quote.</p>");
  expect(html).not.toContain("[!");
});

test("a callout has its title, and its words beside HTML too", () => {
  expect(show("> [!NOTE] Demo only\n> Nothing is booked.")).toMatch(
    /callout-title">(?:<[^>]*>)*Demo only[\s\S]*<p>Nothing is booked\.<\/p>/,
  );
  const beside = show(markdownOf("> [!WARNING]\n> Careful.\n\nA <b>bold</b> word."));
  expect(beside).toContain('aria-label="Warning"');
  expect(beside).toContain("<p>Careful.</p>");
  expect(beside).toContain("<strong>bold</strong>");
  const titled = show(markdownOf("> [!NOTE] Title\n> Words.\n\n<b>bold</b>"));
  expect(titled).toMatch(/callout-title">(?:<[^>]*>)*Title[\s\S]*<p>Words\.<\/p>/);
});

test("English words on a page that reads from right to left have their own direction, and a picture its words", () => {
  expect(show("Lists *all*.\n\n- one", "ar")).toMatch(/<p dir="auto">Lists[\s\S]*<ul dir="auto">/);
  expect(show("Lists ![a map](https://elsewhere.test/a.png).")).toBe("<p>Lists a map.</p>");
});
