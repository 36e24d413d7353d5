import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { UsageError } from "../../scripts/command-line.ts";
import type { ContentFile } from "./engine/files.ts";
import { type AnyNode, isNode, parseScript } from "./engine/pages.ts";
import { getMainProject } from "./engine/site.ts";

interface Asked {
  readonly language?: string | undefined;
  readonly version?: string | undefined;
  readonly into?: string | undefined;
}

/** The part of this site that pages come into. */
export interface Part {
  /** Folder of the pages, from the root. */
  readonly folder: string;
  /** Folder of the content, from which files with an address such as /img/a.png are served. */
  readonly content: string;
}

/** Finds the folder of a language and a version of this site. @throws UsageError for one that it does not have. */
export function findPart({ language, version, into = "" }: Asked): Part {
  const { content, languages, versions, defaultLanguage, defaultVersion } = getMainProject();
  const choose = (
    flag: "language" | "version",
    asked: string | undefined,
    ids: readonly string[],
    usual: string | null | undefined,
  ) => {
    if (asked === undefined) return ids.length > 0 ? (usual ?? undefined) : undefined;
    if (ids.includes(asked)) return asked;
    const known = ids.length > 0 ? `It has ${ids.join(", ")}` : `It has no ${flag}s`;
    throw new UsageError(
      `--${flag}: this site has no ${asked}. ${known}: add { id: "${asked}", label: "${asked}" } to ${flag}s in docent.config.ts.`,
    );
  };
  const tag = choose("language", language, idsOf(languages), defaultLanguage);
  const name = choose("version", version, idsOf(versions), defaultVersion);
  // A single language has no folder.
  const folders = [content, languages.length > 1 ? tag : undefined, name, into].filter(
    (each) => each !== undefined && each !== "",
  );
  return { folder: path.posix.join(...(folders as string[])), content };
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}

/**
 * Converts the order in the docs.json of a whole site to a meta.json in each folder, since a part of a site has no docs.json.
 */
export function withoutDocsJson(files: readonly ContentFile[], metas: readonly ContentFile[]): Map<string, string> {
  const texts = new Map(files.filter((file) => file.path !== "docs.json").map((file) => [file.path, file.text]));
  const settings = files.find((file) => file.path === "docs.json");
  if (!settings) return texts;
  const orders = new Map<string, Set<string>>();
  for (const page of listPages(JSON.parse(settings.text).navigation)) {
    const parts = page.split("/");
    parts.forEach((part, depth) => {
      const folder = parts.slice(0, depth).join("/");
      orders.set(folder, (orders.get(folder) ?? new Set()).add(part));
    });
  }
  const known = new Map(metas.map((file) => [file.path, JSON.parse(file.text) as object]));
  for (const [folder, names] of orders) {
    const file = path.posix.join(folder, "meta.json");
    texts.set(file, `${JSON.stringify({ ...known.get(file), pages: [...names, "..."] }, null, 2)}\n`);
  }
  return texts;
}

function listPages(navigation: unknown): string[] {
  if (typeof navigation === "string") return [navigation];
  if (Array.isArray(navigation)) return navigation.flatMap(listPages);
  if (typeof navigation !== "object" || navigation === null) return [];
  const { pages, groups, tabs, languages, versions, root } = navigation as Record<string, unknown>;
  return [root, pages, groups, tabs, languages, versions].flatMap(listPages);
}

/** Asks before files are replaced that say something else. @throws UsageError where nobody can answer, or the answer is no. */
export async function confirmReplacing(files: readonly string[], { replace }: { readonly replace: boolean }): Promise<void> {
  if (files.length === 0 || replace) return;
  const shown = files.slice(0, 10).map((file) => `  ${file}`);
  const rest = files.length > shown.length ? [`  … and ${files.length - shown.length} more`] : [];
  const list = [...shown, ...rest].join("\n");
  if (!process.stdin.isTTY)
    throw new UsageError(`These files exist with different content; nothing was written:\n${list}\nTo replace them: --replace`);
  const answer = await confirm({ message: `Replace the existing files?\n${list}`, initialValue: false });
  if (isCancel(answer) || !answer) throw new UsageError("Nothing was written.");
}

/** Asks whether a setting takes another value; where nobody can answer it stays. */
export async function confirmSetting(name: string, now: string, wanted: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const answer = await confirm({
    message: `docent.config.ts has ${name}: ${now}. Replace it by ${wanted}?`,
    initialValue: false,
  });
  return answer === true;
}

/** Lists files that are there and have another text. */
export function listReplaced(folder: string, files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .map(([name, text]) => ({ file: path.join(folder, name), text }))
    .filter(({ file, text }) => existsSync(file) && readFileSync(file, "utf8") !== text)
    .map(({ file }) => file);
}

/** A setting of a project as the import finds it. */
export type Wanted = Readonly<Record<string, unknown>>;

interface MergedConfig {
  readonly text: string;
  /** Settings that have another value, with that and the one wanted; `content` is always taken, since the pages are there. */
  readonly differing: readonly (readonly [name: string, now: string, wanted: string])[];
}

/**
 * Writes settings into the first project of a configuration; its other settings stay. `replaces` decides on values that
 * differ. Undefined where the configuration is not written as an object with a project in it.
 */
export function mergeConfig(text: string, wanted: Wanted, replaces: (name: string) => boolean): MergedConfig | undefined {
  const project = findProject(text);
  if (!project) return undefined;
  const properties = (project.properties as AnyNode[]).filter(({ key }) => isNode(key));
  const differing: [string, string, string][] = [];
  const edits: { start: number; end: number; text: string }[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const written = JSON.stringify(value);
    const property = properties.find(({ key }) => (key as AnyNode).name === name || (key as AnyNode).value === name);
    if (!property) {
      const { start } = properties[0] as unknown as { start: number };
      edits.push({ start, end: start, text: `${name}: ${written},\n      ` });
      continue;
    }
    const { start, end } = property.value as { start: number; end: number };
    const now = text.slice(start, end);
    if (evaluate(now) === written) continue;
    differing.push([name, now.replace(/\s+/g, " "), written]);
    if (replaces(name)) edits.push({ start, end, text: written });
  }
  const merged = edits
    .sort((left, right) => right.start - left.start)
    .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text);
  return { text: merged, differing };
}

/** Returns a written value as JSON, where it is one but for its quotes and commas; else as it is. */
function evaluate(source: string): string {
  try {
    return JSON.stringify(JSON.parse(source.replace(/([{,]\s*)(\w+):/g, '$1"$2":').replace(/,(\s*[}\]])/g, "$1")));
  } catch {
    return source;
  }
}

function findProject(text: string): AnyNode | undefined {
  try {
    const program = parseScript("docent.config.ts", text) as unknown as { body: AnyNode[] };
    const declaration = program.body.find(({ type }) => type === "ExportDefaultDeclaration")?.declaration as AnyNode | undefined;
    const config = declaration?.type === "ObjectExpression" ? declaration : (declaration?.expression as AnyNode | undefined);
    const projects = (config?.properties as AnyNode[] | undefined)?.find(({ key }) => (key as AnyNode)?.name === "projects");
    const [first] = ((projects?.value as AnyNode | undefined)?.elements as AnyNode[] | undefined) ?? [];
    return first?.type === "ObjectExpression" && (first.properties as AnyNode[]).length > 0 ? first : undefined;
  } catch {
    return undefined;
  }
}
