// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import type { Budget } from "./budget.ts";
import type { Scope } from "./scope.ts";
import { isRecord, type NodesValue, Outside, type Value } from "./value.ts";

/** What working out an expression needs besides its names. */
export interface Run {
  readonly budget: Budget;
  readonly evaluate: (node: Syntax.Node, scope: Scope, run: Run) => Value;
  /** Makes JSX into a part of the page. */
  readonly toNodes: (node: Syntax.JSXElement | Syntax.JSXFragment, scope: Scope) => NodesValue;
  /** What of a list or a record cannot be worked out is undefined in it, and costs no more. */
  readonly isLenient?: boolean;
}

/** The value of a part of a list or a record. @throws Outside where the run is not lenient */
export function partValue(node: Syntax.Node, scope: Scope, run: Run): Value {
  try {
    return run.evaluate(node, scope, run);
  } catch (cause) {
    if (!run.isLenient || !(cause instanceof Outside) || run.budget.isSpent) throw cause;
    return undefined;
  }
}

/** Names and values of a record; nothing for what may be spread and is none. */
export function entriesOf(value: Value): ReadonlyMap<string, Value> {
  return isRecord(value) ? value.entries : new Map();
}

/** The name of a property that is written out, as an identifier or in quotes. */
export function nameOf(key: Syntax.Node): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "Literal") return String(key.value);
  throw new Outside("a private name is not worked out in a page");
}

/** @throws Outside for a name that means something in JavaScript. */
export function ownName(name: string): string {
  if (name.startsWith("__")) throw new Outside(`the name ${name} may not be used`);
  return name;
}
