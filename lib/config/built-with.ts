import { statSync } from "node:fs";
import path from "node:path";

/*
 * What a build on Vercel has seen on its disk. Its functions have parts of that alone: the proxy's gets no file that next.config.mjs
 * adds to traces. Elsewhere the server reads its own disk, and there is nothing here.
 */

/** Facts of its disk that a build hands on to its functions. */
interface BuiltWith {
  /** The configuration, unchecked, of the file that DOCENT_CONFIG named. */
  readonly config?: { readonly file: string; readonly value: unknown } | undefined;
  /** Files below `public`, and descriptions in the content folder of DOCENT_CONTENT_DIR, by path from the working folder. */
  readonly files: readonly string[];
}

let parsed: { readonly text: string; readonly seen: BuiltWith } | undefined;

/** Returns what the build has seen; next.config.mjs puts it into the bundle. */
function builtWith(): BuiltWith {
  // biome-ignore lint/style/noProcessEnv: no setting, but a text that the bundler puts here
  const text = process.env.DOCENT_BUILT_WITH ?? "";
  if (parsed?.text !== text) parsed = { text, seen: text ? JSON.parse(text) : { files: [] } };
  return parsed.seen;
}

/** Returns the text that a build puts into the bundle. */
export function toBuiltWith(seen: BuiltWith): string {
  return JSON.stringify({ ...seen, files: seen.files.map((file) => path.normalize(file)) } satisfies BuiltWith);
}

/** Returns the configuration that the build has read from a file; undefined for another file. */
export function findBuiltConfig(file: string): { readonly value: unknown } | undefined {
  const { config } = builtWith();
  return config && path.resolve(/* turbopackIgnore: true */ config.file) === path.resolve(/* turbopackIgnore: true */ file)
    ? config
    : undefined;
}

/** Returns true for a file that is there, or was at a build whose functions may lack it. */
export function isFileOrBuilt(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return true;
  const { files } = builtWith();
  return files.length > 0 && files.includes(path.relative(/* turbopackIgnore: true */ process.cwd(), path.resolve(file)));
}
