import type { ReactNode } from "react";
import { pagesByPath } from "../../lib/content/site/site.ts";
import { type NavNode, type NavPage, pagesOf } from "../../lib/navigation/model.ts";
import { navigationOf } from "../../lib/navigation/navigation.ts";
import { Columns } from "./blocks.tsx";
import { type LinkContext, linksIn } from "./links.tsx";

const MAX_CARDS = 200;

/** Cards of the pages below a page in the navigation; of those beside it where nothing is below. */
export function pageCardsIn(context: LinkContext) {
  const { Card } = linksIn(context);
  return function PageCards({ children }: { children?: ReactNode }) {
    const { site, pageKey, page } = context;
    const tree = navigationOf(site, pageKey.language, pageKey.version);
    const found = (findBelow(tree, page.path) ?? []).slice(0, MAX_CARDS);
    if (found.length === 0) return <>{children}</>;
    return (
      <Columns>
        {found.map(({ title, path, icon }) => (
          <Card key={path} title={title} href={path} icon={icon} description={pagesByPath(site).get(path)?.description} />
        ))}
      </Columns>
    );
  };
}

/** Returns an entry for each page and folder below a page, or beside it; undefined for a page that is not among the nodes. */
function findBelow(nodes: readonly NavNode[], path: string): NavPage[] | undefined {
  for (const node of nodes) {
    if (node.type !== "group" && node.type !== "section") continue;
    if (node.type === "group" && node.index?.path === path) return entriesOf(node.children, path);
    const below = findBelow(node.children, path);
    if (below) return below;
  }
  return nodes.some((node) => node.type === "page" && node.path === path) ? entriesOf(nodes, path) : undefined;
}

/** Returns the entries of nodes. A folder is shown by its own page, or its first one under the folder's title. */
function entriesOf(nodes: readonly NavNode[], path: string): NavPage[] {
  return nodes.flatMap((node): NavPage[] => {
    if (node.type === "page") return node.path === path ? [] : [node];
    const first = node.type === "group" ? (node.index ?? pagesOf(node.children)[0]) : undefined;
    return first && node.type === "group" ? [{ ...first, title: node.title, icon: node.icon ?? first.icon }] : [];
  });
}
