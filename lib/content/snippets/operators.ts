// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import type { Budget } from "./budget.ts";
import { payComparison, toNumber } from "./methods.ts";
import { isNodes, Outside, toWords, type Value } from "./value.ts";

/** What an operator between two values gives. @throws Outside */
export function combine(operator: Syntax.BinaryOperator, left: Value, right: Value, budget: Budget): Value {
  if (operator !== "+") payComparison(left, right, budget);
  switch (operator) {
    case "===":
      return left === right;
    case "!==":
      return left !== right;
    case "==":
      return isSame(left, right);
    case "!=":
      return !isSame(left, right);
    case "+":
      return add(left, right, budget);
    case "<":
    case ">":
    case "<=":
    case ">=":
      return compare(operator, left, right);
    default:
      return calculate(operator, toNumber(left), toNumber(right));
  }
}

function isSame(left: Value, right: Value): boolean {
  const isNothing = (value: Value) => value === null || value === undefined;
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  return typeof left === typeof right ? left === right : toWords(left) === toWords(right);
}

function add(left: Value, right: Value, budget: Budget): Value {
  if (isNodes(left) || isNodes(right)) throw new Outside("elements cannot be added");
  if (typeof left !== "string" && typeof right !== "string") return toNumber(left) + toNumber(right);
  const text = toWords(left) + toWords(right);
  budget.spend("characters", text.length);
  return text;
}

function compare(operator: "<" | ">" | "<=" | ">=", left: Value, right: Value): boolean {
  const [a, b] = typeof left === "string" && typeof right === "string" ? [left, right] : [toNumber(left), toNumber(right)];
  if (operator === "<") return a < b;
  if (operator === ">") return a > b;
  return operator === "<=" ? a <= b : a >= b;
}

function calculate(operator: Syntax.BinaryOperator, left: number, right: number): number {
  switch (operator) {
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
    case "**":
      return left ** right;
    default:
      throw new Outside(`the operator ${operator} is not worked out in a page`, { isCode: true });
  }
}
