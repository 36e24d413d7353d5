import { expect, test } from "vitest";
import { listStarterPages } from "../../scripts/starter-pages.ts";
import { toFiles } from "./files.ts";

const answers = {
  ...{ name: "Kiln (works)", languages: ["en"], versions: [], basePath: "", api: undefined, url: undefined },
  colors: { light: "#9c3d10", dark: "#ffb38a" },
} as unknown as Parameters<typeof toFiles>[0];

test("each page of a new site is named until somebody changes it", () => {
  const files = Object.entries(toFiles(answers)).flatMap(([path, text]) => (path.endsWith(".mdx") ? [{ path, text }] : []));
  expect(files.length).toBe(6);
  expect(listStarterPages(files)).toEqual(files.map(({ path }) => path));
  const changed = files.map(({ path, text }, at) => ({
    path,
    text: at === 0 ? text.replace(/^---/, "---\ndraft: true") : at === 1 ? `${text}\nMore.\n` : text,
  }));
  expect(listStarterPages(changed)).toEqual(files.slice(2).map(({ path }) => path));
});
