import ignore from "ignore";
import { isPageFile } from "../files/file-kinds.ts";
import { findModule } from "../files/modules.ts";
import type { ContentFile } from "../model/content-file.ts";

const SNIPPET_FOLDERS = /(?:^|\/)_?snippets\/|(?:^|\/)_[^/]*$/;
const ABOUT_REPOSITORY = /(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|AGENTS|CLAUDE)\.md$/;
const OTHER_FOLDERS = /^(?:build|dist|coverage|tmp|temp)\//;
const IMPORT = /^[ \t]*import\s[^'"]{0,300}["']([^'"]{1,300}\.mdx?)["']/gm;

/**
 * Returns a filter for paths of the repository that are part of the site: not those of its .mintignore, nor folders of
 * tools.
 */
export function createIgnoreFilter(files: readonly ContentFile[]): (path: string) => boolean {
  const rules = ignore({ allowRelativePaths: true }).add(files.find(({ path }) => path === ".mintignore")?.text ?? "");
  return (path) => !OTHER_FOLDERS.test(path) && !rules.ignores(path);
}

/**
 * Returns the files that are pages: those that the navigation names, and what else is Markdown, but snippets, what another
 * file imports and what tells about the repository itself.
 */
export function listPageFiles(files: readonly ContentFile[], isKept: (path: string) => boolean, isNamed: IsNamed): ContentFile[] {
  const imported = listImported(files);
  return files.filter(({ path }) => {
    if (!isPageFile(path) || !isKept(path)) return false;
    return isNamed(path) || !(SNIPPET_FOLDERS.test(path) || ABOUT_REPOSITORY.test(path) || imported.has(path));
  });
}

/** Returns true for a file whose page the navigation names. */
type IsNamed = (path: string) => boolean;

function listImported(files: readonly ContentFile[]): Set<string> {
  const imported = new Set<string>();
  const names = new Set(files.map(({ path }) => path));
  for (const { path, text } of files) {
    if (!/\.mdx?$/i.test(path) || !text.includes("import")) continue;
    for (const [, target = ""] of text.matchAll(IMPORT)) {
      const found = findModule(path, /^[\w-]/.test(target) ? `./${target}` : target, (name) => names.has(name));
      if (found !== undefined) imported.add(found);
    }
  }
  return imported;
}
