import { describe, expect, test } from "vitest";
import { createLinkTable, linksOf } from "./link-table.ts";

const languages = [
  { id: "en", label: "English" },
  { id: "es", label: "Español" },
];

describe("in a folder of languages", () => {
  const { resolve } = createLinkTable({
    project: { addresses: "folders", pagesAt: "docs", languages } as never,
    pages: new Map(),
    assets: ["images/a.png", "en/b c.png"],
  });

  test.each([
    ["en/guides/x.mdx", "../b%20c.png", "en/b c.png"],
    ["en/guides/x.mdx", "/images/a.png?x=1#y", "images/a.png"],
    ["es/x.mdx", "./images/a.png", "images/a.png"],
  ])("%s reads %s as the file %s", (file, url, name) =>
    expect(decodeURI(resolve(file, url) ?? "").replace(/[?#].*/, "")).toMatch(new RegExp(`${name}$`)),
  );

  test.each([
    "https://a.test/images/a.png",
    "//a.test/x",
    "#part",
    "?q",
    "mailto:a@b.test",
    "images\\a.png",
    "{x}",
    "%00",
    "none.png",
  ])("leaves %s as it is", (url) => expect(resolve("en/x.mdx", url)).toBeUndefined());
});

describe("in folders whose pages are at the root", () => {
  const { resolve } = createLinkTable({
    project: {
      ...{ addresses: "folders", pagesAt: "root", languages, defaultLanguage: "en", defaultVersion: "2.x" },
      versions: [{ id: "2.x" }, { id: "1.x" }],
    },
    pages: new Map([["en/2.x/docs/theme.mdx", "/docs/theme"]]),
    assets: ["images/a.png"],
  });

  test.each([
    ["en/2.x/a.mdx", "/docs", "/"],
    ["en/2.x/a.mdx", "/docs/guides/x?y=1#z", "/guides/x?y=1#z"],
    ["en/2.x/a.mdx", "/docs/api/pets/list-pets", "/api-reference/pets/list-pets"],
    ["en/2.x/a.mdx", "/docs/1.x/api", "/1.x/api-reference"],
    ["es/2.x/a.mdx", "/docs/guides/x", "/es/guides/x"],
    ["en/2.x/a.mdx", "/es/docs/guides/x", "/es/guides/x"],
    ["es/2.x/a.mdx", "/images/a.png", "/images/a.png"],
  ])("%s leads by %s to %s", (file, url, address) => expect(resolve(file, url)).toBe(address));

  test.each(["/guides/x", "/docsets", "guides/x", "#a", "/docs/theme#a", "/docs/theme/", "/docs/theme.md"])(
    "leaves %s as it is",
    (url) => expect(resolve("es/2.x/a.mdx", url)).toBeUndefined(),
  );
});

describe("in a repository whose links name paths", () => {
  const { resolve } = createLinkTable({
    project: { addresses: "paths", pagesAt: "root", languages: languages.slice(0, 1) } as never,
    pages: new Map([
      ["", "/"],
      ["guides/start", "/guides/start"],
      ["API/Keys", "/API/Keys"],
    ]),
    assets: ["images/a.png"],
  });

  test.each([
    ["index.mdx", "guides/start", "/guides/start"],
    ["guides/other.mdx", "./start.mdx#part", "/guides/start#part"],
    ["guides/other.mdx", "start/", "/guides/start"],
    ["guides/other.mdx", "guides/start", "/guides/start"],
    ["index.mdx", "/api/keys", "/API/Keys"],
    ["guides/other.mdx", "/docs/guides/start", "/guides/start"],
    ["guides/other.mdx", "/docs/docs/guides/start", "/guides/start"],
    ["guides/other.mdx", "/index", "/"],
    ["index.mdx", "/moved?x=1", "/moved?x=1"],
    ["index.mdx", "/docs/moved?x=1", "/moved?x=1"],
  ])("%s leads by %s to %s", (file, url, address) => expect(resolve(file, url)).toBe(address));

  test("an address below /docs is one of the folder docs where the repository has that", () => {
    const pages = new Map([["docs/start", "/docs/start"]]);
    const table = createLinkTable({ project: { addresses: "paths", pagesAt: "root" } as never, pages, assets: [] });
    expect(table.resolve("docs/start.mdx", "/docs/moved")).toBe("/docs/moved");
  });

  test.each(["/v1/search/docs", "/llms.txt"])("what the site answers itself is meant as it is: %s", (url) =>
    expect(resolve("index.mdx", url)).toBeUndefined(),
  );

  test("keeps the links of a page that lead elsewhere than they say, whatever their name", () => {
    const links = linksOf(["/guides/start", "start", "__proto__"], "guides/other.mdx", {
      resolve: (_, url) => (url === "/guides/start" ? url : `/to/${url}`),
    });
    expect(Object.entries(links)).toEqual([
      ["start", "/to/start"],
      ["__proto__", "/to/__proto__"],
    ]);
  });
});
