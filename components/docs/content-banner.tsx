import type { PhrasingContent } from "mdast";
import { Fragment, type ReactNode } from "react";
import { address } from "../../lib/content/model/address.ts";
import { parseMarkdown } from "../../lib/content/parse/syntax.ts";
import { docsUrl } from "../../lib/content/site/site-links.ts";
import { isExternal } from "../../lib/navigation/model.ts";
import type { PageHeaderFrame } from "./header.tsx";
import { NavAnchor } from "./nav-choices.tsx";

const TONE = { info: "bg-accent text-on-accent", warning: "bg-[#7a4b00] text-white", critical: "bg-[#a01818] text-white" };

/** The banner of the content above every page: text, emphasis, code and links, and nothing else of its Markdown. */
export function ContentBanner({ site, look: { banner } }: Pick<PageHeaderFrame, "site" | "look">) {
  const [first] = banner ? parseMarkdown(banner.content).children : [];
  if (!banner || first?.type !== "paragraph") return null;
  return (
    <div className={`px-4 py-2 text-center text-sm print:hidden [&_a]:underline [&_svg]:inline ${TONE[banner.type]}`} role="note">
      {first.children.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a banner never change their order
        <Fragment key={index}>{renderPhrase(node, (href) => docsUrl(site, href))}</Fragment>
      ))}
    </div>
  );
}

function renderPhrase(node: PhrasingContent, resolve: (href: string) => string): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type === "inlineCode") return <code>{node.value}</code>;
  if (!("children" in node)) return null;
  const words = node.children.map((child, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={index}>{renderPhrase(child, resolve)}</Fragment>
  ));
  if (node.type === "strong") return <strong>{words}</strong>;
  if (node.type === "emphasis") return <em>{words}</em>;
  const { data: href } = address.safeParse(node.type === "link" ? node.url : "");
  if (href === undefined) return words;
  const url = resolve(href);
  return (
    <NavAnchor url={url} isExternal={isExternal(url)}>
      {words}
    </NavAnchor>
  );
}
