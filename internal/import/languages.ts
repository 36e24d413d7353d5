import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { walkFiles } from "./walk-files.ts";

/** Languages that the names of files tell, as in `guide.fr.mdx`. */
export interface NamedLanguages {
  /** The default one first, which names may leave out. */
  readonly languages: readonly string[];
  /** The name that a file gets, in a folder for each language. */
  readonly rename: (name: string) => string;
}

const MAX_FOLDERS = 10_000;
const MAX_CODE_FOLDERS = 300;
const MAX_BYTES = 64 * 1024;
const NAMED = /^(.+)\.([a-z]{2}(?:-[A-Za-z]{2,4})?)\.(mdx?|json)$/;
const DEFAULT = /\bdefault(?:Language|Locale)\s*:\s*["']([a-z]{2}(?:-[A-Za-z]{2,4})?)["']/;
/** A name may end in two letters for another reason: a language has several pages, and most of them are in another one too. */
const FEWEST = 2;
const MIN_SHARED = 0.8;

/** Finds the languages that the names of pages end with; undefined when they end with none. */
export function findNamedLanguages({ content, site }: { content: string; site: string }): NamedLanguages | undefined {
  const pages = [...walkFiles(content, { folders: MAX_FOLDERS })]
    .map((file) => path.relative(content, file).split(path.sep).join("/"))
    .filter((name) => /\.mdx?$/.test(name));
  const named = pages.flatMap((name) => {
    const [, base, language] = NAMED.exec(name) ?? [];
    return base !== undefined && language !== undefined ? { base, language } : [];
  });
  const plain = new Set(pages.map((name) => name.replace(/\.mdx?$/, "")));
  const byBase = Map.groupBy(named, ({ base }) => base);
  const isShared = ({ base }: { base: string }) => plain.has(base) || (byBase.get(base)?.length ?? 0) > 1;
  const languages = [...Map.groupBy(named, ({ language }) => language)]
    .filter(([, of]) => of.length >= FEWEST && of.filter(isShared).length >= MIN_SHARED * of.length)
    .map(([language]) => language)
    .sort();
  if (languages.length === 0) return undefined;
  const first = findDefault(site) ?? languages.find((each) => /^en\b/.test(each)) ?? "en";
  return { languages: [first, ...languages.filter((each) => each !== first)], rename: renamerTo(languages, first) };
}

/** Finds the language that the site's code calls the default one. */
function findDefault(site: string): string | undefined {
  const enters = (folder: string) => !/^(?:\.|node_modules$|public$|content$)/.test(path.basename(folder));
  for (const file of walkFiles(site, { folders: MAX_CODE_FOLDERS, enters })) {
    if (!/\.[cm]?[jt]sx?$/.test(file) || statSync(file).size > MAX_BYTES) continue;
    const [, language] = DEFAULT.exec(readFileSync(file, "utf8")) ?? [];
    if (language !== undefined) return language;
  }
  return undefined;
}

function renamerTo(languages: readonly string[], first: string): NamedLanguages["rename"] {
  return (name) => {
    const [, base, language = "", ending] = NAMED.exec(name) ?? [];
    const isOrder = /(?:^|\/)_?meta$/.test(base ?? "");
    if (languages.includes(language) && (ending !== "json" || isOrder)) return `${language}/${base}.${ending}`;
    return /\.mdx?$|(?:^|\/)_?meta\.(?:json|[jt]sx?)$/.test(name) ? `${first}/${name}` : name;
  };
}
