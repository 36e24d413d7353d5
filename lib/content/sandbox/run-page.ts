/*
 * The sandbox: code of a page is compiled here, runs in QuickJS with bounded steps and memory, and is given back as checked JSON.
 * Start at `runPage`. `compile-script.ts` compiles, `engine.ts` runs, `output.ts` checks what comes out; `guest/` is inside.
 */

import type { Program } from "estree-jsx";
import { LRUCache } from "lru-cache";
import type { Root, RootContent } from "mdast";
import { z } from "zod";
import { type Finding, warningIn } from "../../finding.ts";
import { isComponentName, isKnownName } from "../components/components.ts";
import { assetAddress, findModule, findSnippet, isKnownPackage, rawSpecifier } from "../files/modules.ts";
import type { Modules } from "../model/content-file.ts";
import { noteFile } from "../tree/place.ts";
import {
  type CompiledCode,
  type CompiledPageCode,
  compilePageCode,
  compileScript,
  type WrittenImport,
} from "./compile-script.ts";
import { type SandboxEngine, withEngine } from "./engine.ts";
import type { GuestSource } from "./guest/guest.ts";
import { createDescriber, type DescribeFault, type Item, readItems, readNotes } from "./output.ts";
import { literal, parseScript, statement, tool } from "./syntax.ts";

/** A page whose code is to be run. */
export interface PageCode {
  readonly file: string;
  readonly tree: Root;
  /** The files that the page may take something from, by their path. */
  readonly modules: Modules;
  /** The front matter that expressions of the page may read. */
  readonly frontMatter?: Readonly<Record<string, unknown>> | undefined;
  /** The time that pages see as now, in milliseconds since 1970. */
  readonly now: number;
  /** Parses a file of Markdown that a page takes in. */
  readonly parse: (file: string, text: string) => { readonly tree: Root; readonly findings: readonly Finding[] };
  /** Names of components that the host has. */
  readonly known: readonly string[];
  /** A script that the guest runs before the page. It knows packages, so that what they give is missed only where it is used. */
  readonly guest?: string | undefined;
  /** Returns the syntax tree of a file that is not JavaScript; undefined for one that the sandbox knows to read. */
  readonly parseFile?: ((path: string, text: string) => Program | undefined) | undefined;
}

/** The output of a page's code. */
export interface PageOutput {
  /** In order: a node without code in it, what the guest shows instead of one, or one whose code failed as a whole. */
  readonly blocks: readonly ShownBlock[];
  /** Nodes of Markdown by number, of each file by its number. */
  readonly files: readonly { readonly path: string; readonly nodes: readonly RootContent[] }[];
  readonly findings: readonly Finding[];
  readonly describeFault: DescribeFault;
}

export type ShownBlock =
  | { readonly node: RootContent }
  | { readonly items: readonly Item[] }
  | { readonly node: RootContent; readonly reason: string };

interface ReadFile extends CompiledCode {
  readonly path: string;
  readonly nodes: readonly RootContent[];
}

/** Runs the code of a page in a fresh engine, block by block: a failing block loses only its own output. */
export function runPage(input: PageCode): Promise<PageOutput> {
  return withEngine(input.now, (engine) => runIn(engine, input));
}

function runIn(engine: SandboxEngine, input: PageCode): PageOutput {
  const page = { path: input.file, ...compilePageCode(input.file, input.tree) };
  const files: ReadFile[] = [];
  const findings: Finding[] = [];
  engine.give("load", (path) =>
    load(path === input.file ? page : readFile(path, input, findings), { engine, input, files, findings }),
  );
  engine.give("intl", createIntl());
  const shown = show(engine, page, input);
  const describeFault = createDescriber(new Map(files.map((file) => [file.path, file.lines])));
  for (const { file, fault } of shown.notes) {
    const { reason, at } = describeFault(fault, { file });
    findings.push(warningIn(file, `A value is not known: ${reason}.`, { kind: "expression", ...at }));
  }
  return { blocks: shown.blocks, files, findings, describeFault };
}

