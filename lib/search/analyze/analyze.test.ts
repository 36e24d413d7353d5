import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAnalyzer } from "./analyze.ts";

const english = createAnalyzer("en");
const { terms } = english;
const chinese = createAnalyzer("zh");
/** Names of code of two to nine words. */
const names = fc.array(
  fc
    .tuple(fc.array(fc.stringMatching(/^[a-z]{2,6}$/), { minLength: 2, maxLength: 9 }), fc.constantFrom("-", "_", ".", ""))
    .map(([words, mark]) => (mark ? words.join(mark) : words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(""))),
  { minLength: 1, maxLength: 3 },
);
const joinWords = (name: string) => name.replace(/[-_.]/g, "").toLowerCase();

describe("terms", () => {
  test.each([
    ["stems English words", "Installing packages", ["instal", "packag"]],
    ["folds case and accents", "Café ÉCOLE", ["cafe", "ecol"]],
    ["folds accents that are written apart", "Cafe\u0301", ["cafe"]],
    ["reads letters without their marks as they are typed", "Straße Kırmızı Cài đặt Łódź", terms("Strasse kirmizi cai dat lodz")],
    ["reads other letters as they are typed", "œuvre Ærø Þór", terms("oeuvre aero thor")],
    ["takes a final sigma and a stretched letter for the letter", "ΔΙΑΚΟΜΙΣΤΗΣ مـرحبا", terms("διακομιστησ مرحبا")],
    ["unifies full-width letters", "ＡＰＩ", ["api"]],
    ["gives the parts of an identifier and the whole", "useEffect", ["us", "effect", "useeffect"]],
    [
      "splits at hyphens, underscores and dots",
      "no-undef MAX_SIZE a.b",
      ["no", "undef", "noundef", "max", "size", "maxsiz", "a", "b", "ab"],
    ],
    ["splits a run of capitals before the last word", "HTTPServer", ["http", "server", "httpserver"]],
    ["keeps the s of a plural at its capitals", "APIs URLsOf", ["api", "url", "of", "urlsof"]],
    ["joins what a slash or a hyphen of any kind is in", "CI/CD Wi\u2011Fi", ["ci", "cd", "cicd", "wi", "fi", "wifi"]],
    ["joins a name that begins with a digit, and no number", "2FA 10-20", ["2", "fa", "2fa", "10", "20"]],
    ["keeps what tells C++ and C# from C", "C++ or C#", ["c++", "or", "c#"]],
    [
      "takes a longer word without its symbol too",
      "Notepad++ Objective-C++",
      ["notepad", "notepad++", "object", "c++", "objectivec++"],
    ],
    ["gives the numbers of a version and the whole", "v1.2.3 5.4", ["v1", "2", "3", "1.2.3", "5", "4", "5.4"]],
    ["finds nothing in punctuation", "?! … — ()", []],
  ])("%s", (_, text, terms) => expect(english.terms(text)).toEqual(terms));

  test("pairs the letters of scripts without spaces and keeps Latin words inside them", () => {
    expect(chinese.terms("安装React组件")).toEqual(["安装", "react", "组件"]);
    expect(chinese.terms("数据库")).toEqual(["数据", "据库"]);
    expect(chinese.terms("库")).toEqual(["库"]);
    expect(chinese.terms("ｻｰﾊﾞｰ")).toEqual(chinese.terms("サーバー"));
  });

  test("does not stem a language without a rule for it", () => {
    expect(createAnalyzer("nl").terms("Paketten")).toEqual(["paketten"]);
  });
});

test("the term of a token is that of its surface, so that text and query meet however a name is joined", () => {
  const texts = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 200 }),
    names.map((each) => each.join(" ")),
  );
  for (const analyzer of [english, chinese])
    fc.assert(
      fc.property(texts, (text) => {
        for (const { term, surface } of analyzer.tokens(text)) expect(term).toBe(analyzer.term(surface));
      }),
    );
});

test("a name has one term in lower case, without its marks, and as it is written", () => {
  fc.assert(
    fc.property(names, ([name = "", ...more]) => {
      const joined = english.term(joinWords(name));
      for (const written of [name, name.toLowerCase(), joinWords(name)])
        expect(english.terms([...more, written].join(" "))).toContain(joined);
    }),
  );
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
