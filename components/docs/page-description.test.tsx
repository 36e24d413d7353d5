import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageDescription } from "./docs.tsx";

test("the description of a page has its code as code", () =>
  expect(renderToStaticMarkup(<PageDescription text="What `Player.Root` *does*" />)).toContain(
    "What <code>Player.Root</code> <em>does</em>",
  ));

test("a description that a phone shows in part can be opened by keyboard, and a short one is no stop", () => {
  const html = (text: string) => renderToStaticMarkup(<PageDescription text={text} />);
  expect(html("word ".repeat(30))).toContain('tabindex="0"');
  expect(html("word ".repeat(10))).not.toContain("tabindex");
});