function show(engine: SandboxEngine, page: CompiledPageCode & { path: string }, { frontMatter, known, guest }: PageCode) {
  const failed = new Map<number, string>();
  const attempt = <Result>(block: number, work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (cause) {
      failed.set(block, cause instanceof Error ? cause.message : String(cause));
      return undefined;
    }
  };
  const given = { user: {}, ...(frontMatter && { frontmatter: frontMatter, frontMatter, metadata: frontMatter }) };
  const WHOLE = -1;
  const hasLayout = attempt(WHOLE, () => {
    engine.run(`$begin(${JSON.stringify(given)},${JSON.stringify(known)},${JSON.stringify(page.path)})`, "host.js");
    if (guest) engine.run(guest, "guest.js");
    return engine.call("open", page.path) === true;
  });
  const all = page.blocks.length;
  const blocks = hasLayout ? [all] : page.blocks;
  for (const block of blocks)
    if (typeof block === "number" && !failed.has(WHOLE)) attempt(block, () => engine.call("block", block));
  attempt(WHOLE, () => engine.settle());
  const items = blocks.map((block): ShownBlock[] => {
    if (typeof block !== "number") return [{ node: block }];
    const taken = failed.has(block) ? undefined : attempt(block, () => readItems(String(engine.call("take", block))));
    if (taken) return [{ items: taken }];
    const reason = failed.get(block) ?? failed.get(WHOLE) ?? "";
    return (block === all ? page.shown : [page.shown[block] as RootContent]).map((node) => ({ node, reason }));
  });
  return { blocks: items.flat(), notes: attempt(WHOLE, () => readNotes(String(engine.call("noteList")))) ?? [] };
}

interface Loading {
  readonly engine: SandboxEngine;
  readonly input: PageCode;
  readonly files: ReadFile[];
  readonly findings: Finding[];
}

/** Hands a compiled file to the guest. */
function load(file: ReadFile, { engine, input, files, findings }: Loading): string {
  const { sources, findings: found } = linkFile(file.path, file, input);
  findings.push(...found);
  const number = files.push(file) - 1;
  engine.run(`$components(${JSON.stringify(file.components)})`, "host.js");
  // A line before the code would shift the position of every error.
  engine.run(`$define(${JSON.stringify(file.path)},${number},${JSON.stringify(sources)},${file.code})`, file.path);
  return "";
}

interface Compiled extends ReadFile {
  readonly text: string;
  readonly findings: readonly Finding[];
}

const MAX_CACHED = 2_000;
/** Files that were compiled, by path: many pages of a folder take in the same. */
const compiledModules = new LRUCache<string, Compiled>({ max: MAX_CACHED });

function readFile(path: string, { modules, parse, parseFile }: PageCode, findings: Finding[]): ReadFile {
  const text = modules[path] ?? "";
  const known = compiledModules.get(path);
  const compiled = known?.text === text ? known : { text, ...compileFile(path, text, parse, parseFile) };
  compiledModules.set(path, compiled);
  findings.push(...compiled.findings);
  return compiled;
}

