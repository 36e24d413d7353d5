import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { address, findLoadable, hasOwnScheme, readAddress } from "./address.ts";

test.each([
  ["/docs/x?y#z", "site", "/docs/x?y#z"],
  ["./x.png", "site", "./x.png"],
  ["../x", "site", "../x"],
  ["x/y", "site", "x/y"],
  ["#part", "site", "#part"],
  ["?tab=a", "site", "?tab=a"],
  ["  /docs \n", "site", "/docs"],
  ["/docs/a%09b", "site", "/docs/a%09b"],
  ["https://a.example/x", "web", "https://a.example/x"],
  ["HTTP://a.example", "web", "HTTP://a.example"],
  ["//a.example/x", "web", "https://a.example/x"],
  ["mailto:a@a.example", "contact", "mailto:a@a.example"],
  ["tel:+1", "contact", "tel:+1"],
  ["data:image/png;base64,AA", "picture", "data:image/png;base64,AA"],
])("%j is read as %s", (text, kind, href) => expect(readAddress(text)).toEqual({ kind, href }));

const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));
test.each([
  ...["", " ", "\\", "\\\\a.example", "/\\a.example", "\\/a.example", "/docs\\x", "https:\\\\a.example"],
  ...[" javascript:x", "\n javascript:x", "\tdata:text/html,x"],
  ...["javascript:x", "JavaScript:x", "vbscript:x", "data:text/html,x", "data:image/svg+xml,x", "blob:x", "file:///x"],
  // What these mean depends on how the site is served.
  ...["https:a.example", "https:/a.example", "http:a.example", "http:/a.example"],
  ...["https://", "https://a b", "https://[", "//", "view-source:https://a.example"],
  ...CONTROLS.flatMap((control) => [`/${control}/a.example`, `java${control}script:x`, `https://a${control}.example`]),
])("%j is not an address", (text) => expect(readAddress(text)).toBeUndefined());

describe("a browser", () => {
  const piece = fc.constantFrom(
    "/",
    "//",
    "\\",
    ".",
    "..",
    "a.example",
    "@",
    ":",
    "?",
    "#",
    "javascript",
    "https",
    "data",
    ...CONTROLS,
    " ",
    "x",
  );
  test.each(["https://docs.example/docs/x", "http://localhost:3000/es/docs/x/y"])(
    "at %s leads where the address says",
    (page) => {
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
          const read = readAddress(pieces.join(""));
          if (!read || read.kind === "picture") return;
          const url = new URL(read.href, page);
          if (read.kind === "site") expect(url.origin).toBe(new URL(page).origin);
          else expect(url.protocol).toMatch(read.kind === "web" ? /^https?:$/ : /^(?:mailto|tel):$/);
        }),
        { numRuns: 20_000 },
      );
    },
  );
});

test.each([
  ["/x.png", "/x.png"],
  ["https://a.example/x.png", "https://a.example/x.png"],
  ["//b.cdn.example/x.png", "https://b.cdn.example/x.png"],
  ["data:image/png;base64,AA", "data:image/png;base64,AA"],
  ["http://a.example/x.png", undefined],
  ["https://a.example.evil.example/x.png", undefined],
  ["https://a.example@evil.example/x.png", undefined],
  ["//evil.example/x.png", undefined],
  ["/\t/evil.example/x.png", undefined],
  ["x.png", undefined],
  ["mailto:a@a.example", undefined],
])("of %j is loaded: %s", (text, loaded) => expect(findLoadable(text, ["a.example", "*.cdn.example"])).toBe(loaded));

test("an address of settings keeps the form that a browser reads, and any other is named", () => {
  expect(address.parse(" //a.example ")).toBe("https://a.example");
  for (const text of ["javascript:x", "/\n/a.example", "data:image/png;base64,AA"])
    expect(address.safeParse(text).error?.issues[0]?.message).toContain("must be a path or begin with");
});

test.each([
  ["vscode://file/a", []],
  ["cursor://anysphere.cursor-deeplink/mcp/install?name=x", []],
  ["slack://channel?id=1", []],
])("%j opens a program of the reader's", (text) => expect(readAddress(text)).toEqual({ kind: "app", href: text }));

test.each([
  ["myapp://open", true],
  ["MyApp:open", true],
  ["other:open", false],
  ["java\tscript:x", false],
  ["/docs", false],
])("%j has a scheme that the owner lists: %s", (text, isListed) => expect(hasOwnScheme(text, ["myapp"])).toBe(isListed));
test("no listed scheme runs anything in a page", () =>
  expect(["javascript:x", "data:text/html,x", " javascript:x"].map((text) => hasOwnScheme(text, ["javascript", "data"]))).toEqual(
    [false, false, false],
  ));
