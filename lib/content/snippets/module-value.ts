// Tested in scripts/import/sidebar.test.ts.
import type { ContentFile } from "../files.ts";
import { createRecord } from "../own.ts";
import { toText } from "../text.ts";
import { createState } from "./inline.ts";
import { load } from "./load.ts";
import { collectModules, type Modules } from "./modules.ts";
import { isNodes, isRecord, Outside, type Value } from "./value.ts";

const DEEPEST = 30;
const MAX_VALUES = 20_000;

interface Options {
  /** Leaves undefined what of a list or a record cannot be worked out; without it, such a part costs the whole. */
  readonly isLenient?: boolean;
}

/**
 * What a file of JavaScript, TypeScript or JSON gives by default, as data: worked out over its syntax tree and never run. A
 * function and what cannot be worked out are undefined; parts of a page are their words.
 * @throws Error with the reason where nothing of it can be read.
 */
export function readModuleValue(
  file: ContentFile,
  files: ReadonlyMap<string, ContentFile>,
  { isLenient = false }: Options = {},
): unknown {
  if (/\.json$/.test(file.path)) return JSON.parse(file.text);
  const modules: Modules = createRecord(
    Object.fromEntries([file, ...collectModules(file, files)].map(({ path, text }) => [path, text])),
  );
  const parse = () => ({ tree: { type: "root" as const, children: [] }, notices: [] });
  const input = { file: file.path, trusted: false, keepCode: false, modules, parse, isLenient, describe: () => undefined };
  const state = createState(input, () => {});
  let left = MAX_VALUES;
  const toData = (value: Value, depth: number): unknown => {
    left -= 1;
    if (left < 0 || depth > DEEPEST) throw new Outside(`it has more than ${MAX_VALUES} values, or more than ${DEEPEST} levels`);
    if (Array.isArray(value)) return value.map((item) => toData(item, depth + 1));
    if (isRecord(value)) {
      const entries = [...value.entries].map(([name, item]) => [name, toData(item, depth + 1)] as const);
      return createRecord(Object.fromEntries(entries));
    }
    if (isNodes(value)) return value.nodes.map(toText).join("");
    return typeof value === "object" ? undefined : value;
  };
  return toData(load(file.path, state).component, 0);
}
