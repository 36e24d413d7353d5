// Tested in docusaurus.test.ts.
import type { ImportDeclaration } from "estree-jsx";
import { isComponentName, isKnownName } from "../element-names.ts";
import { classNamesHelper } from "./class-names.ts";
import { GLOBALS } from "./methods.ts";
import { frameworkHook, isIconPackage, isKnownPackage, toIcon, toWrapper } from "./packages.ts";
import type { At, State } from "./place.ts";
import type { Scope } from "./scope.ts";
import { Outside, toRecord } from "./value.ts";

/** The name of a style sheet. */
export const STYLE_SHEET = /\.(?:css|s[ac]ss|less)$/;

/** A style sheet is never loaded, and has no names of classes. */
export function declareStyles(from: string, names: readonly string[], at: At, scope: Scope, state: State): void {
  for (const name of names) scope.set(name, toRecord());
  state.notice("import", `The style sheet ${from} is not loaded.`, at);
}

/** Names of packages that a page has without their code: icons, helpers, and components of Docent. */
export function declareFromPackage(from: string, { local, imported }: { local: string; imported: string }, scope: Scope): void {
  const helper = classNamesHelper(from, imported) ?? toWrapper(from) ?? frameworkHook(from, imported);
  if (isIconPackage(from)) scope.set(local, toIcon(imported));
  else if (helper) scope.set(local, helper);
  else if (isKnownPackage(from) && !isComponentName(imported) && imported !== "default" && !GLOBALS.has(imported))
    scope.setLazy(local, () => {
      throw new Outside(`${imported} of ${from} is not known in a page`);
    });
  else if (isKnownPackage(from)) rename(local, imported === "default" ? (from.split("/").at(-1) ?? "") : imported, scope);
}

/** `import { Badge as Mark }`: a component of Docent under another name. */
function rename(local: string, name: string, scope: Scope): void {
  if (local !== name && isComponentName(name) && isComponentName(local)) scope.set(local, name);
}

/** A name that Docent has itself is not missed. A component of a package is missed where it is used. */
export function reportImport(from: string, specifiers: ImportDeclaration["specifiers"], at: At, state: State): void {
  const isFile = /^(?:[./]|@site\/|!*raw-loader!\.)/.test(from);
  const missed = specifiers.map(({ local }) => local.name).filter((name) => !(isComponentName(name) && isKnownName(name)));
  const values = missed.filter((name) => !isComponentName(name));
  for (const name of isFile ? [] : missed) state.missing.set(`${at.file} ${name}`, from);
  if (isFile) state.notice("import", `There is no file ${from} to import from.`, at);
  else if (values.length > 0)
    state.notice("import", `${from} is no file of the content, so ${values.join(", ")} is not known.`, at);
}
