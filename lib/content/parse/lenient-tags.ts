import type { Nodes } from "mdast";
import type { Data, Processor } from "unified";
import { isKnownName } from "../components/components.ts";
import type { Element } from "../tree/jsx.ts";

type Syntax = NonNullable<Data["micromarkExtensions"]>[number];
type Construct = Exclude<NonNullable<Syntax["text"]>[string], undefined | unknown[]>;
type State = ReturnType<Construct["tokenize"]>;
type ToTree = Exclude<NonNullable<Data["fromMarkdownExtensions"]>[number], unknown[]>;
type Handle = NonNullable<NonNullable<ToTree["exit"]>[string]>;
type Context = ThisParameterType<Handle>;
type Compiler = Omit<Context, "sliceSerialize">;
type Token = Parameters<Handle>[0];

const LESS_THAN = "<".charCodeAt(0);
const NAME_END = /[\p{L}\p{N}_)\]]/u;
const TAGS = ["mdxJsxFlowTag", "mdxJsxTextTag"] as const;

/** Elements of HTML that are never closed. */
const VOID = new Set("area br BR col embed hr HR img IMG input link meta source track wbr".split(" "));

/**
 * Reads three kinds of tags that MDX refuses, where it refuses them and nowhere else: an element of HTML that has no content needs
 * no slash (`<br>`), and a less-than sign is text before a digit or an equals sign (`<5`), and after a word where no tag that MDX
 * can read follows (`Promise<Answer>`, `a<b`). Use it after remark-mdx, whose handlers it wraps.
 */
export function lenientTags(this: Processor): void {
  const { micromarkExtensions = [], fromMarkdownExtensions = [] } = this.data();
  for (const { text, flow } of micromarkExtensions)
    for (const constructs of [text, flow])
      if (constructs?.[LESS_THAN]) constructs[LESS_THAN] = [constructs[LESS_THAN]].flat().map(orText);
  for (const { enter, exit } of fromMarkdownExtensions.flat())
    for (const type of TAGS) {
      const marker = enter?.[`${type}ClosingMarker`];
      const tag = exit?.[type];
      if (!enter || !exit || !marker || !tag) continue;
      enter[`${type}ClosingMarker`] = deferMarker(marker);
      exit[type] = exitTag(tag, marker);
    }
}

/** Returns a construct that reads text where the given one throws, if the sign can be a less-than sign. */
function orText(construct: Construct): Construct {
  if (!construct.name?.startsWith("mdxJsx")) return construct;
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const isAfterWord = this.previous !== null && this.previous > 0 && NAME_END.test(String.fromCodePoint(this.previous));
      let isDone = false;
      let length = 0;
      const done: State = (code) => {
        isDone = true;
        return ok(code);
      };
      const guard =
        (state: State): State =>
        (code) => {
          length += 1;
          const isNumber = length === 2 && code !== null && /[\d=]/.test(String.fromCodePoint(Math.max(code, 0)));
          try {
            const next = state(code);
            return next === undefined || isDone ? next : guard(next);
          } catch (cause) {
            // What runs after the tag has errors of its own, and so has code in an attribute.
            if (isDone || !(isAfterWord || isNumber) || !isJsxFault(cause)) throw cause;
            return nok(code);
          }
        };
      return guard(construct.tokenize.call(this, effects, done, nok));
    },
  };
}

function isJsxFault(cause: unknown): boolean {
  return (cause as { source?: unknown }).source === "micromark-extension-mdx-jsx";
}

/** Closing markers of tags that nothing opened, by the tag. */
const unopened = new WeakMap<object, Token>();
/** The element that the token of an opening tag has begun, and the text of that tag. */
const begun = new WeakMap<Token, { readonly element: Element; readonly written: string }>();
/** Elements without content whose closing tag may follow. */
const openVoids = new WeakSet<Nodes>();

/** Lets a closing tag pass that nothing opened, until its name is known. */
function deferMarker(marker: Handle): Handle {
  return function (token) {
    const { mdxJsxTagStack: open = [], mdxJsxTag: tag } = this.data;
    if (open.length > 0 || !tag) marker.call(this, token);
    else unopened.set(tag, token);
  };
}

