import type { Root } from "mdast";
import type { ContentFile } from "../../lib/content/model/content-file.ts";
import { parseText } from "../../lib/content/parse/syntax.ts";
import type { GuestElement, GuestGlobals } from "../../lib/content/sandbox/guest/guest.ts";
import { runPage } from "../../lib/content/sandbox/run-page.ts";

const PAGE = "settings.mdx";

/**
 * Returns the default export of a JavaScript, TypeScript or JSON file as data. Its code runs in the sandbox, where packages give nothing:
 * what only they know is null in it, and elements are their words.
 * @throws Error with the reason where nothing of it can be read.
 */
export async function readSettings(file: ContentFile, files: Iterable<ContentFile>): Promise<unknown> {
  if (/\.json$/.test(file.path)) return JSON.parse(file.text);
  const modules = Object.assign(
    Object.create(null),
    Object.fromEntries([...files, file].map(({ path, text }) => [path, text])),
  ) as Record<string, string>;
  const { tree } = parseText(PAGE, `import value from "/${file.path}"\n\n{$asData(value)}`);
  const { blocks, faults, notices } = await runPage({
    ...{ file: PAGE, tree: tree as Root, modules, now: Date.now(), known: [] },
    parse: () => ({ tree: { type: "root", children: [] }, notices: [] }),
    system: { guest: `(${installSettings})(globalThis)` },
  });
  const [block] = blocks;
  const [shown] = block && "items" in block ? block.items : [];
  if (typeof shown === "string") return JSON.parse(shown);
  const fault =
    typeof shown === "object" && shown.t === "failed" ? faults.describe(shown.fault, { file: file.path }).reason : undefined;
  throw new Error(fault ?? notices[0]?.reason ?? "it exports nothing by default");
}

/** Puts into the sandbox what settings may name. Runs inside it, as text: nothing outside of the function may be named. */
function installSettings(globals: GuestGlobals): void {
  const guest = globals.$guest;
  const { stringify } = JSON;
  /** The value of an unknown import: it can be called and asked for anything, and gives nothing. */
  const nothing: unknown = new Proxy(() => nothing, {
    get: (_, name) => {
      if (name === Symbol.iterator) return () => [nothing][Symbol.iterator]();
      return typeof name === "symbol" || name === "then" || name === "$element" ? undefined : nothing;
    },
    apply: () => nothing,
    construct: () => nothing as object,
  });
  guest.unknown = () => nothing;
  Object.assign(globals, {
    defineConfig: (config: unknown) => config,
    process: { env: {} },
    $meta: nothing,
    __dirname: ".",
    __filename: "settings",
  });
  // A name that nothing declares is no more than another value that is not known.
  Object.setPrototypeOf(
    globals,
    new Proxy(Object.prototype, { has: () => true, get: (_, name) => (typeof name === "symbol" ? undefined : nothing) }),
  );
  guest.packages = (specifier) => {
    if (specifier === "astro/config") return { defineConfig: (config: unknown) => config };
    if (specifier === "@astrojs/starlight") return { default: (options: unknown) => ({ $starlight: options }) };
    return specifier.startsWith("react") ? undefined : new Proxy({}, { has: () => true, get: () => nothing });
  };
  const wordsOf = (value: unknown): string => {
    if (typeof value === "string" || typeof value === "number") return String(value);
    if (Array.isArray(value)) return value.map(wordsOf).join("");
    return guest.isElement(value) ? wordsOf((value as GuestElement).props.children) : "";
  };
  globals.$asData = (value: unknown) =>
    value === undefined || value === nothing
      ? undefined
      : stringify(value, (_, each) =>
          each === nothing || typeof each === "bigint" ? null : guest.isElement(each) ? wordsOf(each) : each,
        );
}
