import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

const marked = (text: string, query: string, language = "en") =>
  highlight(text, query, language).map(({ start, end }) => text.slice(start, end));

test.each([
  ["words of one stem", "Installing the package", "install packages", "en", ["Installing", "package"]],
  ["a part of an identifier", "Call useEffect here", "effect", "en", ["Effect"]],
  ["a whole identifier once", "Call useEffect here", "useEffect", "en", ["useEffect"]],
  ["neighbouring letters of Chinese as one", "如何安装组件", "安装组件", "zh", ["安装组件"]],
  ["words in spite of accents", "La configuración", "configuracion", "es", ["configuración"]],
  ["nothing for a query without words", "Anything", "?!", "en", []],
])("marks %s", (_, text, query, language, parts) => expect(marked(text, query, language)).toEqual(parts));
