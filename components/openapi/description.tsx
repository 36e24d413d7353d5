import type { Root, RootContent } from "mdast";
import type { ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { readBlocks } from "../../lib/content/elements/directives.ts";
import { isElement } from "../../lib/content/tree/jsx.ts";
import type { DocsMessages } from "../../lib/i18n/messages.ts";
import { calloutsIn } from "../mdx/callouts.tsx";
import { type LinkContext, linksIn } from "../mdx/links.tsx";

interface DescriptionProps {
  readonly text: string;
  readonly context: LinkContext;
  readonly messages: DocsMessages;
}

/** Markdown of a description with its callouts; HTML in it is left out, and it is never MDX: a description may come from anywhere. */
export function Description({ text, context, messages }: DescriptionProps) {
  if (!text) return null;
  const { a } = linksIn(context);
  const callouts = Object.entries(calloutsIn(messages)).map(([name, component]) => [name.toLowerCase(), component]);
  const components = {
    ...Object.fromEntries(callouts),
    a: ({ href, children }: { href?: string; children?: ReactNode }) => a({ href, children }),
    img: () => null,
    h1: "h4",
    h2: "h4",
    h3: "h4",
  } as const;
  return (
    <ReactMarkdown skipHtml remarkPlugins={[remarkGfm, remarkCallouts]} components={components}>
      {text}
    </ReactMarkdown>
  );
}

/** Quotes that begin with `[!NOTE]` as elements of that name. */
function remarkCallouts() {
  return (tree: Root): Root => withNames(readBlocks(tree));
}

function withNames<Node extends Root | RootContent>(node: Node): Node {
  if (!("children" in node)) return node;
  const children = (node.children as RootContent[]).map(withNames);
  if (!isElement(node)) return { ...node, children };
  return { type: "blockquote", data: { hName: node.name?.toLowerCase() }, children } as unknown as Node;
}