function exitTag(exit: Handle, marker: Handle): Handle {
  return function (token) {
    const { mdxJsxTag: tag, mdxJsxTagStack: open = [] } = this.data;
    if (!tag) return exit.call(this, token);
    const isVoid = VOID.has(tag.name ?? "");
    if (isVoid && tag.close && closeVoid(this, tag.name ?? "", token)) return;
    const markerToken = unopened.get(tag);
    if (markerToken) return marker.call(this, markerToken);
    const isOpenVoid = isVoid && !tag.close && !tag.selfClosing;
    if (isOpenVoid) tag.selfClosing = true;
    if (tag.close && open.some(({ name }) => name === tag.name)) closeWords(this, tag.name);
    exit.call(this, token);
    if (isOpenVoid) openVoids.add(lastChild(this.stack.at(-1)) as Nodes);
    const entry = this.tokenStack.at(-1);
    if (tag.close || tag.selfClosing || !entry || entry[0] !== token) return;
    begun.set(token, { element: this.stack.at(-1) as Element, written: this.sliceSerialize(token) });
    this.tokenStack[this.tokenStack.length - 1] = [token, orTextAtEnd(entry[1])];
  };
}

/** Drops the closing tag of an element without content: `<br></br>` is one break. */
function closeVoid(compiler: Context, name: string, token: Token): boolean {
  // The buffer of the tag is on top.
  const siblings: readonly Nodes[] = childrenOf(compiler.stack.at(-2));
  const opened = siblings.findLast((node) => openVoids.has(node) && (node as Element).name === name);
  if (!opened) return false;
  openVoids.delete(opened);
  compiler.resume();
  if (opened === siblings.at(-1) && opened.position) opened.position.end = toPoint(token.end);
  return true;
}

/** Shows as words the tags that were opened inside of an element whose closing tag is read. */
function closeWords(compiler: Compiler, name: string | undefined): void {
  const open = compiler.data.mdxJsxTagStack ?? [];
  const buffer = compiler.stack.pop();
  while (open.at(-1)?.name !== name) {
    const entry = compiler.tokenStack.pop();
    const node = compiler.stack.pop();
    if (entry && node && showAsWords(compiler, entry[0])) continue;
    if (node) compiler.stack.push(node);
    if (entry) compiler.tokenStack.push(entry);
    break;
  }
  if (buffer) compiler.stack.push(buffer);
}

type OnEnd = Compiler["tokenStack"][number][1];

/** Returns what ends a tag that is still open where its parent ends: it is shown as words, or is the fault that it was. */
function orTextAtEnd(fault: OnEnd): OnEnd {
  return function (closing, open) {
    let token = open;
    while (closing) {
      if (!showAsWords(this, token)) break;
      const [next] = this.tokenStack.pop() ?? [];
      const node = this.stack.pop();
      if (!next || !node) break;
      if (next.type === closing.type) {
        if (node.position) node.position.end = toPoint(closing.end);
        return;
      }
      token = next;
    }
    fault?.call(this, closing, token);
  };
}

/** Puts the words of a tag and what was read inside of it in the place of its element, if the tag can be words. */
function showAsWords(compiler: Compiler, token: Token): boolean {
  const { element, written } = begun.get(token) ?? {};
  const siblings = childrenOf(compiler.stack.at(-1));
  const before = siblings.at(-2);
  if (!element || !written || element !== siblings.at(-1) || isKnownName(element.name ?? "")) return false;
  if (before?.type !== "text" || !NAME_END.test([...before.value].at(-1) ?? "")) return false;
  compiler.data.mdxJsxTagStack?.pop();
  siblings.pop();
  const position = { start: toPoint(token.start), end: toPoint(token.end) };
  for (const node of [{ type: "text", value: written, position } as const, ...element.children]) append(siblings, node);
  return true;
}

/** Adds a node to its siblings; text that follows text is one with it. */
function append(siblings: Nodes[], node: Nodes): void {
  const last = siblings.at(-1);
  if (last?.type !== "text" || node.type !== "text") return void siblings.push(node);
  last.value += node.value;
  if (last.position && node.position) last.position.end = node.position.end;
}

function childrenOf(node: { type: string } | undefined): Nodes[] {
  return node && "children" in node ? (node as { children: Nodes[] }).children : [];
}

function lastChild(node: { type: string } | undefined): Nodes | undefined {
  return childrenOf(node).at(-1);
}

function toPoint({ line, column, offset }: Token["start"]) {
  return { line, column, offset };
}
