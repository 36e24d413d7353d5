// Tested in aliases.test.ts.
import type { Expression, ImportDeclaration, Program, Statement } from "estree-jsx";
import type { Root, RootContent } from "mdast";
import { isComponentName } from "../element-names.ts";
import { isElement } from "../expressions.ts";
import type { Notice } from "../notice.ts";
import { toAstroComponent } from "./astro.ts";
import type { Budget } from "./budget.ts";
import { changedNames } from "./changes.ts";
import { classNamesHelper } from "./class-names.ts";
import { declare, evaluateApart, runStatement } from "./functions.ts";
import { payText } from "./jsx.ts";
import { findModule, rawSpecifier, readModule } from "./modules.ts";
import { declareFromPackage, declareStyles, reportImport, STYLE_SHEET } from "./package-names.ts";
import { isIconPackage, isKnownPackage, pictureAddress } from "./packages.ts";
import type { At, State } from "./place.ts";
import { entriesOf } from "./run.ts";
import { Scope } from "./scope.ts";
import { parseScript } from "./script.ts";
import { toTranslator, translationFiles } from "./translations.ts";
import {
  type FunctionValue,
  fromData,
  Outside,
  reasonOf,
  toFunction,
  toNodesValue,
  toRecord,
  toWords,
  type Value,
} from "./value.ts";

const MAX_IMPORT_DEPTH = 20;

/** Parses a file of Markdown or MDX that a page takes in. */
export type ModuleParser = (file: string, text: string) => { readonly tree: Root; readonly notices: readonly Notice[] };

/** A file that a page takes something from. */
export interface Loaded {
  readonly scope: Scope;
  /** Names that others may take. */
  readonly exports: ReadonlySet<string>;
  /** What an import without braces gives: the content of a page file, or a component. */
  readonly component: Value;
}

/** Makes the imports and exports of a page known in it. */
export function declareNames(tree: Root, scope: Scope, state: State): ReadonlySet<string> {
  return declareAll(programsIn(tree.children).flatMap(({ body }) => body) as Program["body"], scope, state);
}

/** Inside elements, too, where some pages put what an example of theirs needs. */
function programsIn(nodes: readonly RootContent[]): Program[] {
  return nodes.flatMap((node) => {
    if (node.type === "mdxjsEsm" && node.data?.estree) return node.data.estree as Program;
    return isElement(node) ? programsIn(node.children as RootContent[]) : [];
  });
}

function declareAll(statements: Program["body"], scope: Scope, state: State): ReadonlySet<string> {
  if (!scope.has("require")) scope.set("require", requireFrom(scope.file, state));
  const exported = new Set<string>();
  for (const statement of statements) {
    const at: At = { file: scope.file, line: statement.loc?.start.line, column: 1 };
    if (statement.type === "ImportDeclaration") declareImport(statement, at, scope, state);
    else if (statement.type === "ExportNamedDeclaration" && statement.declaration)
      for (const name of declareStatement(statement.declaration, scope, state)) exported.add(name);
    else if (statement.type === "ExportNamedDeclaration")
      for (const { exported: name } of statement.specifiers)
        exported.add(name.type === "Identifier" ? name.name : String(name.value));
    else if (statement.type === "ExportDefaultDeclaration") declareDefault(statement.declaration, scope, state);
    else if (statement.type === "FunctionDeclaration" || statement.type === "VariableDeclaration")
      declareStatement(statement, scope, state);
    else if (statement.type !== "ExpressionStatement" || !declareAssigned(statement.expression, scope, state))
      runOrSpoil(statement as Statement, scope, state);
  }
  return exported;
}

function declareStatement(statement: Statement, scope: Scope, state: State): string[] {
  if (statement.type === "FunctionDeclaration") {
    scope.setLazy(statement.id.name, () => state.run.evaluate(statement, scope, state.run));
    return [statement.id.name];
  }
  if (statement.type !== "VariableDeclaration") return [];
  try {
    declare(statement, scope, state.run);
  } catch (cause) {
    const reason = reasonOf(cause);
    const at = { file: scope.file, line: statement.loc?.start.line, column: 1 };
    state.notice("expression", `A value is not known: ${reason}.`, at);
  }
  return statement.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}

