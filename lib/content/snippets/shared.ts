// Tested in shared.test.ts.
import type * as Syntax from "estree-jsx";
import { KNOWN_COMPONENTS } from "../components.ts";
import { isComponentName } from "../element-names.ts";
import { hasAlias } from "./aliases.ts";
import { load } from "./load.ts";
import { readModule, SHARED_FILES } from "./modules.ts";
import type { State } from "./place.ts";
import { parseScript } from "./script.ts";
import { reasonOf, type Value } from "./value.ts";

type Names = ReadonlyMap<string, Syntax.Expression>;

/** Names of `mdx-components`, by what working out one page keeps in mind. */
const known = new WeakMap<State, Names>();
const MOST_NODES = 100_000;

/**
 * The component that the content's `mdx-components` gives every page by a name, as Next.js, Fumadocs and Nextra read that file.
 * Undefined for a name that it does not have, and for those of Docent, which stay Docent's. @throws Outside
 */
export function sharedComponent(name: string, state: State): Value {
  const file = SHARED_FILES.find((each) => Object.hasOwn(state.modules, each));
  if (!file || !isComponentName(name) || KNOWN_COMPONENTS.has(name) || hasAlias(name)) return undefined;
  const names = known.get(state) ?? listNames(file, state);
  known.set(state, names);
  const expression = names.get(name);
  if (!expression) return undefined;
  const { scope } = load(file, state);
  // A component of another system, under this name: Docent may have it by its own.
  if (expression.type === "Identifier" && !scope.has(expression.name))
    return expression.name === name ? undefined : expression.name;
  return state.run.evaluate(expression, scope, state.run);
}

/** What the records of a file say of names of components, wherever in it they are: the functions around them are not called. */
function listNames(file: string, state: State): Names {
  const names = new Map<string, Syntax.Expression>();
  try {
    const waiting: unknown[] = [parseScript(file, readModule(state.modules, file) ?? "")];
    for (let count = 0; waiting.length > 0 && count < MOST_NODES; count += 1) {
      const node = waiting.pop();
      if (isNode(node) && node.type === "ObjectExpression") for (const property of node.properties) addName(property, names);
      if (typeof node === "object" && node !== null)
        waiting.push(...Object.values(node).filter((each) => typeof each === "object"));
    }
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) reasonOf(cause);
  }
  return names;
}

function addName(property: Syntax.ObjectExpression["properties"][number], names: Map<string, Syntax.Expression>): void {
  if (property.type !== "Property" || property.computed || property.key.type !== "Identifier") return;
  if (isComponentName(property.key.name) && !names.has(property.key.name))
    names.set(property.key.name, property.value as Syntax.Expression);
}

function isNode(value: unknown): value is Syntax.Node {
  return typeof value === "object" && value !== null && "type" in value;
}
