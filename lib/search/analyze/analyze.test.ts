import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAnalyzer } from "./analyze.ts";

const english = createAnalyzer("en");
const chinese = createAnalyzer("zh");

describe("terms", () => {
  test.each([
    ["stems English words", "Installing packages", ["instal", "packag"]],
    ["folds case and accents", "Café ÉCOLE", ["cafe", "ecol"]],
    ["folds accents that are written apart", "Cafe\u0301", ["cafe"]],
    ["unifies full-width letters", "ＡＰＩ", ["api"]],
    ["gives the parts of an identifier and the whole", "useEffect", ["us", "effect", "useeffect"]],
    [
      "splits at hyphens, underscores and dots",
      "no-undef MAX_SIZE a.b",
      ["no", "undef", "noundef", "max", "size", "maxsize", "a", "b", "ab"],
    ],
    ["splits a run of capitals before the last word", "HTTPServer", ["http", "server", "httpserver"]],
    ["keeps what tells C++ and C# from C", "C++ or C#", ["c", "c++", "or", "c", "c#"]],
    ["gives the numbers of a version and the whole", "v1.2.3 5.4", ["v1", "2", "3", "1.2.3", "5", "4", "5.4"]],
    ["finds nothing in punctuation", "?! … — ()", []],
  ])("%s", (_, text, terms) => expect(english.terms(text)).toEqual(terms));

  test("pairs the letters of scripts without spaces and keeps Latin words inside them", () => {
    expect(chinese.terms("安装React组件")).toEqual(["安装", "react", "组件"]);
    expect(chinese.terms("数据库")).toEqual(["数据", "据库"]);
    expect(chinese.terms("库")).toEqual(["库"]);
  });

  test("does not stem other languages", () => {
    expect(createAnalyzer("fr").terms("packages")).toEqual(["packages"]);
  });
});

describe("tokens", () => {
  test("have the positions of their text", () => {
    const text = "Call setUserName(x) 安装";
    const places = english.tokens(text).map(({ start, end }) => text.slice(start, end));
    expect(places).toEqual(["Call", "set", "User", "Name", "setUserName", "x", "安装"]);
  });

  test("are made of any text without throwing, inside its bounds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        for (const { start, end, term } of english.tokens(text)) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(term).not.toContain(" ");
        }
      }),
    );
  });
});
