import type { RootContent } from "mdast";
import { createJsx } from "../tree/jsx.ts";
import { FunctionValue, isRecord, type Value } from "./value.ts";

const MAX_DATA_DEPTH = 4;

interface GivenPage {
  readonly title: string;
  readonly content: RootContent[];
}

/**
 * Returns the files of Markdown that a page gives to a component by its attributes, as `code={{ html, react: { files: … } }}`
 * does, each in a tab of its name: what can be shown of a component that is not worked out.
 */
export function givenPages(props: ReadonlyMap<string, Value>): RootContent[] {
  const pages = [...props].flatMap(([name, value]) => pagesIn(value, [name]));
  if (pages.length < 2) return pages.flatMap(({ content }) => content);
  return [
    createJsx(
      "Tabs",
      pages.map(({ title, content }) => createJsx("Tab", content, { title })),
    ),
  ];
}

function pagesIn(value: Value, names: readonly string[]): GivenPage[] {
  if (value instanceof FunctionValue && value.page) {
    // The name of the attribute says nothing that those in it do not.
    const [first, ...inner] = names.length > 1 ? names.slice(1) : names;
    const title = [first, inner.at(-1)].filter((name) => name !== undefined).join(": ");
    return [{ title, content: value.page }];
  }
  if (!isRecord(value) || names.length > MAX_DATA_DEPTH) return [];
  return Object.entries(value).flatMap(([name, inner]) => pagesIn(inner, [...names, name]));
}