/** `require("./map.png").default`, `require("./data.json")`: a picture or data, as an import gives it. */
function requireFrom(file: string, state: State): Value {
  return toFunction(([specifier]) => {
    const from = toWords(specifier);
    const picture = pictureAddress(file, from);
    if (picture) return toRecord([["default", picture]]);
    const found = findModule(file, from, (name) => Object.hasOwn(state.modules, name));
    if (found === undefined) throw new Outside(`${from} is no file of the content`);
    return load(found, state).component;
  });
}

/** Does what changes something in the script of a component; at the top of a file it costs the names that it changes. */
function runOrSpoil(statement: Statement, scope: Scope, state: State): void {
  const names = changedNames(statement).filter((name) => scope.has(name));
  if (names.length === 0) return;
  try {
    if (!scope.isInFunction)
      throw new Outside("what is changed at the top of a file is not worked out in a page", { isCode: true });
    runStatement(statement, scope, state.run);
  } catch (cause) {
    const reason = reasonOf(cause);
    // The line that says why is the innermost one.
    const at = /:\d+\)$/.test(reason) ? "" : ` (${scope.file}:${statement.loc?.start.line ?? 1})`;
    const spoilt = new Outside(`${reason}${at}`, { isCode: true });
    for (const name of names)
      scope.setLazy(name, () => {
        throw spoilt;
      });
  }
}

/** `module.exports = …` gives what `export default …` does, and `Box.Item = …` gives a component a part; false for anything else. */
function declareAssigned(expression: Expression, scope: Scope, state: State): boolean {
  if (expression.type !== "AssignmentExpression" || expression.left.type !== "MemberExpression") return false;
  const { object, property, computed } = expression.left;
  if (object.type !== "Identifier" || property.type !== "Identifier" || computed) return false;
  const isExports = object.name === "module" && property.name === "exports";
  const name = isExports ? "default" : `${object.name}.${property.name}`;
  if (!isExports && !isComponentName(object.name)) return false;
  scope.setLazy(name, () => evaluateApart(expression.right, scope, state.run));
  return true;
}

function declareDefault(declaration: { type: string }, scope: Scope, state: State): void {
  if (declaration.type === "ClassDeclaration") return;
  scope.setLazy("default", () => evaluateApart(declaration as never, scope, state.run));
}

function declareImport(statement: ImportDeclaration, at: At, scope: Scope, state: State): void {
  if ("importKind" in statement && statement.importKind === "type") return;
  const { source, specifiers } = statement;
  const from = String(source.value);
  if (STYLE_SHEET.test(from)) {
    declareStyles(
      from,
      specifiers.map(({ local }) => local.name),
      at,
      scope,
      state,
    );
    return;
  }
  const raw = rawSpecifier(from);
  const file = findModule(scope.file, raw ?? from, (name) => Object.hasOwn(state.modules, name));
  const picture = pictureAddress(scope.file, from);
  const outside = file || picture ? [] : specifiers.filter((each) => !classNamesHelper(from, importedName(each)));
  if (!file && !picture && !isKnownPackage(from) && !isIconPackage(from)) reportImport(from, outside, at, state);
  for (const specifier of specifiers) {
    const { name: local } = specifier.local;
    const imported = importedName(specifier);
    if (picture) scope.set(local, picture);
    else if (file && raw !== undefined) scope.set(local, readModule(state.modules, file)?.trimEnd());
    else if (file) scope.setLazy(local, () => takeExport(load(file, state), imported, file));
    else declareFromPackage(from, { local, imported }, scope);
  }
}

function importedName(specifier: ImportDeclaration["specifiers"][number]): string {
  return specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier" ? specifier.imported.name : "default";
}

function takeExport(loaded: Loaded, name: string, file: string): Value {
  // Astro gives the content of a page file under both names.
  if (name === "default" || (name === "Content" && /\.mdx?$/.test(file))) return loaded.component;
  if (!loaded.exports.has(name)) throw new Outside(`${file} exports no ${name}`);
  return loaded.scope.get(name);
}

/** A file of the content, read once. @throws Outside */
export function load(file: string, state: State): Loaded {
  const known = state.loaded.get(file);
  if (known instanceof Outside) throw known;
  if (known) return known;
  const text = readModule(state.modules, file);
  if (text === undefined) throw new Outside(`there is no file ${file}`);
  state.loaded.set(file, new Outside(`${file} needs itself before it is read`));
  const loaded = readOnce(file, text, state);
  state.loaded.set(file, loaded);
  if (loaded instanceof Outside) throw loaded;
  return loaded;
}

