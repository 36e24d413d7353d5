import type { Operation } from "./operation.ts";
import { pathNames, titleOf } from "./words.ts";

/** Operations without a tag that one list has room for. */
const MAX_UNGROUPED = 20;

type Placed = Pick<Operation, "path" | "tag">;

/**
 * Returns the title of a group for each operation without a tag, by the first part of its path in which their paths differ:
 * `Payment intents` for `/v1/payment_intents/{id}`. Empty when there are few of them, or when their paths do not differ.
 */
export function groupByPath<Key extends Placed>(operations: readonly Key[]): ReadonlyMap<Key, string> {
  const untagged = operations.filter(({ tag }) => tag === undefined);
  if (untagged.length <= MAX_UNGROUPED) return new Map();
  const named = untagged.map((operation) => ({ operation, names: namesOf(operation) }));
  const shared = countShared(named.map(({ names }) => names));
  const groups = named.flatMap(({ operation, names }) => {
    const name = names[shared];
    return name === undefined ? [] : [[operation, titleOf(name)] as const];
  });
  return new Map(new Set(groups.map(([, title]) => title)).size > 1 ? groups : []);
}

function namesOf({ path }: Placed): string[] {
  return pathNames(path).filter((name) => !name.startsWith("{"));
}

/** Counts the names in front that all have. */
function countShared(lists: readonly (readonly string[])[]): number {
  const [first = []] = lists;
  const differs = first.findIndex((name, index) => lists.some((names) => names[index] !== name));
  return differs === -1 ? first.length : differs;
}
