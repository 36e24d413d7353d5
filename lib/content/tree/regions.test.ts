import { expect, test } from "vitest";
import { findRegion } from "./regions.ts";

const LANGUAGES: readonly (readonly [language: string, start: string, end: string])[] = [
  ["TypeScript", "// #region part", "// #endregion part"],
  ["TypeScript without a name at the end", "//#region part", "//#endregion"],
  ["Java", "//region part", "//endregion part"],
  ["HTML", "<!-- #region part -->", "<!-- #endregion part -->"],
  ["Markdown", "<!--region part-->", "<!--endregion-->"],
  ["CSS", "/* #region part */", "/* #endregion part */"],
  ["C#", "#region part", "#endregion"],
  ["Visual Basic", '#Region "part"', "#End Region"],
  ["PowerShell", "#region part", "#endregion part"],
  ["Python", "# region part", "# endregion part"],
  ["YAML", "# #region part", "# #endregion part"],
  ["C", "#pragma region part", "#pragma endregion part"],
  ["SQL", "-- #region part", "-- #endregion part"],
  ["Batch", "REM #region part", "REM #endregion part"],
  ["OCaml", "(* #region part *)", "(* #endregion part *)"],
  ["MkDocs", "# --8<-- [start:part]", "# --8<-- [end:part]"],
  ["Antora", "// tag::part[]", "// end::part[]"],
  ["mdBook", "// ANCHOR: part", "// ANCHOR_END: part"],
];

test.each(LANGUAGES)("a region of %s is its lines, without marks and indent", (_, start, end) => {
  const text = ["out 1", `  ${start}`, "  in 1", "    in 2", `  ${end}`, "out 2"].join("\n");
  expect(findRegion(text, "part")).toBe("in 1\n  in 2");
  expect(findRegion(text, "other")).toBeUndefined();
  expect(findRegion("out 1\nout 2", "part")).toBeUndefined();
});

test.each(LANGUAGES)("regions of %s are whole around others, and joined where several have one name", (_, start, end) => {
  const inner = [start.replace("part", "inner"), "inner line", end.replace("part", "inner")];
  const text = [start, "a", ...inner, "b", end, "out", start, "c", end].join("\n");
  expect(findRegion(text, "part")).toBe("a\ninner line\nb\nc");
  expect(findRegion(text, "inner")).toBe("inner line");
});
