import type { Nodes, Text } from "mdast";
import { mathToMarkdown } from "mdast-util-math";
import { defaultHandlers, type Info, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkCjkStrikethrough from "remark-cjk-friendly-gfm-strikethrough";
import remarkGfm from "remark-gfm";
import { unified } from "unified";

const OPTIONS: Options = {
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
  return toMarkdown(node, OPTIONS);
}

/** Words and punctuation that no pattern of the writer escapes, but for what `BORDER` finds. */
const PLAIN = /^[ \p{L},;.)'"?%](?:[ \p{L}\p{N},;.)'"?%(/-]|:(?= |$))*$/u;
const BORDER = /[\r\n] | [\r\n]|:\/|w\./i;

/** Writes a text. One of plain words is spared a hundred patterns, whose trial would be a tenth of the time that pages take to be read. */
function writeText({ value }: Text, _: unknown, state: State, info: Info): string {
  const isPlain = PLAIN.test(value) && !BORDER.test(info.before + value + info.after);
  return isPlain ? value : state.safe(value, info);
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
    { handlers: { paragraph: withTask(extensions.at(-1)?.handlers?.paragraph ?? defaultHandlers.paragraph) } },
  ];
}

type Handle = NonNullable<NonNullable<Options["handlers"]>["paragraph"]>;

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
