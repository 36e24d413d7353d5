import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { buildPage } from "../../../internal/testing/content.ts";
import { belowBasePath } from "../model/address.ts";
import type { Page } from "../model/page.ts";
import { readPage, toPageText } from "../parse/parse.ts";
import { toShown } from "./shown.ts";

let restore = () => {};
beforeEach(() => {
  const project = { id: "docs", domain: "docs", name: "Docs" };
  restore = replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], basePath: "/help" });
});
afterEach(() => restore());

test.each([
  ["a style object", "<div style={{ backgroundImage: \"url('/images/a.png')\" }}>x</div>", "url('/help/images/a.png')"],
  [
    "a style object without quotes",
    '<div style={{ background: "no-repeat url(/images/a.png)" }}>x</div>',
    "url(/help/images/a.png)",
  ],
  ["a style attribute", '<div style="background: url(/images/a.png)">x</div>', "url(/help/images/a.png)"],
  ["a style element", '<style>{`.a { background: url("/images/a.png") }`}</style>', 'url(\\"/help/images/a.png\\")'],
  ["a picture of a drawing", '<svg><image href="/images/a.png" /></svg>', '"/help/images/a.png"'],
  ["a symbol of a drawing", '<svg><use xlinkHref="/sprite.svg#a" /></svg>', '"/help/sprite.svg#a"'],
  ["sizes of a picture", '<img src="/a.png" srcSet="/a.png 1x, /b.png 2x" />', '"/help/a.png 1x, /help/b.png 2x"'],
  ["an object", '<object data="/a.pdf">x</object>', '"/help/a.pdf"'],
  ["an area", '<map name="m"><area href="/a" alt="A" /></map>', '"/help/a"'],
])("an address moves below the base path: in %s", async (_, text, moved) => {
  const page = (await buildPage(text)).pages[0] as Page;
  const { body } = await toShown((await readPage(toPageText(page))).tree, page);
  expect(JSON.stringify(body, (key, value) => (key === "position" ? undefined : value))).toContain(moved);
});

test.each([
  "a{background:url(//cdn.example/a.png)}",
  "a{background:url(https://cdn.example/a.png)}",
  "a{background:url(a.png)}",
  "a{fill:url(#b)}",
  "a{background:url(data:image/png;base64,AA/)}",
])("any other address stays: %s", (css) => expect(belowBasePath(css, "/help")).toBe(css));

test("addresses of a style sheet move, with spaces, in any case, and of imports", () =>
  expect(belowBasePath('@import "/a.css";a{b:URL( "/c.png" ),url(/d.png)}', "/help")).toBe(
    '@import "/help/a.css";a{b:URL( "/help/c.png" ),url(/help/d.png)}',
  ));
