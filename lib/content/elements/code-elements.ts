import type { Code, RootContent } from "mdast";
import { KNOWN_COMPONENTS } from "../components/components.ts";
import { toText } from "../tree/text.ts";
import type { Value } from "./value.ts";

/** Components that show code, in Mintlify, Docusaurus, Starlight and Fumadocs. */
const CODE_ELEMENTS: ReadonlySet<string> = new Set(["CodeBlock", "Code", "DynamicCodeBlock"]);
const FLAGS = ["lines", "lineNumbers", "showLineNumbers", "nocopy", "wrap", "expandable"];

interface Given {
  readonly name: string;
  readonly props: ReadonlyMap<string, Value>;
  readonly children: readonly RootContent[];
  readonly position: RootContent["position"];
}

/** Returns the fence that a component stands for whose text or attribute is code; undefined for any other element. */
export function toCode({ name, props, children, position }: Given): RootContent[] | undefined {
  if (!CODE_ELEMENTS.has(name) || KNOWN_COMPONENTS.has(name)) return undefined;
  const fences = children.filter((child) => child.type === "code");
  if (fences.length > 0)
    return children.map((child) => (child.type === "code" ? { ...child, meta: child.meta ?? metaOf(props) } : child));
  const given = textProp(props, "code");
  // Lines of JSX text may be indented as the element is.
  const value = (given ?? children.map(toText).join("")).replace(/^\n+|(?<!\n)\n+$/g, "");
  if (value === "" && given === undefined) return undefined;
  const language = textProp(props, "language", "lang") ?? "";
  const fence: Code = { type: "code", lang: /^[\w+#.-]{1,40}$/.test(language) ? language : null, meta: metaOf(props), value };
  return [{ ...fence, ...(position ? { position } : {}) }];
}

function textProp(props: ReadonlyMap<string, Value>, ...names: string[]): string | undefined {
  const value = names.map((name) => props.get(name)).find((each) => typeof each === "string");
  return typeof value === "string" ? value : undefined;
}

function metaOf(props: ReadonlyMap<string, Value>): string {
  const title = textProp(props, "title", "filename")?.replace(/["\n]/g, "'");
  const icon = textProp(props, "icon");
  const flags = FLAGS.filter((flag) => props.get(flag) === true || props.get(flag) === "true");
  const [highlight, focus] = [rangesOf(props, "highlight", "mark"), rangesOf(props, "focus")];
  return [
    textProp(props, "meta")?.replace(/\n/g, " "),
    title && `title="${title}"`,
    icon && /^[\w-]+$/.test(icon) && `icon="${icon}"`,
    ...flags,
    highlight && `{${highlight}}`,
    focus && `focus={${focus}}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns lines as `1,3-5`, from a text, a list, or a list that is written as text. */
function rangesOf(props: ReadonlyMap<string, Value>, ...names: string[]): string {
  const value = names.map((name) => props.get(name)).find((each) => each !== undefined);
  const words = (Array.isArray(value) ? value : [value]).map((each) => (typeof each === "number" ? String(each) : each));
  return words.flatMap((each) => (typeof each === "string" ? (each.match(/\d{1,6}(?:-\d{1,6})?/g) ?? []) : [])).join(",");
}
