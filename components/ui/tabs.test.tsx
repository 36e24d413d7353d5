import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { codeIn } from "../mdx/code.tsx";
import { Tabs } from "./tabs.tsx";

type Element = ReactElement<{ children?: ReactNode }>;

/** The elements of a list that React tells apart by their keys, wherever in a tree: two of one key are drawn as one. */
function repeatedKeys(node: ReactNode): string[] {
  if (Array.isArray(node)) {
    const keys = node.flatMap((each) => (isValidElement(each) && each.key !== null ? [each.key] : []));
    return [...keys.filter((key, index) => keys.indexOf(key) !== index), ...node.flatMap(repeatedKeys)];
  }
  return isValidElement(node) ? repeatedKeys((node as Element).props.children) : [];
}

const { pre: Fence, CodeGroup } = codeIn(docsMessages("en"));
const fence = (text: string) => (
  <Fence title="Python">
    <code>{text}</code>
  </Fence>
);

test("code blocks of one title are a tab each, with its own panel", () => {
  const group = CodeGroup({ children: Children.toArray([fence("one"), fence("two")]) }) as Element;
  expect(repeatedKeys(group)).toEqual([]);
  const html = renderToStaticMarkup(group);
  expect(html.match(/role="tab"/g)).toHaveLength(2);
  expect(html).toMatch(/panel-0.*one.*panel-1.*two/s);
});

test("tabs of one title are told apart", () => {
  let repeated: string[] = [];
  function Inspected() {
    const tree = Tabs({ titles: ["Python", "Python"], label: "Example", children: [<p key="a">one</p>, <p key="b">two</p>] });
    repeated = repeatedKeys(tree);
    return null;
  }
  renderToStaticMarkup(<Inspected />);
  expect(repeated).toEqual([]);
});
