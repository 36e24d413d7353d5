// Tested in aliases.test.ts.
import type { Budget } from "./budget.ts";
import { payList } from "./jsx.ts";
import { isRecord, isTruthy, toFunction, toWords, type Value } from "./value.ts";

const NAMES: ReadonlySet<string> = new Set(["cn", "cx", "clsx", "classNames", "classnames", "twMerge", "twJoin"]);
const PACKAGES = /^(?:clsx|classnames|tailwind-merge)(?:\/|$)/;

/** What a package gives that joins names of classes, by the name that it is imported under; undefined for any other. */
export function classNamesHelper(from: string, imported: string): Value {
  return PACKAGES.test(from) || NAMES.has(imported) ? joinClasses : undefined;
}

/** Texts, lists of them and the names of a record whose values are true, as one text. */
const joinClasses = toFunction((args, budget) => listClasses([...args], budget).join(" "));

function listClasses(value: Value, budget: Budget): string[] {
  if (!isTruthy(value) || value === true) return [];
  if (Array.isArray(value)) {
    payList(value, budget);
    return budget.deeper(() => value.flatMap((item) => listClasses(item, budget)));
  }
  const names = isRecord(value) ? [...value.entries].flatMap(([name, on]) => (isTruthy(on) ? name : [])) : [toWords(value)];
  for (const name of names) budget.spend("characters", name.length + 1);
  return names;
}
