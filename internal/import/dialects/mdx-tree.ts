import type { Code, Root, RootContent } from "mdast";
import { attributeText, type Element, isElement, readBlocks, toText } from "../engine/pages.ts";
import { SAMPLE_MARK } from "../samples.ts";
import { withoutCuts } from "./lines.ts";

/** Writes an address that a page links to as it is in the copy. */
type ChangeAddress = (address: string) => string;

/** Returns a tree of Markdown as one of MDX: with elements for tags and containers, and what Docent has for what other systems put into them. */
export function toMdxTree(tree: Root, changeAddress: ChangeAddress): Root {
  return change(toWritable(readBlocks(tree)), changeAddress);
}

/** Elements of code and looks, which no page shows. */
const SILENT = /^(?:script|style|template|noscript)$/;
/** Names of attributes that MDX can write, and no directive of Vue: `:src`, `@click` and `v-if` are none. */
const WRITABLE = /^(?!v-|markdown$)[A-Za-z_][\w-]*$/;

/** Returns HTML that Markdown holds as MDX can write it: empty lines end an element there, so that preformatted text is a fence. */
export function toWritable<Node extends Root | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const children = (node.children as RootContent[]).flatMap((child): RootContent[] => {
    if (!isElement(child)) return [toWritable(child)];
    if (SILENT.test(child.name ?? "")) return [];
    if (child.name === "pre") return [{ type: "code", value: wordsOf(child).trim() } satisfies Code];
    const attributes = child.attributes.filter((each) => "name" in each && WRITABLE.test(each.name));
    return [toWritable({ ...child, attributes } as RootContent)];
  });
  return { ...node, children };
}

function wordsOf(node: RootContent): string {
  if ("children" in node) return (node.children as RootContent[]).map(wordsOf).join("");
  return "value" in node ? String(node.value) : "";
}

function change<Node extends Root | RootContent>(node: Node, changeAddress: ChangeAddress): Node {
  const own = withAddress(node, changeAddress);
  if (own.type === "code") return readFence(own) as Node;
  if (!("children" in own)) return own;
  const children = (own.children as RootContent[]).map((child): RootContent => {
    const changed = change(child, changeAddress);
    return toThemedPicture(changed) ?? toIcon(changed) ?? toCards(changed) ?? changed;
  });
  return { ...own, children: children.flatMap((child) => toPictureOfEach(child) ?? child) };
}

function withAddress<Node extends Root | RootContent>(node: Node, changeAddress: ChangeAddress): Node {
  if ("url" in node) return { ...node, url: changeAddress(node.url) };
  if (node.type !== "root" && isElement(node)) {
    const attributes = node.attributes.map((each) =>
      each.type === "mdxJsxAttribute" && /^(?:href|src|srcset|img)$/.test(each.name) && typeof each.value === "string"
        ? { ...each, value: changeAddress(each.value) }
        : each,
    );
    return { ...node, attributes };
  }
  return node;
}

/** Reads the head of a fence: ```` ``` {.py title="a.py"} ````, `js{4}`, `ts:line-numbers` and `hl_lines="2 3"`. */
function readFence(node: Code): Code {
  const written = [node.lang, node.meta].filter(Boolean).join(" ");
  const [, inBraces] = /^\{(.*)\}$/.exec(written) ?? [];
  const [, lang = "", rest = ""] =
    inBraces === undefined
      ? (/^(?:([^\s{:=]*)(?![^\s{:]))?(.*)$/.exec(written) ?? [])
      : (/^\s*\.?([\w+-]*)(.*)$/.exec(inBraces) ?? []);
  const lines = /hl_lines=["']([\d\s,-]+)["']/
    .exec(rest)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .join(",");
  const isNumbered = /:line-numbers|linenums=|showLineNumbers/.test(rest);
  const inner = rest.replace(/\{([^}]*[=a-z][^}]*)\}/i, " $1 ");
  const title = /\b(?:title|filename)=(?:"([^"]*)"|'([^']*)')/.exec(inner);
  const named = /\[([^\]]+)\]/.exec(inner)?.[1];
  const marked = lines ?? /\{([\d\s,-]+)\}/.exec(rest)?.[1];
  const meta = [
    title || named ? `title="${(title?.[1] ?? title?.[2] ?? named ?? "").replace(/"/g, "'")}"` : "",
    marked ? `{${marked.replace(/\s/g, "")}}` : "",
    isNumbered || /\slineNumbers(?=\s|$)/.test(rest) ? "lineNumbers" : "",
    /\swrap(?=\s|$)/.test(rest) ? "wrap" : "",
    SAMPLE_MARK.exec(rest)?.[0] ?? "",
  ].filter(Boolean);
  return {
    ...node,
    // `html-vue` is what Vue fills in.
    lang: lang.replace(/-vue$/, "") || (meta.length > 0 ? "text" : null),
    meta: meta.join(" ") || null,
    value: withoutCuts(node.value),
  };
}

