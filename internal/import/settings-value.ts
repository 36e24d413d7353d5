import type { Root } from "mdast";
import { type ContentFile, findModule } from "./engine/files.ts";
import { type GuestElement, type GuestGlobals, parseText, runPage } from "./engine/pages.ts";

const PAGE = "settings.mdx";

/**
 * Returns the default export of a JavaScript, TypeScript or JSON file as data. Its code runs in the sandbox, where packages give nothing:
 * what only they know is null in it, and elements are their words.
 * @throws Error with the reason where nothing of it can be read.
 */
export async function readSettings(file: ContentFile, files: Iterable<ContentFile>): Promise<unknown> {
  if (/\.json$/.test(file.path)) return JSON.parse(file.text);
  const all = [...files, file];
  const names = new Set(all.map(({ path }) => path));
  const modules = Object.assign(
    Object.create(null),
    Object.fromEntries(all.map((each) => [each.path, withoutMissing(each, names)])),
  ) as Record<string, string>;
  const { tree } = parseText(PAGE, `import value from "/${file.path}"\n\n{$asData(value)}`);
  const { blocks, describeFault, findings } = await runPage({
    ...{ file: PAGE, tree: tree as Root, modules, now: Date.now(), known: [] },
    parse: () => ({ tree: { type: "root", children: [] }, findings: [] }),
    guest: `(${installSettings})(globalThis)`,
  });
  const [block] = blocks;
  const [shown] = block && "items" in block ? block.items : [];
  // A promise is a component without a name, which has what came of it.
  const text = typeof shown === "object" && shown.t === "component" ? shown.c?.[0] : shown;
  if (typeof text === "string") return JSON.parse(text);
  const fault = typeof shown === "object" && "fault" in shown ? shown.fault : undefined;
  throw new Error(
    (fault && describeFault(fault, { file: file.path }).reason) ?? findings[0]?.message ?? "it has no default export",
  );
}

/** Rewrites code so that missing files are packages, of which nothing is known, and a file's location is its name. */
function withoutMissing({ path: from, text }: ContentFile, names: ReadonlySet<string>): string {
  const has = (name: string) => names.has(name);
  return text
    .replace(/\brequire\.resolve\(/g, "String(")
    .replace(/(\bfrom\s*|\brequire\(\s*)(["'])(\.\.?\/[^"'\n]{1,300})\2/g, (whole, before, mark, name) =>
      findModule(from, name, has) === undefined ? `${before}${mark}missing-file${mark}` : whole,
    );
}

/** Adds to the sandbox what settings may name. Runs inside it, as text: nothing outside of the function may be named. */
function installSettings(globals: GuestGlobals): void {
  const guest = globals.$guest;
  const { stringify } = JSON;
  /** The value of what is not known, such as an import: it can be called and asked for anything, and gives nothing. */
  const createNothing = (then: unknown): unknown =>
    new Proxy(class {}, {
      get: (_, name) => {
        if (name === Symbol.iterator) return () => [nothing][Symbol.iterator]();
        if (name === Symbol.toPrimitive) return () => "";
        if (name === "then") return then;
        return typeof name === "symbol" || name === "$element" ? undefined : nothing;
      },
      apply: () => nothing,
      construct: () => nothing as object,
    });
  /** Result of awaiting it. */
  const awaited = createNothing(undefined);
  const nothing = createNothing((resolve: unknown) => {
    if (typeof resolve === "function") resolve(awaited);
    return nothing;
  });
  const isNothing = (value: unknown) => value === nothing || value === awaited;
  guest.unknown = () => nothing;
  Object.assign(globals, {
    defineConfig: (config: unknown) => config,
    process: { env: {}, argv: [], platform: "linux", cwd: () => "." },
    $meta: nothing,
    __dirname: ".",
    __filename: "settings",
    // A file runs synchronously: what its top level awaits, such as an answer of a server, is not known.
    $await: (value: unknown) => (typeof (value as { then?: unknown } | null)?.then === "function" ? awaited : value),
  });
  // A name that nothing declares is no more than another value that is not known.
  Object.setPrototypeOf(
    globals,
    new Proxy(Object.prototype, { has: () => true, get: (_, name) => (typeof name === "symbol" ? undefined : nothing) }),
  );
  guest.packages = (specifier) => {
    if (specifier === "@astrojs/starlight") return { default: (options: unknown) => ({ $starlight: options }) };
    if (/^starlight-sidebar-topics/.test(specifier)) return { default: (topics: unknown) => ({ $topics: topics }) };
    // `defineConfig`, `extendConfig`, `withMermaid` and their kin give back what they are given.
    const give = (name: unknown) => (/^(?:define|extend|with)[A-Z]/.test(String(name)) ? (config: unknown) => config : nothing);
    return specifier.startsWith("react") ? undefined : new Proxy({}, { has: () => true, get: (_, name) => give(name) });
  };
  const wordsOf = (value: unknown): string => {
    if (typeof value === "string" || typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.map(wordsOf).join("");
    return guest.isElement(value) ? wordsOf((value as GuestElement).props.children) : "";
  };
  const toText = (value: unknown) =>
    value === undefined || isNothing(value)
      ? undefined
      : stringify(value, (_, each) =>
          isNothing(each) || typeof each === "bigint" ? null : guest.isElement(each) ? wordsOf(each) : each,
        );
  globals.$asData = (value: unknown) => {
    // Settings may be a function of what the site is built for, and a promise.
    const made = typeof value === "function" && !isNothing(value) ? value({ command: "build", mode: "production" }) : value;
    return made instanceof Promise ? made.then(toText) : toText(made);
  };
}
