import type { ComponentType } from "react";
import { COMPONENTS } from "../../lib/content/components/components.ts";
import type { PropKind } from "../../lib/content/components/definition.ts";

// biome-ignore lint/suspicious/noExplicitAny: each component states its own props; a page may pass it anything
type Drawings = Readonly<Record<string, ComponentType<any>>>;

/** Returns a fork's drawings, each of which gets attributes of the kinds `number` and `flag` as such, however a page writes them. */
export function typedDrawings(drawings: Drawings): Drawings {
  return Object.fromEntries(
    Object.entries(drawings).map(([name, Drawing]) => [name, typed(Drawing, COMPONENTS[name]?.props ?? {})]),
  );
}

function typed(Drawing: Drawings[string], kinds: Readonly<Record<string, PropKind>>): Drawings[string] {
  const names = Object.keys(kinds).filter((name) => kinds[name] === "number" || kinds[name] === "flag");
  if (names.length === 0) return Drawing;
  return function OwnDrawing(props: Readonly<Record<string, unknown>>) {
    const given = names.filter((name) => props[name] !== undefined && props[name] !== null);
    return <Drawing {...props} {...Object.fromEntries(given.map((name) => [name, toKind(kinds[name], props[name])]))} />;
  };
}

/** Converts a value to a flag or a number; undefined when it is not a number. */
function toKind(kind: PropKind | undefined, value: unknown): number | boolean | undefined {
  if (kind === "flag") return value !== false && value !== "false";
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}
