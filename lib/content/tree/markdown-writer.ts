import type { InlineCode, Nodes, Text } from "mdast";
import { mathToMarkdown } from "mdast-util-math";
import { defaultHandlers, type Info, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkCjkStrikethrough from "remark-cjk-friendly-gfm-strikethrough";
import remarkGfm from "remark-gfm";
import { unified } from "unified";

/** How Markdown is written here. */
export const WRITER_OPTIONS: Options = {
  bullet: "-",
  emphasis: "*",
  fences: true,
  listItemIndent: "one",
  // Agents and scripts that look for tags find none: an address is written as a link, not in angle brackets.
  resourceLink: true,
  rule: "-",
  extensions: [...gfmExtensions(), mathWriter(), { handlers: { text: writeText } }],
};

/** Writes a tree without components as Markdown. */
export function writeMarkdown(node: Nodes): string {
  return toMarkdown(node, WRITER_OPTIONS);
}

/** Words and punctuation that no pattern of the writer escapes, but for what `BORDER` finds. */
const PLAIN = /^[ \p{L},;.)'"?%](?:[ \p{L}\p{N},;.)'"?%(/-]|:(?= |$))*$/u;
const BORDER = /[\r\n] | [\r\n]|:\/|w\./i;

/** Writes a text. One of plain words is spared a hundred patterns, whose trial would be a tenth of the time that pages take to be read. */
function writeText({ value }: Text, _: unknown, state: State, info: Info): string {
  const around = info.before + value + info.after;
  if (PLAIN.test(value) && !BORDER.test(around)) return value;
  return withPatterns(
    state,
    ({ character }) => around.includes(character),
    () => state.safe(value, info),
  );
}

/** Returns what a text begins with when it is written: the whole text, written only where its first sign may be escaped. */
writeText.peek = (node: Text, parent: unknown, state: State, info: Info): string =>
  state.unsafe.some(({ character }) => node.value.startsWith(character)) ? writeText(node, parent, state, info) : node.value;

/** Does some work with the patterns that can match alone, since each of them is tried. */
function withPatterns(state: State, canMatch: (pattern: State["unsafe"][number]) => boolean, write: () => string): string {
  const { unsafe } = state;
  state.unsafe = unsafe.filter(canMatch);
  try {
    return write();
  } finally {
    state.unsafe = unsafe;
  }
}

/** Escapes a dollar sign only where another one makes the words between them a formula: prices and `${name}` stay as they are. */
function mathWriter(): Options {
  const { unsafe, ...writer } = mathToMarkdown();
  const patterns = (unsafe ?? []).map((each) =>
    each.inConstruct === "phrasing" ? { ...each, after: "(?:\\$|[^\\s$](?:[^$\\n]{0,500}[^\\s$])?\\$(?!\\w))" } : each,
  );
  return { ...writer, unsafe: patterns };
}

/**
 * Returns the extensions by which remark-gfm writes tables, task lists and the like. Columns are not aligned: models and agents pay for
 * each space, and no room for a quote should be filled with them.
 */
function gfmExtensions(): Options[] {
  const writer = unified().use(remarkGfm, { tablePipeAlign: false }).use(remarkCjkFriendly).use(remarkCjkStrikethrough);
  const data = writer.freeze().data() as { toMarkdownExtensions?: Options[] };
  const extensions = data.toMarkdownExtensions ?? [];
  return [
    ...extensions,
    {
      handlers: {
        paragraph: withTask(lastHandler(extensions, "paragraph")),
        inlineCode: withPeek(lastHandler(extensions, "inlineCode")),
      },
    },
  ];
}

type Handle = NonNullable<NonNullable<Options["handlers"]>["paragraph"]>;

/** Returns what writes a kind of node with these extensions: the last that does, those within an extension before it. */
function lastHandler(extensions: readonly Options[], type: "paragraph" | "inlineCode"): Handle {
  const all = extensions.flatMap(function within(each): Options[] {
    return [...(each.extensions ?? []).flatMap(within), each];
  });
  return all.findLast(({ handlers }) => handlers?.[type])?.handlers?.[type] ?? defaultHandlers[type];
}

/** Writes code in a line, which the text before it asks for its first sign. Patterns of what begins a line can match after a break alone. */
function withPeek(handle: Handle): Handle {
  const write: Handle = (node, parent, state, info) => {
    const hasBreak = /[\r\n]/.test((node as InlineCode).value);
    return withPatterns(
      state,
      () => hasBreak,
      () => handle(node, parent, state, info),
    );
  };
  return Object.assign(write, { peek: () => "`" });
}

/** Writes the box of a task too, which the paragraphs beside CJK punctuation would replace. */
function withTask(handle: Handle): Handle {
  return (node, parent, state, info) => {
    const item = parent as Nodes | undefined;
    const isTask = item?.type === "listItem" && typeof item.checked === "boolean" && item.children[0] === node;
    if (!isTask) return handle(node, parent, state, info);
    const box = item.checked ? "[x] " : "[ ] ";
    const tracker = state.createTracker(info);
    tracker.move(box);
    return box + handle(node, parent, state, { ...info, ...tracker.current() });
  };
}
