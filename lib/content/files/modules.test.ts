import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";

const NAMES = [
  "png",
  "jpg",
  "webp",
  "avif",
  "svg",
  "gif",
  "ico",
  "mp4",
  "m4v",
  "webm",
  "mov",
  "ogv",
  "mp3",
  "wav",
  "ogg",
  "flac",
];

test.each([
  ...[...NAMES, "pdf", "zip", "vtt", "woff2", "txt", "MP4"].map((ending) => [`./files/a.${ending}`, `/guides/files/a.${ending}`]),
  ...["txt", "json", "yaml", "csv", "xml", "pdf"].map((ending) => [`./a.${ending}?url`, `/guides/a.${ending}`]),
  ["../films/a.mp4", "/films/a.mp4"],
  ["../../../src/films/a.mp4", "/src/films/a.mp4"],
  ["/src/films/a.mp4", "/src/films/a.mp4"],
  ["@site/static/a.mp4", "/static/a.mp4"],
  ["~/films/a.mp4", "/films/a.mp4"],
  ["./a.svg?react", "/guides/a.svg"],
])("an import of %s is its address", async (specifier, address) => {
  const page = `import Clip from "${specifier}";\nexport const url = require("${specifier}").default;\n\n<a href={Clip}>one</a> <a href={url}>two</a>`;
  const { text, messages } = await expandText(page, {}, { file: "guides/page.mdx" });
  expect(text).toBe(`[one](${address}) [two](${address})`);
  expect(messages).toEqual([]);
});

test("data and text with ?raw are imported as what they hold", async () => {
  const files = { "data.json": '{ "name": "Ada" }', "words.txt": "Words." };
  const page = 'import data from "./data.json";\nimport words from "./words.txt?raw";\n\n{data.name}: {words}';
  expect((await expandText(page, files)).text).toBe("Ada: Words.");
});