/** The file, or why it cannot be read, which holds in each place that takes it in. */
function readOnce(file: string, text: string, state: State): Loaded | Outside {
  try {
    if (/\.mdx?$/.test(file)) return loadPage(file, text, state);
    if (/\.[cm]?[jt]sx?$/.test(file)) return loadScript(file, text, state);
    if (/\.astro$/.test(file)) return loadAstro(file, text, state);
    if (/\.json$/.test(file)) return loadData(file, text, state);
    throw new Outside(`${file} holds no components`);
  } catch (cause) {
    return new Outside(reasonOf(cause));
  }
}

function loadPage(file: string, text: string, state: State): Loaded {
  const { tree, notices } = state.parse(file, text);
  for (const { kind, reason, ...at } of notices) state.notice(kind, reason, at);
  const scope = new Scope(undefined, file);
  const exports = declareNames(tree, scope, state);
  return { scope, exports, component: toComponent(tree, scope, state) };
}

function loadScript(file: string, text: string, state: State): Loaded {
  const scope = new Scope(undefined, file);
  try {
    const exports = declareAll(parseScript(file, text).body, scope, state);
    // What cannot be worked out of it costs those alone that ask for it.
    return {
      scope,
      exports,
      get component() {
        return scope.get("default");
      },
    };
  } catch (cause) {
    if (cause instanceof Outside) throw cause;
    throw new Outside(`${file} cannot be read (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

function loadAstro(file: string, text: string, state: State): Loaded {
  const scope = new Scope(undefined, file);
  const declare = (statements: Program["body"], names: Scope) => void declareAll(statements, names, state);
  const texts = () => translationFiles(state.file, (name) => Object.hasOwn(state.modules, name)).map((name) => load(name, state));
  const translate = toTranslator(() => texts().map(({ component }) => component));
  try {
    const component = toAstroComponent({ file, text }, scope, state, { declare, translate });
    return { scope, exports: new Set(), component };
  } catch (cause) {
    throw cause instanceof SyntaxError ? new Outside(`${file} cannot be read (${cause.message})`) : cause;
  }
}

function loadData(file: string, text: string, state: State): Loaded {
  state.run.budget.spend("characters", text.length);
  try {
    return { scope: new Scope(undefined, file), exports: new Set(), component: fromData(JSON.parse(text)) };
  } catch (cause) {
    throw new Outside(`${file} is no JSON (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}

/** The content of a page file as a component, whose props are names in it. */
function toComponent(tree: Root, scope: Scope, state: State): FunctionValue {
  const call: FunctionValue["call"] = ([props]) => {
    const { file } = scope;
    if (state.stack.includes(file)) throw new Outside(`${[...state.stack, file].join(" → ")} never ends`);
    if (state.stack.length >= MAX_IMPORT_DEPTH) throw new Outside(`files are taken in more than ${MAX_IMPORT_DEPTH} levels deep`);
    const inner = withProps(props, scope);
    state.stack.push(file);
    try {
      return toNodesValue(
        state.expand(tree.children, { scope: inner, inText: false, isPage: false, fill: filling(props, state.run.budget) }),
      );
    } finally {
      state.stack.pop();
    }
  };
  return { ...toFunction(call), isPage: true };
}

function withProps(props: Value, scope: Scope): Scope {
  const inner = new Scope(scope);
  inner.set("props", props ?? toRecord());
  inner.set("children", undefined);
  for (const [name, value] of entriesOf(props)) inner.set(name, value);
  return inner;
}

/** Puts texts and numbers in the place of `{name}` in code. */
function filling(props: Value, budget: Budget): (code: string) => string {
  return (code) =>
    code.replace(/\{([A-Za-z_$][\w$]*)\}/g, (whole, name: string) => {
      const value = entriesOf(props).get(name);
      return typeof value === "string" || typeof value === "number" ? String(payText(toWords(value), budget)) : whole;
    });
}

/** The content of a file that an element names, with the element's attributes as props. @throws Outside */
export function includeFile(file: string, props: ReadonlyMap<string, Value>, state: State): Value {
  const { component } = load(file, state);
  return (component as FunctionValue).call([toRecord(props)], state.run.budget);
}
