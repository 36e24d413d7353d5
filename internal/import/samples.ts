import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type ContentFile, fileKindOf, isPageFile } from "./engine/files.ts";
import { toFile } from "./metas.ts";
import type { RepositoryKind } from "./repository.ts";

/** Folder of the content to which the files come of which fences show parts. */
export const SAMPLES = "code";

/** The same in the head of a fence. */
export const SAMPLE_MARK = /file="code\/[^"\n]+"/;

/** Systems whose fences show parts of files; in those of all others, such words are the page's own. */
export const HAVE_SAMPLES: ReadonlySet<RepositoryKind> = new Set(["vitepress", "mkdocs"]);

/**
 * Returns what a fence is given beside its text where it shows a part of a file of the repository: `file="code/src/pay.ts#charge"`.
 * Nothing for a file that would be part of the content there, such as a page or a description.
 */
export function sampleMark(file: string, region: string | undefined): string {
  if (fileKindOf(`${SAMPLES}/${file}`) !== undefined || /["#\n]/.test(file)) return "";
  return `file="${SAMPLES}/${file}${region === undefined ? "" : `#${region}`}"`;
}

const MARKED = /^([ \t>]*)(`{3,}|~{3,})([^\n]*?) ?file="code\/([^"#\n]+)(?:#[^"\n]+)?"([^\n]*)\n([\s\S]*?)^[ \t>]*\2[ \t]*$/gm;

interface Kept {
  readonly files: readonly ContentFile[];
  /** Files of the repository by their places in the content. */
  readonly samples: ReadonlyMap<string, string>;
}

/** Leaves the fences that show parts of files empty, so that these show what their files say from now on. @param root the repository. */
export function keepSamples(files: readonly ContentFile[], root: string): Kept {
  const samples = new Map<string, string>();
  const kept = changeFences(files, (whole, { indent, mark, file, text }) => {
    const found = sampleMark(file, undefined) === "" ? undefined : findWithin(root, file);
    if (found === undefined) return whole;
    samples.set(`${SAMPLES}/${file}`, found);
    return whole.replace(`\n${text}${indent}${mark}`, `\n${indent}${mark}`);
  });
  return { files: kept, samples };
}

/** Returns the file of a path that is written without a way out of its folder, and that no link leads out of it to; undefined for any other. */
function findWithin(root: string, file: string): string | undefined {
  const absolute = path.join(root, file);
  if (path.posix.normalize(file) !== file || file.startsWith("..") || !existsSync(absolute)) return undefined;
  const real = realpathSync(absolute);
  return real.startsWith(realpathSync(root) + path.sep) && statSync(real).isFile() ? real : undefined;
}

/** Returns pages whose fences have the text of their files and name none, for a folder that the files do not come along to. */
export function withoutSamples(files: readonly ContentFile[]): ContentFile[] {
  return changeFences(files, (_, { indent, mark, before, after, text }) => {
    const head = `${indent}${mark}${before}${after}`.trimEnd();
    return `${head}\n${text}${indent}${mark}`;
  });
}

interface MarkedFence {
  readonly indent: string;
  readonly mark: string;
  readonly before: string;
  readonly file: string;
  readonly after: string;
  readonly text: string;
}

function changeFences(files: readonly ContentFile[], change: (whole: string, fence: MarkedFence) => string): ContentFile[] {
  return files.map((file) => {
    if (!isPageFile(file.path)) return file;
    const text = file.text.replace(
      MARKED,
      (whole, indent: string, mark: string, before: string, name: string, after: string, body: string) =>
        change(whole, { indent, mark, before, file: name, after, text: body }),
    );
    return text === file.text ? file : toFile(file.path, text);
  });
}
