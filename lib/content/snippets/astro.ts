// Tested in astro.test.ts.
import type { Program } from "estree-jsx";
import type { RootContent } from "mdast";
import { attributeText, isElement } from "../expressions.ts";
import { splitAstro } from "./astro-source.ts";
import { mayChange } from "./changes.ts";
import { toContent } from "./jsx.ts";
import type { State } from "./place.ts";
import { Scope } from "./scope.ts";
import { parseScript } from "./script.ts";
import { type FunctionValue, isRecord, Outside, toFunction, toNodesValue, toRecord, type Value } from "./value.ts";

type Statements = Program["body"];

/** Makes the names of statements known. */
export type Declare = (statements: Statements, scope: Scope) => void;

/**
 * A component of Astro: its template, worked out with its script as those of snippets are, with `Astro.props`, `Astro.slots.has`
 * and `<slot>`. Styles and scripts of the file are left out. @throws SyntaxError
 */
export function toAstroComponent(
  { file, text }: { readonly file: string; readonly text: string },
  scope: Scope,
  state: State,
  { declare, translate }: { readonly declare: Declare; readonly translate: Value },
): FunctionValue {
  const { script, template } = splitAstro(text);
  const statements = parseScript(`${file}.ts`, script).body as Statements;
  const [shown] = parseScript(`${file}.tsx`, template).body;
  if (shown?.type !== "ExpressionStatement") throw new Outside(`${file} has no template`);
  const isImport = ({ type }: Statements[number]) => type === "ImportDeclaration";
  declare(statements.filter(isImport), scope);
  const own = statements.filter((statement) => !isImport(statement));
  const changes = own.some((statement) => mayChange(statement));
  const work = (inner: Scope, props: Value): Value => {
    const { budget } = state.run;
    const slots = sortSlots(isRecord(props) ? toContent(props.entries.get("children"), budget) : []);
    inner.set("Astro", toAstro(props, slots, translate));
    inner.set("slot", toSlotComponent(slots));
    budget.spend("steps", own.length);
    declare(own, inner);
    return state.run.evaluate(shown.expression, inner, state.run);
  };
  const call: FunctionValue["call"] = ([props], budget) =>
    budget.deeper(() => Scope.run(scope, changes, (inner) => work(inner, props)));
  return { ...toFunction(call), takesSlots: true };
}

type Slots = ReadonlyMap<string, RootContent[]>;

/** Content by the slot that it is for; that of no slot is for `default`. */
function sortSlots(children: readonly RootContent[]): Slots {
  const slots = new Map<string, RootContent[]>();
  for (const child of children) {
    const name = isElement(child) && child.name === "Slot" ? attributeText(child, "name") : undefined;
    const content = name !== undefined && isElement(child) ? (child.children as RootContent[]) : [child];
    const held = slots.get(name ?? "default");
    if (held) held.push(...content);
    else slots.set(name ?? "default", [...content]);
  }
  return slots;
}

function toAstro(props: Value, slots: Slots, translate: Value): Value {
  const isFilled = (name: Value) => (slots.get(String(name)) ?? []).some((node) => node.type !== "text" || node.value.trim());
  const given = isRecord(props) ? [...props.entries].filter(([name]) => name !== "children") : [];
  const has = toFunction(([name]) => isFilled(name));
  return toRecord([
    ["props", toRecord(given)],
    ["slots", toRecord([["has", has]])],
    ["locals", toRecord([["t", translate]])],
  ]);
}

/** `<slot name="…">`: what the page gives for it, else what is inside it. */
function toSlotComponent(slots: Slots): FunctionValue {
  return toFunction(([props]) => {
    const entries = isRecord(props) ? props.entries : new Map<string, Value>();
    const content = slots.get(String(entries.get("name") ?? "default"));
    return content && content.length > 0 ? toNodesValue(content) : entries.get("children");
  });
}
