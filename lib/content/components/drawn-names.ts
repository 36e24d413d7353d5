import { readFileSync } from "node:fs";
import path from "node:path";
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";
import type { ObjectExpression, Program } from "estree-jsx";

/** Returns the names of the components that site/ui.tsx draws: of the build, else of the source. */
export function drawnNames(): readonly string[] {
  // biome-ignore lint/style/noProcessEnv: no setting, but a text that the bundler puts here
  return process.env.DOCENT_DRAWN_NAMES?.split(" ").filter(Boolean) ?? readDrawnNames();
}

/**
 * Reads the names of the components that the site/ui.tsx of a folder draws, without running it, since commands know no JSX. Empty when there
 * is no such file, or none that can be read.
 */
export function readDrawnNames(folder = process.cwd()): readonly string[] {
  try {
    return findDrawnNames(readFileSync(path.join(/* turbopackIgnore: true */ folder, "site/ui.tsx"), "utf8"));
  } catch {
    return [];
  }
}

const TypeScript = Parser.extend(tsPlugin({ jsx: true }));

interface AnyNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Finds the names that the default export of a site/ui.tsx has under `components`. @throws SyntaxError */
export function findDrawnNames(source: string): readonly string[] {
  const program = TypeScript.parse(source, {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
  }) as unknown as Program;
  const exported = program.body.find((statement) => statement.type === "ExportDefaultDeclaration");
  const ui = objectOf(program, exported?.declaration as AnyNode | undefined);
  const components = ui && objectOf(program, memberOf(ui, "components"));
  return components ? keysOf(program, components) : [];
}

function keysOf(program: Program, { properties }: ObjectExpression): string[] {
  return properties.flatMap((property) => {
    if (property.type === "Property") return nameOf(property.key as AnyNode) ?? [];
    const spread = objectOf(program, property.argument as unknown as AnyNode);
    return spread ? keysOf(program, spread) : [];
  });
}

function memberOf({ properties }: ObjectExpression, name: string): AnyNode | undefined {
  const found = properties.find((property) => property.type === "Property" && nameOf(property.key as AnyNode) === name);
  return found?.type === "Property" ? (found.value as unknown as AnyNode) : undefined;
}

function nameOf(key: AnyNode): string | undefined {
  if (key.type === "Identifier") return String(key.name);
  return key.type === "Literal" ? String(key.value) : undefined;
}

/** Returns the object that an expression is, or that the constant is which it names. */
function objectOf(program: Program, node: AnyNode | undefined): ObjectExpression | undefined {
  if (node?.type === "ObjectExpression") return node as unknown as ObjectExpression;
  if (/^TS(?:As|Satisfies)Expression$/.test(node?.type ?? "")) return objectOf(program, node?.expression as AnyNode);
  if (node?.type !== "Identifier") return undefined;
  const constants = program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
  });
  const init = constants.find(({ id }) => id.type === "Identifier" && id.name === node.name)?.init as AnyNode | null | undefined;
  return init && init.type !== "Identifier" ? objectOf(program, init) : undefined;
}
