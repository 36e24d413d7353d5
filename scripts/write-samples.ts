import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readPage, toPageText } from "../lib/content/parse/parse.ts";
import type { Site } from "../lib/content/site/site.ts";
import { readInfo } from "../lib/content/tree/fences.ts";
import { walk } from "../lib/content/tree/jsx.ts";
import { UsageError } from "./command-line.ts";

/** A fence as `samples.json` lists it. */
export interface Sample {
  /** Its path below the folder. */
  readonly sample: string;
  readonly language: string;
  /** The file of its page below the content folder, and the line of the fence. */
  readonly file: string;
  readonly line: number;
  /** Address of the page below the site's. */
  readonly page: string;
}

const LIST = "samples.json";
/** Endings of languages whose name is none. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ javascript: "js", typescript: "ts", python: "py", bash: "sh", shell: "sh", shellscript: "sh", zsh: "sh", rust: "rs" },
  ...{ ruby: "rb", csharp: "cs", kotlin: "kt", yaml: "yml", golang: "go", markdown: "md", elixir: "ex", haskell: "hs" },
};

/**
 * Writes every fence of a site that names its language as a file of that language, by page and line, with a list of them.
 * Those of an earlier run are removed first.
 * @throws UsageError for a folder that has files of others.
 */
export async function writeSamples(site: Site, folder: string): Promise<readonly Sample[]> {
  await emptyFolder(folder);
  const samples: Sample[] = [];
  for (const page of site.pages) {
    const { file } = page;
    if (file === null) continue;
    const { tree } = await readPage(toPageText(page));
    const fences: { language: string; value: string; line: number }[] = [];
    walk(tree, (node) => {
      if (node.type !== "code") return;
      const { language } = readInfo(node);
      if (/^[a-z0-9+#-]{1,20}$/.test(language))
        fences.push({ language, value: node.value, line: node.position?.start.line ?? 0 });
    });
    for (const [index, { language, value, line }] of fences.entries()) {
      const isRepeated = fences.some((other, place) => place < index && other.line === line && other.language === language);
      const name = `${file.replace(/\.mdx?$/i, "").replaceAll("/", "__")}.L${line}${isRepeated ? `-${index + 1}` : ""}`;
      const sample = `${language.replaceAll("#", "sharp")}/${name}.${ENDINGS[language] ?? language.replaceAll("#", "sharp")}`;
      await mkdir(path.join(folder, path.dirname(sample)), { recursive: true });
      await writeFile(path.join(folder, sample), `${value}\n`);
      samples.push({ sample, language, file, line, page: page.path });
    }
  }
  await writeFile(path.join(folder, LIST), `${JSON.stringify(samples, null, 2)}\n`);
  return samples;
}

/** Removes the samples of the last run, by its list, and nothing else. */
async function emptyFolder(folder: string): Promise<void> {
  const entries = existsSync(folder) ? await readdir(folder) : [];
  if (entries.length > 0 && !entries.includes(LIST))
    throw new UsageError(`${folder} has files that are not samples: name a folder that is empty or not there yet.`);
  await mkdir(folder, { recursive: true });
  if (entries.length === 0) return;
  const last = JSON.parse(await readFile(path.join(folder, LIST), "utf8")) as readonly Partial<Sample>[];
  for (const { sample = "" } of last) if (/^[\w+-]+\/[^/]+$/.test(sample)) await rm(path.join(folder, sample), { force: true });
}
