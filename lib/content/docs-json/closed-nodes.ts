import { errorIn, type Finding, warningIn } from "../../finding.ts";
import { isObject } from "../../openapi/description/json.ts";
import { describeClosed, OPENED, type ReaderMarks } from "../site/closed.ts";

type Locate = (keys: readonly PropertyKey[]) => Pick<Finding, "file" | "line" | "column">;

const MAX_LISTED = 100;

/**
 * Reads who may read the entries of a navigation: `groups` with texts names readers, `groups` with objects holds child entries.
 * Lists at most 100 of each.
 */
export function readNodeMarks(navigation: unknown, locate: Locate): ReaderMarks {
  const closed: Finding[] = [];
  const opened: Finding[] = [];
  const walk = (node: unknown, keys: readonly PropertyKey[]): void => {
    const children = Array.isArray(node) ? [...node.entries()] : isObject(node) ? Object.entries(node) : [];
    if (isObject(node)) read(node, keys);
    for (const [name, child] of children) walk(child, [...keys, name]);
  };
  const read = (node: Readonly<Record<string, unknown>>, keys: readonly PropertyKey[]): void => {
    const names = readersOf(node.groups);
    const at = (name: string) => locate([...keys, name]);
    if (names.length > 0 && closed.length < MAX_LISTED)
      closed.push({ ...errorIn("", describeClosed("this entry", names)), ...at("groups") });
    if (node.public !== undefined && opened.length < MAX_LISTED) opened.push({ ...warningIn("", OPENED), ...at("public") });
  };
  walk(navigation, ["navigation"]);
  return { closed, opened };
}

/** Returns the texts of a list `groups`: the groups of readers that an entry names. */
export function readersOf(groups: unknown): string[] {
  return [groups].flat().filter((entry) => typeof entry === "string" && entry !== "") as string[];
}