function compileFile(
  path: string,
  text: string,
  parse: PageCode["parse"],
  parseOther: PageCode["parseFile"],
): Omit<Compiled, "text"> {
  if (/\.mdx?$/.test(path)) {
    const { tree, findings } = parse(path, text);
    noteFile(tree, path);
    return { path, findings, ...compilePageCode(path, tree) };
  }
  if (/\.json$/.test(path)) {
    return { path, nodes: [], findings: [], ...compileScript(path, [], [statement(tool("json", [literal(text)]))]) };
  }
  try {
    const program = parseOther?.(path, text) ?? (/\.[cm]?[jt]sx?$/.test(path) ? parseScript(path, text) : undefined);
    if (!program) throw new Error("it has no components");
    return { path, nodes: [], findings: [], ...compileScript(path, program.body) };
  } catch (cause) {
    throw new Error(`${path} cannot be read (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

const MAX_CALL_CHARS = 10_000;
/** Formatters of a page. Some take 100 kB outside of V8's heap, which the end of a thread does not give back. */
const MAX_FORMATTERS = 50;

const Call = z.tuple([
  z.enum(["NumberFormat", "DateTimeFormat", "PluralRules", "RelativeTimeFormat", "ListFormat", "DisplayNames", "Collator"]),
  z.union([z.string(), z.array(z.string())]).nullish(),
  z.record(z.string(), z.unknown()).nullish(),
  z.enum(["format", "formatToParts", "formatRange", "select", "of", "compare"]),
  z.array(z.union([z.string(), z.number(), z.array(z.string())]).nullable()),
]);

type Formatter = Record<string, (...args: unknown[]) => unknown>;

/**
 * Returns a function that answers calls of the guest's Intl with this process's, JSON in, JSON out: English and UTC where the page names
 * no other. It throws for what no Intl has, and past the bounds of a page.
 */
function createIntl(): (call: string) => string {
  const formatters = new Map<string, Formatter>();
  return (text) => {
    if (text.length > MAX_CALL_CHARS) throw new Error("the value to format is too long");
    const [kind, locales, options, method, args] = Call.parse(JSON.parse(text));
    const key = JSON.stringify([kind, locales, options]);
    const formatter = formatters.get(key) ?? createFormatter(kind, locales, options);
    formatters.set(key, formatter);
    if (formatters.size > MAX_FORMATTERS) throw new Error(`it needs more than ${MAX_FORMATTERS} formats of dates and numbers`);
    return JSON.stringify(formatter[method]?.(...args) ?? null);
  };
}

function createFormatter(kind: z.infer<typeof Call>[0], locales: unknown, options: object | null | undefined): Formatter {
  const defaults = kind === "DateTimeFormat" ? { timeZone: "UTC" } : {};
  const Format = Intl[kind] as unknown as new (locales: unknown, options: object) => Formatter;
  return new Format(locales ?? "en", { ...defaults, ...options });
}

const STYLE_SHEET = /\.(?:css|s[ac]ss|less)$/;

/**
 * Finds the files and pictures that a file names among those that its page may take something from, and says which are missing.
 * Packages are left out: the guest knows them.
 */
function linkFile(file: string, { imports, specifiers }: CompiledCode, { modules, guest }: Pick<PageCode, "modules" | "guest">) {
  const sources = specifiers.flatMap((specifier) => {
    const source = findSource(file, specifier, modules);
    return source ? [[specifier, source] as const] : [];
  });
  const found = new Map(sources);
  const findings = imports.flatMap((written): Finding[] => {
    const message = STYLE_SHEET.test(written.specifier)
      ? `The style sheet ${written.specifier} is not loaded.`
      : found.has(written.specifier)
        ? undefined
        : describeMissing(written, guest !== undefined);
    return message ? [warningIn(file, message, { kind: "import", line: written.line, column: 1 })] : [];
  });
  return { sources: Object.fromEntries(found), findings };
}

function findSource(file: string, specifier: string, modules: Modules): GuestSource | undefined {
  const has = (name: string) => Object.hasOwn(modules, name);
  const snippet = /^snippet:(.*)$/s.exec(specifier)?.[1];
  if (snippet !== undefined) return asFile(findSnippet(snippet, has));
  if (STYLE_SHEET.test(specifier)) return ["value", {}];
  const asset = assetAddress(file, specifier);
  if (asset) return ["value", asset];
  const raw = rawSpecifier(specifier);
  const found = findModule(file, raw ?? specifier, has);
  if (raw !== undefined && found !== undefined) return ["value", modules[found]?.trimEnd()];
  return asFile(found);
}

function asFile(path: string | undefined): GuestSource | undefined {
  return path === undefined ? undefined : ["file", path];
}

/** Describes the consequence of an import without a target; undefined when it is named at its use, or Docent has it. */
function describeMissing({ specifier, names }: WrittenImport, knowsPackages: boolean): string | undefined {
  if (/^(?:[./]|@site\/|!*raw-loader!\.)/.test(specifier)) return `There is no file ${specifier} to import from.`;
  if (knowsPackages || isKnownPackage(specifier)) return undefined;
  const values = names.map(({ local }) => local).filter((name) => !isComponentName(name) || isKnownName(name));
  const missed = values.filter((name) => !isComponentName(name));
  return missed.length > 0 ? `${specifier} is not a file of the content, so ${missed.join(", ")} is not known.` : undefined;
}