/** Converts a picture for one colour scheme, whose address ends in `#only-dark` or the like. */
function toThemedPicture(node: RootContent): RootContent | undefined {
  const given = attributesOfPicture(node);
  const [, src, theme] = /^(.*)#(?:only|gh)-(light|dark)(?:-mode-only)?$/.exec(given?.src ?? "") ?? [];
  return given && src !== undefined ? toElement("img", forLook({ ...given, src }, theme === "dark"), [], IN_LINE) : undefined;
}

const IN_LINE = "mdxJsxTextElement";

/** Attributes of a picture, as Markdown or HTML writes it; undefined for anything else. */
function attributesOfPicture(node: RootContent): Record<string, string> | undefined {
  if (node.type === "image") return { src: node.url, alt: node.alt ?? "" };
  if (!isElement(node) || node.name !== "img") return undefined;
  const named = ["src", "alt", "width", "height"].map((name) => [name, attributeText(node, name)] as const);
  return Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function forLook(attributes: Readonly<Record<string, string>>, isDark: boolean): Record<string, string> {
  return { ...attributes, className: isDark ? "hidden dark:inline" : "inline dark:hidden" };
}

/** Converts `<picture>` with a source for dark colours to a picture for each scheme, since readers choose theirs on the site. */
function toPictureOfEach(node: RootContent): RootContent[] | undefined {
  if (!isElement(node) || node.name !== "picture") return undefined;
  const [img] = listElements(node, "img");
  const light = img && attributesOfPicture(img as RootContent);
  const source = listElements(node, "source").find((each) => /dark/.test(attributeText(each, "media") ?? ""));
  const dark = source && attributeText(source, "srcset", "srcSet");
  if (!light || dark === undefined) return undefined;
  const looks = [forLook(light, false), forLook({ ...light, src: dark }, true)];
  return looks.map((attributes) => toElement("img", attributes, [], IN_LINE));
}

/** Converts `<i class="fa-gear">` to an icon. */
function toIcon(node: RootContent): RootContent | undefined {
  if (!isElement(node) || node.name !== "i") return undefined;
  const names = classesOf(node).flatMap(
    (name) => /^fa-(?!(?:solid|regular|light|thin|duotone|brands)$)([\w-]+)$/.exec(name)?.[1] ?? [],
  );
  const [icon] = names;
  return icon === undefined ? undefined : toElement("Icon", { icon }, [], IN_LINE);
}

function classesOf(element: Element): string[] {
  return (attributeText(element, "class", "className") ?? "").split(/\s+/);
}

/** Converts `<div class="grid cards">` around a list to a card for each entry, titled by its first strong words or link. */
function toCards(node: RootContent): RootContent | undefined {
  if (!isElement(node) || node.name !== "div" || !["grid", "cards"].every((name) => classesOf(node).includes(name)))
    return undefined;
  const cards = (node.children as RootContent[]).flatMap((child) => (child.type === "list" ? child.children : []));
  if (cards.length === 0) return undefined;
  const made = cards.map(({ children: [lead, ...rest] }) => {
    const words = lead?.type === "paragraph" ? lead.children : [];
    const strong = words.find(({ type }) => type === "strong" || type === "link");
    const others = words.filter((each) => each !== strong);
    const hasOthers = others.some((each) => toText(each).trim() !== "" || each.type === "image");
    const body = [...(hasOthers ? [{ type: "paragraph" as const, children: others }] : []), ...rest];
    const inner = strong && "children" in strong ? [strong, ...strong.children] : [];
    const href = inner.find((each) => each.type === "link");
    return toElement(
      "Card",
      { title: strong ? toText(strong).trim() : "", ...(href?.type === "link" ? { href: href.url } : {}) },
      body.filter(({ type }) => type !== "thematicBreak") as RootContent[],
    );
  });
  return toElement("CardGroup", { cols: "2" }, made);
}

function listElements(node: Element, name: string): Element[] {
  return (node.children as RootContent[]).flatMap((child): Element[] =>
    isElement(child) ? (child.name === name ? [child] : listElements(child, name)) : [],
  );
}

function toElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly RootContent[],
  type: Element["type"] = "mdxJsxFlowElement",
): RootContent {
  const named = Object.entries(attributes).map(([key, value]) => ({ type: "mdxJsxAttribute", name: key, value }));
  return { type, name, attributes: named, children } as RootContent;
}
