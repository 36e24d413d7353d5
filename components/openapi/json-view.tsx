import type { ReactNode } from "react";
import { toJson } from "../../lib/openapi/json-text.ts";

/** Parts that are foldable; a larger value is shown as text. */
const MAX_PARTS = 3_000;
/** Lists and objects below this level are closed at first. */
const OPEN_LEVELS = 4;

/** Returns true for a value that is small enough to be shown in parts. */
export function isViewable(value: unknown): boolean {
  const waiting: unknown[] = [value];
  let parts = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    parts += 1;
    if (parts + waiting.length > MAX_PARTS) return false;
    if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) waiting.push(inner);
  }
  return true;
}

/** A JSON value in colours, whose lists and objects fold. */
export function JsonView({ value, items }: { readonly value: unknown; readonly items: (count: number) => string }): ReactNode {
  return <Part value={value} level={0} end="" items={items} />;
}

interface PartProps {
  readonly value: unknown;
  readonly name?: string;
  readonly level: number;
  /** The comma after it. */
  readonly end: string;
  readonly items: (count: number) => string;
}

function Part({ value, name, level, end, items }: PartProps) {
  const label =
    name === undefined ? null : (
      <>
        <span style={{ color: "var(--code-token-keyword)" }}>{JSON.stringify(name)}</span>
        {": "}
      </>
    );
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return (
      <div className="ps-4 wrap-anywhere">
        {label}
        <Plain value={value} />
        {end}
      </div>
    );
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return (
    <details
      className="ps-4 [&[open]>summary]:before:content-['▾'] [&[open]>summary>[data-count]]:hidden"
      open={level < OPEN_LEVELS}
    >
      <summary className="-ms-4 cursor-pointer list-none ps-4 before:-ms-4 before:inline-block before:w-4 before:text-muted before:content-['▸']">
        {label}
        {open}
        <span className="text-muted" data-count>
          {` ${items(entries.length)} ${close}`}
          {end}
        </span>
      </summary>
      {entries.map(([key, inner], index) => (
        <Part
          key={key}
          {...(isList ? {} : { name: key })}
          value={inner}
          level={level + 1}
          end={index < entries.length - 1 ? "," : ""}
          items={items}
        />
      ))}
      <div>
        {close}
        {end}
      </div>
    </details>
  );
}

function Plain({ value }: { readonly value: unknown }) {
  const colour = typeof value === "string" ? "var(--code-token-string)" : "var(--code-token-constant)";
  return <span style={{ color: colour }}>{toJson(value)}</span>;
}
