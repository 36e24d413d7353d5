import { nameToEmoji } from "gemoji";
import { type ContentFile, isPageFile } from "../engine/files.ts";
import { splitFrontMatter } from "../engine/pages.ts";
import { toFile } from "../metas.ts";
import type { RepositoryKind } from "../repository.ts";
import { changeProse } from "./lines.ts";

/** Systems that show emoji by their names. */
const KINDS: ReadonlySet<RepositoryKind> = new Set(["docusaurus", "mkdocs", "vitepress"]);
const NAME = /(?<![\w:/]):([a-z\d+_-]+):(?![\w:/])/g;

/** Writes `:tada:` as the emoji that it names. */
export function readEmoji(kind: RepositoryKind, files: readonly ContentFile[]): readonly ContentFile[] {
  if (!KINDS.has(kind)) return files;
  return files.map((file) => {
    if (!isPageFile(file.path) || !file.text.match(NAME)) return file;
    const { source } = splitFrontMatter(file.path, file.text);
    const head = file.text.slice(0, file.text.length - source.length);
    const toEmoji = (mark: string, name: string) => (Object.hasOwn(nameToEmoji, name) ? String(nameToEmoji[name]) : mark);
    return toFile(file.path, head + changeProse(source, (line) => line.replace(NAME, toEmoji)));
  });
}
